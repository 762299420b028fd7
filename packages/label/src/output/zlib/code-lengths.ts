import { write } from './bits.ts';
import { buildCode, emptyCode } from './huffman.ts';
import type { Code } from './huffman.ts';
import { DISTANCES, FIRST_LENGTH, LITERALS } from './symbols.ts';

/** In which order the lengths of the code for code lengths come (RFC 1951, 3.2.7). */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/** Of the code for code lengths. */
const LONGEST_LENGTH_WORD = 7;
/** What is added to a code length: bits of repeats (RFC 1951, 3.2.7). */
const REPEAT_BITS: Readonly<Record<number, number>> = { 16: 2, 17: 3, 18: 7 };

// Used again for every block: no label pays for them.
const lengthCode = emptyCode(ORDER.length);
const lengthCounts = new Uint32Array(ORDER.length);
const allLengths = new Uint8Array(LITERALS + DISTANCES);
/** Code lengths as symbols of their own code, with what is added above bit 8. */
const lengthTokens = new Uint16Array(LITERALS + DISTANCES);

export type Header = {
  literals: number;
  distances: number;
  lengths: number;
  tokens: number;
  bits: number;
};

/** How the codes themselves are written (RFC 1951, 3.2.7). */
export function planLengths(literals: Code, distances: Code): Header {
  const literalEnd = lastUsed(literals.lengths, FIRST_LENGTH);
  const distanceEnd = lastUsed(distances.lengths, 1);
  allLengths.set(literals.lengths.subarray(0, literalEnd));
  allLengths.set(distances.lengths.subarray(0, distanceEnd), literalEnd);
  lengthCounts.fill(0);
  const count = listRuns(literalEnd + distanceEnd);
  buildCode(lengthCounts, LONGEST_LENGTH_WORD, lengthCode);
  let lengths = ORDER.length;
  while (lengths > 4 && (lengthCode.lengths[ORDER[lengths - 1] ?? 0] ?? 0) === 0) lengths -= 1;
  let bits = 3 + 5 + 5 + 4 + 3 * lengths;
  for (let symbol = 0; symbol < ORDER.length; symbol += 1)
    bits +=
      (lengthCounts[symbol] ?? 0) *
      ((lengthCode.lengths[symbol] ?? 0) + (REPEAT_BITS[symbol] ?? 0));
  return { literals: literalEnd, distances: distanceEnd, lengths, tokens: count, bits };
}

function lastUsed(lengths: Uint8Array, least: number): number {
  let end = lengths.length;
  while (end > least && lengths[end - 1] === 0) end -= 1;
  return end;
}

/** Fills `lengthTokens` and `lengthCounts`; returns how many there are. */
function listRuns(total: number): number {
  let count = 0;
  const put = (symbol: number, extra: number): void => {
    lengthTokens[count] = symbol | (extra << 8);
    lengthCounts[symbol] = (lengthCounts[symbol] ?? 0) + 1;
    count += 1;
  };
  for (let i = 0; i < total;) {
    const value = allLengths[i] ?? 0;
    let left = 1;
    while (i + left < total && allLengths[i + left] === value) left += 1;
    i += left;
    if (value !== 0) {
      put(value, 0);
      left -= 1;
    }
    const most = value === 0 ? 138 : 6;
    while (left >= 3) {
      const run = Math.min(left, most);
      if (value !== 0) put(16, run - 3);
      else if (run < 11) put(17, run - 3);
      else put(18, run - 11);
      left -= run;
    }
    for (; left > 0; left -= 1) put(value, 0);
  }
  return count;
}

export function writeLengths({
  literals: ends,
  distances: far,
  lengths,
  tokens: count,
}: Header): void {
  write(ends - FIRST_LENGTH, 5);
  write(far - 1, 5);
  write(lengths - 4, 4);
  for (let i = 0; i < lengths; i += 1) write(lengthCode.lengths[ORDER[i] ?? 0] ?? 0, 3);
  for (let i = 0; i < count; i += 1) {
    const token = lengthTokens[i] ?? 0;
    const symbol = token & 255;
    write(lengthCode.words[symbol] ?? 0, lengthCode.lengths[symbol] ?? 0);
    const extra = REPEAT_BITS[symbol];
    if (extra !== undefined) write(token >> 8, extra);
  }
}
