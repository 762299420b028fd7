import { LabelError } from '../../errors.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { drawAztec } from './draw.ts';
import { checkWords } from '../check-words.ts';
import { textBits } from './text-bits.ts';

/** It needs no light space around it (ISO/IEC 24778, 4.4). */
export const AZTEC_QUIET_ZONE = 0;
/** More bytes fit no symbol. */
const MAX_BYTES = 1914;
/** Digits take four bits each, and nothing takes less. */
const MAX_CHARACTERS = 3832;

/** Layers of data around the bull's eye. */
export type AztecSize = {
  isCompact: boolean;
  layers: number;
  /** Bits a codeword. */
  wordBits: number;
  /** Bits of data and check codewords together, and a few that are left over. */
  bits: number;
};

/** Compact symbols and full ones, from the smallest on (table 1). */
const SIZES: readonly AztecSize[] = [
  ...[1, 2, 3, 4].map((layers) => getSize(true, layers)),
  ...Array.from({ length: 29 }, (_, i) => getSize(false, i + 4)),
];

function getSize(isCompact: boolean, layers: number): AztecSize {
  const wordBits = layers <= 2 ? 6 : layers <= 8 ? 8 : layers <= 22 ? 10 : 12;
  return { isCompact, layers, wordBits, bits: ((isCompact ? 88 : 112) + 16 * layers) * layers };
}

export type AztecOptions = {
  /** Codewords for error correction, besides three, in hundredths of all. */
  percent?: number;
  /** Which sizes may be taken; any when left out. */
  isAllowed?: (size: Pick<AztecSize, 'isCompact' | 'layers'>) => boolean;
};

/** What the standard recommends (7.2.2). */
const USUAL_PERCENT = 23;

/** Codewords of data a size may hold: the others are for error correction. */
function getCapacity({ bits, wordBits, isCompact }: AztecSize, percent: number): number {
  const words = Math.floor(bits / wordBits);
  const data = words - Math.ceil((words * percent) / 100 + 3);
  return Math.min(data, isCompact ? 64 : 2048);
}

/**
 * The smallest Aztec symbol of those allowed that holds the text. Text that is not ASCII is UTF-8 and says so (ECI 26).
 * Throws LabelError `code-not-encodable` when empty or longer than the largest holds.
 */
export function encodeAztec(
  text: string,
  { percent = USUAL_PERCENT, isAllowed = () => true }: AztecOptions = {},
): ModuleMatrix {
  if (text === '') throw new LabelError('code-not-encodable', 'Aztec 的内容为空');
  const bytes = new TextEncoder().encode(text.slice(0, MAX_CHARACTERS + 1));
  const isUtf8 = bytes.length > text.length;
  const isTooLong = text.length > MAX_CHARACTERS || (isUtf8 && bytes.length > MAX_BYTES);
  const bits = isTooLong ? [] : textBits(bytes, isUtf8);
  for (const size of isTooLong ? [] : SIZES) {
    const capacity = getCapacity(size, percent);
    if (!isAllowed(size) || bits.length > capacity * size.wordBits) continue;
    const data = stuffed(bits, size.wordBits);
    if (data.length > capacity) continue;
    const check = Math.floor(size.bits / size.wordBits) - data.length;
    const words = [...data, ...checkWords(data, check, size.wordBits)];
    return drawAztec(size, modeMessage(size, data.length), words);
  }
  throw new LabelError('code-not-encodable', 'Aztec 的内容太长，放不进一个码');
}

/** Codewords; one whose bits but the last are equal gets a last bit that is not: none is all dark or light (7.2.1). */
function stuffed(bits: readonly number[], wordBits: number): number[] {
  const words: number[] = [];
  for (let at = 0; at < bits.length;) {
    let head = 0;
    // What is missing at the end is dark.
    for (let i = 0; i < wordBits - 1; i += 1) head = head * 2 + (bits[at + i] ?? 1);
    at += wordBits - 1;
    const most = (1 << (wordBits - 1)) - 1;
    if (head === 0) words.push(1);
    else if (head === most) words.push(most * 2);
    else {
      words.push(head * 2 + (bits[at] ?? 1));
      at += 1;
    }
  }
  return words;
}

/** Bits of the mode message: layers and codewords of data, with their check words of four bits (7.3). */
function modeMessage({ isCompact, layers }: AztecSize, data: number): number[] {
  const value = isCompact ? (layers - 1) * 64 + data - 1 : (layers - 1) * 2048 + data - 1;
  const nibbles = isCompact
    ? [value >> 4, value & 15]
    : [value >> 12, (value >> 8) & 15, (value >> 4) & 15, value & 15];
  const words = [...nibbles, ...checkWords(nibbles, isCompact ? 5 : 6, 4)];
  return words.flatMap((word) => [3, 2, 1, 0].map((bit) => (word >> bit) & 1));
}
