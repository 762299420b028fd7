import { LabelError } from '../../errors.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { getPlacement } from './placement.ts';
import { writeCheckCodewords } from './reed-solomon.ts';
import { shortestSegments } from './shortest.ts';
import { SIZES } from './sizes.ts';
import type { Shape } from './sizes.ts';
import { listSymbols } from './symbols.ts';
import { writeData } from './write.ts';

/** Modules of light space on each side (ISO/IEC 16022, 5.8.4). */
export const DATA_MATRIX_QUIET_ZONE = 1;

/** Digits in 144 × 144: nothing is written in less than half a codeword. */
const MAX_LENGTH = 3116;

export type DataMatrixOptions = {
  /** The content is GS1 element strings without brackets: FNC1 leads, and GS (U+001D) is FNC1. */
  gs1?: boolean;
  /** `square` when not given. */
  shape?: Shape;
  /** No smaller than this, modules with the finder pattern; as small as can be when left out. */
  least?: { width: number; height: number };
};

/** A Data Matrix symbol (ECC 200) with its finder pattern, without its quiet zone. */
export type DataMatrixCode = ModuleMatrix & {
  /** Data codewords with their padding, then check codewords. */
  codewords: Uint8Array;
};

/**
 * The smallest symbol that holds the text, or the bytes as they are, in the fewest codewords there are. Text that is not
 * ASCII is UTF-8 and says so with ECI 26.
 * Throws LabelError `code-not-encodable` when empty or longer than the largest of the shape holds.
 */
export function encodeDataMatrix(
  content: string | Uint8Array,
  options: DataMatrixOptions = {},
): DataMatrixCode {
  if (content.length === 0) throw new LabelError('code-not-encodable', 'Data Matrix 码的内容为空');
  if (content.length > MAX_LENGTH) throw tooLong();
  const message = listSymbols(content, options.gs1 === true);
  if (message.symbols.length > MAX_LENGTH) throw tooLong();
  const sizes = SIZES[options.shape ?? 'square'];
  const { least } = options;
  const shortest = shortestSegments(
    message,
    least === undefined
      ? sizes
      : sizes.filter(({ width, height }) => width >= least.width && height >= least.height),
  );
  if (shortest === undefined) throw tooLong();
  const { size, segments } = shortest;
  const codewords = new Uint8Array(size.dataCodewords + size.checkCodewords);
  writeData(codewords, size.dataCodewords, message, segments);
  writeCheckCodewords(codewords, size.dataCodewords, size.blocks);
  const { words, dark, dataWord, dataBit } = getPlacement(size);
  const rows = dark.slice();
  for (let i = 0; i < dataWord.length; i += 1) {
    const isSet = (((codewords[i >> 3] ?? 0) << (i & 7)) & 128) !== 0;
    const word = dataWord[i] ?? 0;
    if (isSet) rows[word] = (rows[word] ?? 0) | (dataBit[i] ?? 0);
  }
  return { width: size.width, height: size.height, words, rows, codewords };
}

function tooLong(): LabelError {
  return new LabelError('code-not-encodable', 'Data Matrix 码的内容太长，放不进一个码');
}
