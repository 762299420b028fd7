import { inflateSync } from 'node:zlib';
import { type Dict, isArray, isDict, PdfError, type PdfValue, readName } from './objects.ts';

/** What is left to unpack to, bytes, and of values to read: shared by all of a file. */
export type Room = { bytes: number; values: number };

const readWhole = (dict: Dict, key: string, otherwise: number): number => {
  const value = dict.get(key) ?? otherwise;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw new PdfError(key);
  return value;
};

/** The only value of a list, or the value itself. */
const readSingle = (value: PdfValue | undefined): PdfValue => {
  if (!isArray(value)) return value ?? null;
  if (value.length > 1) throw new PdfError('several filters');
  return value[0] ?? null;
};

const paeth = (left: number, up: number, upLeft: number): number => {
  const guess = left + up - upLeft;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : upLeft;
};

/** Undoes the filters of PNG, a kind a row (ISO 32000-2, 7.4.4.4). */
function undoPredictor(packed: Uint8Array, parms: Dict): Uint8Array {
  const depth = readWhole(parms, 'Colors', 1) * readWhole(parms, 'BitsPerComponent', 8);
  const pixel = Math.max(1, depth >> 3);
  const row = Math.ceil((depth * readWhole(parms, 'Columns', 1)) / 8);
  if (row < 1 || packed.length % (row + 1) !== 0) throw new PdfError('rows');
  const out = new Uint8Array((packed.length / (row + 1)) * row);
  for (let y = 0; y * (row + 1) < packed.length; y += 1) {
    const kind = packed[y * (row + 1)] ?? 0;
    for (let x = 0; x < row; x += 1) {
      const at = y * row + x;
      const left = x >= pixel ? (out[at - pixel] ?? 0) : 0;
      const up = y > 0 ? (out[at - row] ?? 0) : 0;
      const upLeft = x >= pixel && y > 0 ? (out[at - row - pixel] ?? 0) : 0;
      const [none, half] = [0, (left + up) >> 1];
      const added = [none, left, up, half, paeth(left, up, upLeft)][kind];
      if (added === undefined) throw new PdfError('a predictor');
      out[at] = (packed[y * (row + 1) + 1 + x] ?? 0) + added;
    }
  }
  return out;
}

/** What a stream says. @throws PdfError for one that is packed otherwise, or unpacks to more than there is room for */
export function unpack(dict: Dict, packed: Uint8Array, room: Room): Uint8Array {
  const filter = readSingle(dict.get('Filter'));
  const parms = readSingle(dict.get('DecodeParms'));
  if (filter === null) return packed;
  if (!['FlateDecode', 'Fl'].includes(readName(filter)) || room.bytes <= 0)
    throw new PdfError('a filter');
  let body: Uint8Array;
  try {
    body = inflateSync(packed, { maxOutputLength: room.bytes });
  } catch {
    throw new PdfError('packed data');
  }
  room.bytes -= body.length;
  const predictor = isDict(parms) ? readWhole(parms, 'Predictor', 1) : 1;
  if (predictor === 1) return body;
  if (!isDict(parms) || predictor < 10) throw new PdfError('a predictor');
  return undoPredictor(body, parms);
}
