import { LabelError } from '../../errors.ts';
import { encodeAztec } from '../../matrix/aztec/encode.ts';
import type { AztecOptions } from '../../matrix/aztec/encode.ts';
import { encodeDataMatrix } from '../../matrix/data-matrix/encode.ts';
import { drawMaxiCode } from '../../matrix/maxicode/draw.ts';
import { encodeMaxiCode } from '../../matrix/maxicode/encode.ts';
import type { ModuleMatrix } from '../../matrix/module-matrix.ts';
import { encodePdf417 } from '../../matrix/pdf417/encode.ts';
import type { Pdf417Shape } from '../../matrix/pdf417/encode.ts';
import { encodeQr } from '../../matrix/qr/encode.ts';
import type { CodeContent, MatrixSpec } from '../label.ts';
import { readDataMatrixData } from './data-matrix-data.ts';
import { readMaxiCodeData } from './maxicode-data.ts';
import { readQrData } from './qr-data.ts';

/** A symbol with modules `across` dots wide and `down` dots high. */
export type ZplMatrix = {
  matrix: ModuleMatrix;
  across: number;
  down: number;
  /** Warning in Chinese; '' when there is none. */
  trouble: string;
};

/**
 * Encodes the data of a two-dimensional code as a printer does. Throws LabelError
 * `code-not-encodable`.
 */
export function encodeZplMatrixCode(spec: MatrixSpec, { data, text }: CodeContent): ZplMatrix {
  const { module } = spec;
  const square = { across: module, down: module, trouble: '' };
  switch (spec.symbology) {
    case 'qr': {
      const { level, data: bytes, trouble } = readQrData(data);
      // Encoded as bytes, because printers do not mark the character set.
      return { ...square, matrix: encodeQr(bytes, level), trouble };
    }
    case 'datamatrix': {
      const { data: bytes, isGs1, trouble } = readDataMatrixData(data, spec.escape);
      const { columns, rows, isRectangle } = spec;
      const min = {
        width: Math.max(columns, isRectangle ? 0 : rows),
        height: Math.max(rows, isRectangle ? 0 : columns),
      };
      const shape = isRectangle ? 'rectangle' : 'square';
      return {
        ...square,
        matrix: encodeDataMatrix(bytes, { gs1: isGs1, shape, least: min }),
        trouble,
      };
    }
    case 'aztec':
      return { ...square, matrix: encodeAztec(text, toAztecOptions(spec.sizeCode)) };
    case 'maxicode': {
      const { mode, part, dotsPerMm } = spec;
      const { text: message, carrier } = readMaxiCodeData(text, mode);
      const options = { mode, part, ...(carrier && { carrier }) };
      return { ...square, matrix: drawMaxiCode(encodeMaxiCode(message, options), dotsPerMm) };
    }
    case 'pdf417': {
      const { level, columns, rows, isTruncated } = spec;
      const computeShapeOfCodewords = (codewords: number): Pdf417Shape =>
        computePdf417Shape(codewords, columns, rows);
      const matrix = encodePdf417(unescapeLineEnds(text), {
        level,
        chooseShape: computeShapeOfCodewords,
        rowModules: 1,
        isCompact: isTruncated,
      });
      const down = spec.rowHeight ?? Math.max(1, Math.round(spec.height / matrix.height));
      return { ...square, matrix, down };
    }
  }
}

/** Replaces `\&` by a line end and `\\` by a backslash (guide: ^B7). */
export const unescapeLineEnds = (text: string): string =>
  text.replaceAll(/\\[&\\]/g, (pair) => (pair === '\\&' ? '\r\n' : '\\'));

/**
 * Twice as many rows as columns when neither is given (guide: ^B7); otherwise the given one
 * determines the other.
 */
function computePdf417Shape(codewords: number, columns: number, rows: number): Pdf417Shape {
  if (columns > 0 && rows > 0) return { columns, rows: Math.max(3, rows) };
  const across =
    columns > 0
      ? columns
      : rows > 0
        ? Math.ceil(codewords / rows)
        : Math.ceil(Math.sqrt(codewords / 2));
  const columnCount = Math.min(30, Math.max(1, across));
  return { columns: columnCount, rows: Math.max(3, rows, Math.ceil(codewords / columnCount)) };
}

/**
 * Fourth parameter of ^B0: percentage of error correction, or size in layers; 0 when not
 * applicable.
 */
export function parseAztecSize(code: number): {
  percent: number;
  layers: number;
  isCompact: boolean;
} {
  const isCompact = code > 100 && code <= 104;
  const layers = isCompact ? code - 100 : code > 200 && code <= 232 ? code - 200 : 0;
  return { percent: code <= 99 ? code : 0, layers, isCompact };
}

function toAztecOptions(code: number): AztecOptions {
  if (code === 300) throw new LabelError('code-not-encodable', 'Aztec 的 rune 还不会画');
  const { percent, layers, isCompact } = parseAztecSize(code);
  if (percent > 0) return { percent };
  if (layers === 0) return {};
  return {
    // The size is fixed; the remaining capacity is used for error correction.
    percent: 5,
    isAllowed: (size) => size.layers === layers && size.isCompact === isCompact,
  };
}
