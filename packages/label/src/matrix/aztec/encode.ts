import type { AztecSize } from './sizes.ts';
import { LabelError } from '../../errors.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { drawAztec } from './draw.ts';
import { computeReedSolomonCodewords } from '../check-words.ts';
import { encodeAztecTextBits } from './text-bits.ts';

/** Aztec needs no quiet zone (ISO/IEC 24778, 4.4). */
export const AZTEC_QUIET_ZONE = 0;
/** Maximum bytes of any symbol. */
const MAX_BYTES = 1914;
/** Maximum characters of any symbol: digits take four bits, the fewest. */
const MAX_CHARACTERS = 3832;

/** Compact and full symbols, smallest first (table 1). */
const SIZES: readonly AztecSize[] = [
  ...[1, 2, 3, 4].map((layers) => createAztecSize(true, layers)),
  ...Array.from({ length: 29 }, (_, i) => createAztecSize(false, i + 4)),
];

function createAztecSize(isCompact: boolean, layers: number): AztecSize {
  const wordBits = layers <= 2 ? 6 : layers <= 8 ? 8 : layers <= 22 ? 10 : 12;
  return { isCompact, layers, wordBits, bits: ((isCompact ? 88 : 112) + 16 * layers) * layers };
}

export type AztecOptions = {
  /** Error correction codewords in percent of all codewords, plus three. */
  percent?: number;
  /** Restricts the sizes; all are allowed when omitted. */
  isAllowed?: (size: Pick<AztecSize, 'isCompact' | 'layers'>) => boolean;
};

/** Recommended by the standard (7.2.2). */
const RECOMMENDED_PERCENT = 23;

/** Maximum data codewords of a size; the rest is for error correction. */
function computeDataCapacity({ bits, wordBits, isCompact }: AztecSize, percent: number): number {
  const words = Math.floor(bits / wordBits);
  const data = words - Math.ceil((words * percent) / 100 + 3);
  return Math.min(data, isCompact ? 64 : 2048);
}

/**
 * Encodes the text in the smallest allowed Aztec symbol. Text that is not ASCII is encoded as UTF-8
 * with ECI 26. Throws LabelError `code-not-encodable` if the text is empty or does not fit.
 */
export function encodeAztec(
  text: string,
  { percent = RECOMMENDED_PERCENT, isAllowed = () => true }: AztecOptions = {},
): ModuleMatrix {
  if (text === '') throw new LabelError('code-not-encodable', 'Aztec 的内容为空');
  const bytes = new TextEncoder().encode(text.slice(0, MAX_CHARACTERS + 1));
  const isUtf8 = bytes.length > text.length;
  const isTooLong = text.length > MAX_CHARACTERS || (isUtf8 && bytes.length > MAX_BYTES);
  const bits = isTooLong ? [] : encodeAztecTextBits(bytes, isUtf8);
  for (const size of isTooLong ? [] : SIZES) {
    const capacity = computeDataCapacity(size, percent);
    if (!isAllowed(size) || bits.length > capacity * size.wordBits) continue;
    const data = stuffBitsIntoCodewords(bits, size.wordBits);
    if (data.length > capacity) continue;
    const check = Math.floor(size.bits / size.wordBits) - data.length;
    const words = [...data, ...computeReedSolomonCodewords(data, check, size.wordBits)];
    return drawAztec(size, encodeModeMessage(size, data.length), words);
  }
  throw new LabelError('code-not-encodable', 'Aztec 的内容太长，放不进一个码');
}

/**
 * Splits bits into codewords. If all bits but the last are equal, the last bit is their complement:
 * no codeword is all dark or all light (7.2.1).
 */
function stuffBitsIntoCodewords(bits: readonly number[], wordBits: number): number[] {
  const words: number[] = [];
  for (let at = 0; at < bits.length;) {
    let head = 0;
    // Missing bits at the end are dark.
    for (let i = 0; i < wordBits - 1; i += 1) head = head * 2 + (bits[at + i] ?? 1);
    at += wordBits - 1;
    const max = (1 << (wordBits - 1)) - 1;
    if (head === 0) words.push(1);
    else if (head === max) words.push(max * 2);
    else {
      words.push(head * 2 + (bits[at] ?? 1));
      at += 1;
    }
  }
  return words;
}

/** Bits of the mode message: number of layers and data codewords, with 4-bit check words (7.3). */
function encodeModeMessage({ isCompact, layers }: AztecSize, data: number): number[] {
  const value = isCompact ? (layers - 1) * 64 + data - 1 : (layers - 1) * 2048 + data - 1;
  const nibbles = isCompact
    ? [value >> 4, value & 15]
    : [value >> 12, (value >> 8) & 15, (value >> 4) & 15, value & 15];
  const words = [...nibbles, ...computeReedSolomonCodewords(nibbles, isCompact ? 5 : 6, 4)];
  return words.flatMap((word) => [3, 2, 1, 0].map((bit) => (word >> bit) & 1));
}
