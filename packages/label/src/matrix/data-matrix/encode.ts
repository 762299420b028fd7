import { LabelError } from '../../errors.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { getModulePlacement } from './placement.ts';
import { writeCheckCodewords } from './reed-solomon.ts';
import { findShortestEncodation } from './shortest.ts';
import { SIZES } from './sizes.ts';
import type { Shape } from './sizes.ts';
import { listDataMatrixSymbols } from './symbols.ts';
import { writeDataCodewords } from './write.ts';

/** Quiet zone on each side, in modules (ISO/IEC 16022, 5.8.4). */
export const DATA_MATRIX_QUIET_ZONE = 1;

/** Digits in a 144 × 144 symbol; digit pairs are the densest encodation. */
const MAX_LENGTH = 3116;

export type DataMatrixOptions = {
  /**
   * The content is GS1 element strings without brackets: FNC1 comes first, and each GS (U+001D)
   * becomes FNC1.
   */
  gs1?: boolean;
  /** Default: `square`. */
  shape?: Shape;
  /** Minimum size in modules, including the finder pattern; no minimum when omitted. */
  least?: { width: number; height: number };
};

/** A Data Matrix symbol (ECC 200) with finder pattern, without quiet zone. */
export type DataMatrixCode = ModuleMatrix & {
  /** Padded data codewords, then check codewords. */
  codewords: Uint8Array;
};

/**
 * Encodes text or raw bytes in the fewest codewords, in the smallest symbol that holds them. Text
 * that is not ASCII is encoded as UTF-8 with ECI 26. Throws LabelError `code-not-encodable` if the
 * content is empty or does not fit the largest symbol of the shape.
 */
export function encodeDataMatrix(
  content: string | Uint8Array,
  options: DataMatrixOptions = {},
): DataMatrixCode {
  if (content.length === 0) throw new LabelError('code-not-encodable', 'Data Matrix 码的内容为空');
  if (content.length > MAX_LENGTH) throw createTooLongError();
  const message = listDataMatrixSymbols(content, options.gs1 === true);
  if (message.symbols.length > MAX_LENGTH) throw createTooLongError();
  const sizes = SIZES[options.shape ?? 'square'];
  const { least: minSize } = options;
  const shortest = findShortestEncodation(
    message,
    minSize === undefined
      ? sizes
      : sizes.filter(({ width, height }) => width >= minSize.width && height >= minSize.height),
  );
  if (shortest === undefined) throw createTooLongError();
  const { size, segments } = shortest;
  const codewords = new Uint8Array(size.dataCodewords + size.checkCodewords);
  writeDataCodewords(codewords, size.dataCodewords, message, segments);
  writeCheckCodewords(codewords, size.dataCodewords, size.blocks);
  const { words, dark, dataWord, dataBit } = getModulePlacement(size);
  const rows = dark.slice();
  for (let i = 0; i < dataWord.length; i += 1) {
    const isSet = (((codewords[i >> 3] ?? 0) << (i & 7)) & 128) !== 0;
    const word = dataWord[i] ?? 0;
    if (isSet) rows[word] = (rows[word] ?? 0) | (dataBit[i] ?? 0);
  }
  return { width: size.width, height: size.height, words, rows, codewords };
}

function createTooLongError(): LabelError {
  return new LabelError('code-not-encodable', 'Data Matrix 码的内容太长，放不进一个码');
}
