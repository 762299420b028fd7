import { inflateSync } from 'node:zlib';
import { type Dict, isArray, isPdfDict, PdfError, type PdfValue, readPdfName } from './objects.ts';

/** Remaining limits on unpacked bytes and parsed values, shared by the whole file. */
export type ParseLimits = { bytes: number; values: number };

const readWholeNumber = (dict: Dict, key: string, otherwise: number): number => {
  const value = dict.get(key) ?? otherwise;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw new PdfError(key);
  return value;
};

/** The only element of an array, or the value itself. */
const readSingleElement = (value: PdfValue | undefined): PdfValue => {
  if (!isArray(value)) return value ?? null;
  if (value.length > 1) throw new PdfError('several filters');
  return value[0] ?? null;
};

const predictPaeth = (left: number, up: number, upLeft: number): number => {
  const guess = left + up - upLeft;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : upLeft;
};

/** Reverses the PNG predictors, one type per row (ISO 32000-2, 7.4.4.4). */
function undoPredictor(packedBytes: Uint8Array, parms: Dict): Uint8Array {
  const depth = readWholeNumber(parms, 'Colors', 1) * readWholeNumber(parms, 'BitsPerComponent', 8);
  const pixel = Math.max(1, depth >> 3);
  const row = Math.ceil((depth * readWholeNumber(parms, 'Columns', 1)) / 8);
  if (row < 1 || packedBytes.length % (row + 1) !== 0) throw new PdfError('rows');
  const out = new Uint8Array((packedBytes.length / (row + 1)) * row);
  for (let y = 0; y * (row + 1) < packedBytes.length; y += 1) {
    const kind = packedBytes[y * (row + 1)] ?? 0;
    for (let x = 0; x < row; x += 1) {
      const at = y * row + x;
      const left = x >= pixel ? (out[at - pixel] ?? 0) : 0;
      const up = y > 0 ? (out[at - row] ?? 0) : 0;
      const upLeft = x >= pixel && y > 0 ? (out[at - row - pixel] ?? 0) : 0;
      const [noPrediction, half] = [0, (left + up) >> 1];
      const prediction = [noPrediction, left, up, half, predictPaeth(left, up, upLeft)][kind];
      if (prediction === undefined) throw new PdfError('a predictor');
      out[at] = (packedBytes[y * (row + 1) + 1 + x] ?? 0) + prediction;
    }
  }
  return out;
}

/** Unpacks a stream. @throws PdfError for other filters, or when the limit is exceeded */
export function unpackPdfStream(
  dict: Dict,
  packedBytes: Uint8Array,
  room: ParseLimits,
): Uint8Array {
  const filter = readSingleElement(dict.get('Filter'));
  const parms = readSingleElement(dict.get('DecodeParms'));
  if (filter === null) return packedBytes;
  if (!['FlateDecode', 'Fl'].includes(readPdfName(filter)) || room.bytes <= 0)
    throw new PdfError('a filter');
  let body: Uint8Array;
  try {
    body = inflateSync(packedBytes, { maxOutputLength: room.bytes });
  } catch {
    throw new PdfError('packed data');
  }
  room.bytes -= body.length;
  const predictor = isPdfDict(parms) ? readWholeNumber(parms, 'Predictor', 1) : 1;
  if (predictor === 1) return body;
  if (!isPdfDict(parms) || predictor < 10) throw new PdfError('a predictor');
  return undoPredictor(body, parms);
}
