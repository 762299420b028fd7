import { writeBits } from './bits.ts';
import { buildHuffmanCode, createEmptyHuffmanCode } from './huffman.ts';
import type { Code } from './huffman.ts';
import { DISTANCES, FIRST_LENGTH, LITERALS } from './symbols.ts';

/** Order of the code lengths of the code length code (RFC 1951, 3.2.7). */
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/** Maximum length of a code word of the code length code. */
const MAX_LENGTH_WORD = 7;
/** Extra bits of repeat symbols (RFC 1951, 3.2.7). */
const REPEAT_BITS: Readonly<Record<number, number>> = { 16: 2, 17: 3, 18: 7 };

// Reused for every block to avoid allocations.
const lengthCode = createEmptyHuffmanCode(CODE_LENGTH_ORDER.length);
const lengthCounts = new Uint32Array(CODE_LENGTH_ORDER.length);
const allLengths = new Uint8Array(LITERALS + DISTANCES);
/** Code lengths as symbols of the code length code, with the extra bits from bit 8 on. */
const lengthTokens = new Uint16Array(LITERALS + DISTANCES);

export type Header = {
  literals: number;
  distances: number;
  lengths: number;
  tokens: number;
  bits: number;
};

/** Plans how the Huffman codes themselves are written (RFC 1951, 3.2.7). */
export function planCodeLengths(literals: Code, distances: Code): Header {
  const literalEnd = findUsedEnd(literals.lengths, FIRST_LENGTH);
  const distanceEnd = findUsedEnd(distances.lengths, 1);
  allLengths.set(literals.lengths.subarray(0, literalEnd));
  allLengths.set(distances.lengths.subarray(0, distanceEnd), literalEnd);
  lengthCounts.fill(0);
  const count = fillLengthRunTokens(literalEnd + distanceEnd);
  buildHuffmanCode(lengthCounts, MAX_LENGTH_WORD, lengthCode);
  let lengths = CODE_LENGTH_ORDER.length;
  while (lengths > 4 && (lengthCode.lengths[CODE_LENGTH_ORDER[lengths - 1] ?? 0] ?? 0) === 0)
    lengths -= 1;
  let bits = 3 + 5 + 5 + 4 + 3 * lengths;
  for (let symbol = 0; symbol < CODE_LENGTH_ORDER.length; symbol += 1)
    bits +=
      (lengthCounts[symbol] ?? 0) *
      ((lengthCode.lengths[symbol] ?? 0) + (REPEAT_BITS[symbol] ?? 0));
  return { literals: literalEnd, distances: distanceEnd, lengths, tokens: count, bits };
}

function findUsedEnd(lengths: Uint8Array, min: number): number {
  let end = lengths.length;
  while (end > min && lengths[end - 1] === 0) end -= 1;
  return end;
}

/** Fills `lengthTokens` and `lengthCounts`; returns the number of tokens. */
function fillLengthRunTokens(total: number): number {
  let count = 0;
  const pushToken = (symbol: number, extra: number): void => {
    lengthTokens[count] = symbol | (extra << 8);
    lengthCounts[symbol] = (lengthCounts[symbol] ?? 0) + 1;
    count += 1;
  };
  for (let i = 0; i < total;) {
    const value = allLengths[i] ?? 0;
    let repeatsLeft = 1;
    while (i + repeatsLeft < total && allLengths[i + repeatsLeft] === value) repeatsLeft += 1;
    i += repeatsLeft;
    if (value !== 0) {
      pushToken(value, 0);
      repeatsLeft -= 1;
    }
    const max = value === 0 ? 138 : 6;
    while (repeatsLeft >= 3) {
      const run = Math.min(repeatsLeft, max);
      if (value !== 0) pushToken(16, run - 3);
      else if (run < 11) pushToken(17, run - 3);
      else pushToken(18, run - 11);
      repeatsLeft -= run;
    }
    for (; repeatsLeft > 0; repeatsLeft -= 1) pushToken(value, 0);
  }
  return count;
}

export function writeCodeLengths({ literals, distances, lengths, tokens }: Header): void {
  writeBits(literals - FIRST_LENGTH, 5);
  writeBits(distances - 1, 5);
  writeBits(lengths - 4, 4);
  for (let i = 0; i < lengths; i += 1)
    writeBits(lengthCode.lengths[CODE_LENGTH_ORDER[i] ?? 0] ?? 0, 3);
  for (let i = 0; i < tokens; i += 1) {
    const token = lengthTokens[i] ?? 0;
    const symbol = token & 255;
    writeBits(lengthCode.words[symbol] ?? 0, lengthCode.lengths[symbol] ?? 0);
    const extra = REPEAT_BITS[symbol];
    if (extra !== undefined) writeBits(token >> 8, extra);
  }
}
