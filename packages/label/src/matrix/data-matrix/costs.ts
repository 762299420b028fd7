import { asciiCodewords, FNC1, isDigit, isEdifact, TRIPLETS } from './tables.ts';

/**
 * For each count of symbols written, the fewest codewords that lead to each state: ASCII; C40, Text and
 * X12 with 0, 1 or 2 values of a triplet open; EDIFACT with 0 to 3 of a group of four open; Base 256
 * ending here. Codewords of what is open are not counted yet.
 */
export const STATES = 15;
export const ASCII = 0;
export const C40 = 1;
export const TEXT = 4;
export const X12 = 7;
export const EDIFACT = 10;
export const BASE256 = 14;
/** More than any symbol holds. */
export const FAR = 1 << 20;

/** States that go back to ASCII without writing a symbol, and what that takes (5.2.5–5.2.9). */
export const EXITS = [C40, TEXT, X12, EDIFACT, EDIFACT + 3, BASE256];
export const EXIT_COSTS = [1, 1, 1, 1, 3, 0];

/** From this many bytes on, Base 256 writes their number in two codewords (5.2.9.1). */
export const LONG_BASE256 = 250;

export type Costs = {
  /** STATES for each count of symbols, from 0 on. */
  cost: Int32Array;
  /** Where the best Base 256 run that ends here starts. */
  runStart: Uint16Array;
};

/** Kept from call to call; replaced when a content is longer than any before. */
let kept: Costs = { cost: new Int32Array(0), runStart: new Uint16Array(0) };

/** Valid until the next call. */
export function computeCosts(symbols: Uint16Array, headerLength: number): Costs {
  const count = symbols.length;
  if (kept.runStart.length <= count) {
    kept = {
      cost: new Int32Array((count + 1) * STATES),
      runStart: new Uint16Array(count + 1),
    };
  }
  const { cost, runStart } = kept;
  cost.fill(FAR, 0, STATES);
  cost[ASCII] = headerLength;
  latch(cost, 0, headerLength + 1);
  for (let i = 1; i <= count; i += 1) {
    const symbol = symbols[i - 1] ?? 0;
    const at = i * STATES;
    fillTriplets(cost, at + C40, TRIPLETS.c40.counts[symbol] ?? 0);
    fillTriplets(cost, at + TEXT, TRIPLETS.text.counts[symbol] ?? 0);
    fillTriplets(cost, at + X12, TRIPLETS.x12.counts[symbol] ?? 0);
    fillEdifact(cost, at + EDIFACT, symbol);
    fillBase256(cost, runStart, i, symbol);
    const isPair = i > 1 && isDigit(symbol) && isDigit(symbols[i - 2] ?? 0);
    fillAscii(cost, at, asciiCodewords(symbol), isPair);
  }
  return kept;
}

function fillTriplets(cost: Int32Array, at: number, values: number): void {
  const before = at - STATES;
  for (let open = 0; open < 3; open += 1) {
    const total = open + values;
    const triplets = total < 3 ? 0 : total < 6 ? 1 : 2;
    cost[at + total - 3 * triplets] =
      values === 0 ? FAR : (cost[before + open] ?? FAR) + 2 * triplets;
  }
}

function fillEdifact(cost: Int32Array, at: number, symbol: number): void {
  const before = at - STATES;
  const isPossible = isEdifact(symbol);
  for (let open = 0; open < 4; open += 1) {
    const total = open === 0 ? (cost[before + 3] ?? FAR) + 3 : (cost[before + open - 1] ?? FAR);
    cost[at + open] = isPossible ? total : FAR;
  }
}

/**
 * One start is enough to remember: a later one that is no dearer without the length stays no dearer,
 * and one that is dearer by a codeword saves at most the second codeword of the length.
 */
function fillBase256(cost: Int32Array, runStart: Uint16Array, i: number, symbol: number): void {
  const at = i * STATES + BASE256;
  if (symbol === FNC1) {
    cost[at] = FAR;
    runStart[i] = i;
    return;
  }
  let start = runStart[i - 1] ?? 0;
  const last = cost[(i - 1) * STATES] ?? FAR;
  if (last - (i - 1) <= (cost[start * STATES] ?? FAR) - start) start = i - 1;
  runStart[i] = start;
  const count = i - start;
  cost[at] = (cost[start * STATES] ?? FAR) + (count < LONG_BASE256 ? 2 : 3) + count;
}

function fillAscii(cost: Int32Array, at: number, codewords: number, isPair: boolean): void {
  let best = (cost[at - STATES] ?? FAR) + codewords;
  if (isPair) best = Math.min(best, (cost[at - 2 * STATES] ?? FAR) + 1);
  for (let exit = 0; exit < EXITS.length; exit += 1)
    best = Math.min(best, (cost[at + (EXITS[exit] ?? 0)] ?? FAR) + (EXIT_COSTS[exit] ?? 0));
  cost[at] = best;
  latch(cost, at, best + 1);
}

function latch(cost: Int32Array, at: number, codewords: number): void {
  cost[at + C40] = Math.min(cost[at + C40] ?? FAR, codewords);
  cost[at + TEXT] = Math.min(cost[at + TEXT] ?? FAR, codewords);
  cost[at + X12] = Math.min(cost[at + X12] ?? FAR, codewords);
  cost[at + EDIFACT] = Math.min(cost[at + EDIFACT] ?? FAR, codewords);
}
