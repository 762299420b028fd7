import {
  ASCII,
  BASE256,
  C40,
  computeCosts,
  EDIFACT,
  FAR,
  LONG_BASE256,
  STATES,
  TEXT,
  X12,
} from './costs.ts';
import type { Costs } from './costs.ts';
import type { SymbolSize } from './sizes.ts';
import type { Symbols } from './symbols.ts';
import { asciiCodewords, isDigit } from './tables.ts';
import { segmentsTo } from './trace.ts';
import type { Segment } from './trace.ts';

/**
 * The first of the sizes that holds the content and the shortest way to write it there, found by
 * dynamic programming in time linear in the content; undefined when none holds it.
 */
export function shortestSegments(
  { header, symbols }: Symbols,
  sizes: readonly SymbolSize[],
): { size: SymbolSize; segments: Segment[] } | undefined {
  const costs = computeCosts(symbols, header.length);
  const ends = rankEnds(symbols, costs);
  for (const size of sizes) {
    let best: End | undefined;
    for (const end of ends) {
      const left = size.dataCodewords - end.codewords;
      const isPossible = left >= 0 && left <= end.slack;
      if (isPossible && end.codewords < (best?.codewords ?? FAR)) best = end;
    }
    if (best !== undefined)
      return { size, segments: segmentsTo(best.state, best.count, symbols, costs) };
  }
  return undefined;
}

/**
 * A way to end: in `state` after `count` symbols, the rest in ASCII without an unlatch. It holds where the
 * size has at least `codewords` and at most `slack` more.
 */
type End = { state: number; count: number; codewords: number; slack: number };

/**
 * The ends the standard allows. What leaves an unlatch out is tied to the end of the size (5.2.5.2). Missing
 * is a last triplet filled up with a shift: it never saves anything, as some first symbols of its run can be
 * written in ASCII, ahead of the latch, so that the triplets come out even in no more codewords.
 */
function rankEnds(symbols: Uint16Array, { cost, runStart }: Costs): End[] {
  const length = symbols.length;
  const ends: End[] = [];
  const add = (state: number, count: number, more: number, slack: number): void => {
    const codewords = (cost[count * STATES + state] ?? FAR) + more;
    if (codewords < FAR) ends.push({ state, count, codewords, slack });
  };
  add(ASCII, length, 0, FAR);
  for (const state of [C40, TEXT, X12]) add(state, length, 0, 0);
  // A length of 0 is one codeword and means up to the end.
  if (length - (runStart[length] ?? 0) >= LONG_BASE256) add(BASE256, length, -1, 0);
  // The last codeword of a size, and the last two after EDIFACT, are ASCII: up to four digits.
  for (let rest = 0; rest <= Math.min(4, length); rest += 1) {
    const codewords = asciiLength(symbols, length - rest);
    if (codewords > 2) break;
    add(EDIFACT, length - rest, codewords, 2 - codewords);
    if (codewords === 1) for (const state of [C40, TEXT, X12]) add(state, length - rest, 1, 0);
  }
  return ends;
}

/** Codewords of the symbols from `start` on in ASCII. */
function asciiLength(symbols: Uint16Array, start: number): number {
  let length = 0;
  for (let i = start; i < symbols.length; i += 1) {
    const symbol = symbols[i] ?? 0;
    length += asciiCodewords(symbol);
    if (isDigit(symbol) && isDigit(symbols[i + 1] ?? 0)) i += 1;
  }
  return length;
}
