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

/** A symbol: each module `across` dots wide and `down` dots high. */
export type ZplMatrix = {
  matrix: ModuleMatrix;
  across: number;
  down: number;
  /** What was not as it must be, in Chinese; '' when all was. */
  trouble: string;
};

/** Throws LabelError `code-not-encodable`. */
export function zplMatrix(spec: MatrixSpec, { data, text }: CodeContent): ZplMatrix {
  const { module } = spec;
  const square = { across: module, down: module, trouble: '' };
  switch (spec.symbology) {
    case 'qr': {
      const { level, data: bytes, trouble } = readQrData(data);
      // As bytes: printers do not say which characters they are.
      return { ...square, matrix: encodeQr(bytes, level), trouble };
    }
    case 'datamatrix': {
      const { data: bytes, isGs1, trouble } = readDataMatrixData(data, spec.escape);
      const { columns, rows, isRectangle } = spec;
      const least = {
        width: Math.max(columns, isRectangle ? 0 : rows),
        height: Math.max(rows, isRectangle ? 0 : columns),
      };
      const shape = isRectangle ? 'rectangle' : 'square';
      return { ...square, matrix: encodeDataMatrix(bytes, { gs1: isGs1, shape, least }), trouble };
    }
    case 'aztec':
      return { ...square, matrix: encodeAztec(text, aztecOptions(spec.sizeCode)) };
    case 'maxicode': {
      const { mode, part, dotsPerMm } = spec;
      const { text: message, carrier } = readMaxiCodeData(text, mode);
      const options = { mode, part, ...(carrier && { carrier }) };
      return { ...square, matrix: drawMaxiCode(encodeMaxiCode(message, options), dotsPerMm) };
    }
    case 'pdf417': {
      const { level, columns, rows, isTruncated } = spec;
      const shape = (codewords: number): Pdf417Shape => pdf417Shape(codewords, columns, rows);
      const matrix = encodePdf417(withLineEnds(text), {
        level,
        shape,
        rowModules: 1,
        isCompact: isTruncated,
      });
      const down = spec.rowHeight ?? Math.max(1, Math.round(spec.height / matrix.height));
      return { ...square, matrix, down };
    }
  }
}

/** `\&` is a line end and `\\` a backslash (guide: ^B7). */
export const withLineEnds = (text: string): string =>
  text.replaceAll(/\\[&\\]/g, (pair) => (pair === '\\&' ? '\r\n' : '\\'));

/** Twice as many rows as columns where neither is given (guide: ^B7); one that is given makes the other. */
function pdf417Shape(codewords: number, columns: number, rows: number): Pdf417Shape {
  if (columns > 0 && rows > 0) return { columns, rows: Math.max(3, rows) };
  const across =
    columns > 0
      ? columns
      : rows > 0
        ? Math.ceil(codewords / rows)
        : Math.ceil(Math.sqrt(codewords / 2));
  const wanted = Math.min(30, Math.max(1, across));
  return { columns: wanted, rows: Math.max(3, rows, Math.ceil(codewords / wanted)) };
}

/** The fourth parameter of ^B0: a share of error correction, in hundredths, or a size in layers; 0 where it is not that. */
export function aztecWish(code: number): { percent: number; layers: number; isCompact: boolean } {
  const isCompact = code > 100 && code <= 104;
  const layers = isCompact ? code - 100 : code > 200 && code <= 232 ? code - 200 : 0;
  return { percent: code <= 99 ? code : 0, layers, isCompact };
}

function aztecOptions(code: number): AztecOptions {
  if (code === 300) throw new LabelError('code-not-encodable', 'Aztec 的 rune 还不会画');
  const { percent, layers, isCompact } = aztecWish(code);
  if (percent > 0) return { percent };
  if (layers === 0) return {};
  return {
    // Its size is fixed: what is left over is for correction.
    percent: 5,
    isAllowed: (size) => size.layers === layers && size.isCompact === isCompact,
  };
}
