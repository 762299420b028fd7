import {
  ASCII,
  BASE256,
  C40,
  computeEncodationCosts,
  EDIFACT,
  UNREACHABLE,
  LONG_BASE256,
  STATES,
  TEXT,
  X12,
} from './costs.ts';
import type { Costs } from './costs.ts';
import type { SymbolSize } from './sizes.ts';
import type { Symbols } from './symbols.ts';
import { countAsciiCodewords, isDigit } from './tables.ts';
import { traceEncodationSegments } from './trace.ts';
import type { Segment } from './trace.ts';

/**
 * Finds the first size that holds the content, and the shortest encoding for it. Uses dynamic
 * programming in time linear in the content. Returns undefined if no size holds it.
 */
export function findShortestEncodation(
  { header, symbols }: Symbols,
  sizes: readonly SymbolSize[],
): { size: SymbolSize; segments: Segment[] } | undefined {
  const costs = computeEncodationCosts(symbols, header.length);
  const ends = rankEncodationEnds(symbols, costs);
  for (const size of sizes) {
    let best: End | undefined;
    for (const end of ends) {
      const spareCodewords = size.dataCodewords - end.codewords;
      const isPossible = spareCodewords >= 0 && spareCodewords <= end.slack;
      if (isPossible && end.codewords < (best?.codewords ?? UNREACHABLE)) best = end;
    }
    if (best !== undefined)
      return { size, segments: traceEncodationSegments(best.state, best.count, symbols, costs) };
  }
  return undefined;
}

/**
 * A possible end: `state` after `count` symbols, and the rest in ASCII without an unlatch. It is
 * valid for sizes with at least `codewords` and at most `slack` more.
 */
type End = { state: number; count: number; codewords: number; slack: number };

/**
 * Ends that the standard allows. An unlatch may be omitted only at the end of the symbol (5.2.5.2).
 * Padding a last triplet with a shift is not considered because it never saves a codeword: writing
 * some first symbols of the run in ASCII, before the latch, completes the triplets at no higher
 * cost.
 */
function rankEncodationEnds(symbols: Uint16Array, { cost, runStart }: Costs): End[] {
  const length = symbols.length;
  const ends: End[] = [];
  const addEncodationEnd = (
    state: number,
    count: number,
    extraCodewords: number,
    slack: number,
  ): void => {
    const codewords = (cost[count * STATES + state] ?? UNREACHABLE) + extraCodewords;
    if (codewords < UNREACHABLE) ends.push({ state, count, codewords, slack });
  };
  addEncodationEnd(ASCII, length, 0, UNREACHABLE);
  for (const state of [C40, TEXT, X12]) addEncodationEnd(state, length, 0, 0);
  // A length of 0 takes one codeword and means “to the end of the symbol”.
  if (length - (runStart[length] ?? 0) >= LONG_BASE256) addEncodationEnd(BASE256, length, -1, 0);
  // The last codeword of a symbol, or the last two after EDIFACT, may be ASCII: up to four digits.
  for (let trailingCount = 0; trailingCount <= Math.min(4, length); trailingCount += 1) {
    const codewords = measureAsciiLength(symbols, length - trailingCount);
    if (codewords > 2) break;
    addEncodationEnd(EDIFACT, length - trailingCount, codewords, 2 - codewords);
    if (codewords === 1)
      for (const state of [C40, TEXT, X12]) addEncodationEnd(state, length - trailingCount, 1, 0);
  }
  return ends;
}

/** Number of ASCII codewords for the symbols from `start` on. */
function measureAsciiLength(symbols: Uint16Array, start: number): number {
  let length = 0;
  for (let i = start; i < symbols.length; i += 1) {
    const symbol = symbols[i] ?? 0;
    length += countAsciiCodewords(symbol);
    if (isDigit(symbol) && isDigit(symbols[i + 1] ?? 0)) i += 1;
  }
  return length;
}
