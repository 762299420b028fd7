import { countAsciiCodewords, FNC1, isDigit, isEdifactCharacter, TRIPLETS } from './tables.ts';

/**
 * States per number of encoded symbols: ASCII; C40, Text and X12 with 0, 1 or 2 values of an open
 * triplet; EDIFACT with 0 to 3 of an open group of four; Base 256 that ends here. The cost of a
 * state is the minimum number of codewords to reach it, without those of open groups.
 */
export const STATES = 15;
export const ASCII = 0;
export const C40 = 1;
export const TEXT = 4;
export const X12 = 7;
export const EDIFACT = 10;
export const BASE256 = 14;
/** Exceeds the capacity of any symbol. */
export const UNREACHABLE = 1 << 20;

/** States that return to ASCII without writing a symbol, and their costs (5.2.5–5.2.9). */
export const EXITS = [C40, TEXT, X12, EDIFACT, EDIFACT + 3, BASE256];
export const EXIT_COSTS = [1, 1, 1, 1, 3, 0];

/** From this many bytes on, Base 256 writes the length in two codewords (5.2.9.1). */
export const LONG_BASE256 = 250;

export type Costs = {
  /** STATES entries per number of encoded symbols, from 0. */
  cost: Int32Array;
  /** Start of the best Base 256 run that ends here. */
  runStart: Uint16Array;
};

/** Reused between calls; replaced when a content is longer than all before. */
let costBuffers: Costs = { cost: new Int32Array(0), runStart: new Uint16Array(0) };

/**
 * Computes the cheapest cost of each state after each symbol. The result is valid until the next
 * call.
 */
export function computeEncodationCosts(symbols: Uint16Array, headerLength: number): Costs {
  const count = symbols.length;
  if (costBuffers.runStart.length <= count) {
    costBuffers = {
      cost: new Int32Array((count + 1) * STATES),
      runStart: new Uint16Array(count + 1),
    };
  }
  const { cost, runStart } = costBuffers;
  cost.fill(UNREACHABLE, 0, STATES);
  cost[ASCII] = headerLength;
  fillLatchCosts(cost, 0, headerLength + 1);
  for (let i = 1; i <= count; i += 1) {
    const symbol = symbols[i - 1] ?? 0;
    const at = i * STATES;
    fillTripletCosts(cost, at + C40, TRIPLETS.c40.counts[symbol] ?? 0);
    fillTripletCosts(cost, at + TEXT, TRIPLETS.text.counts[symbol] ?? 0);
    fillTripletCosts(cost, at + X12, TRIPLETS.x12.counts[symbol] ?? 0);
    fillEdifactCosts(cost, at + EDIFACT, symbol);
    fillBase256Cost(cost, runStart, i, symbol);
    const isPair = i > 1 && isDigit(symbol) && isDigit(symbols[i - 2] ?? 0);
    fillAsciiCost(cost, at, countAsciiCodewords(symbol), isPair);
  }
  return costBuffers;
}

function fillTripletCosts(cost: Int32Array, at: number, values: number): void {
  const before = at - STATES;
  for (let open = 0; open < 3; open += 1) {
    const total = open + values;
    const triplets = total < 3 ? 0 : total < 6 ? 1 : 2;
    cost[at + total - 3 * triplets] =
      values === 0 ? UNREACHABLE : (cost[before + open] ?? UNREACHABLE) + 2 * triplets;
  }
}

function fillEdifactCosts(cost: Int32Array, at: number, symbol: number): void {
  const before = at - STATES;
  const isPossible = isEdifactCharacter(symbol);
  for (let open = 0; open < 4; open += 1) {
    const total =
      open === 0 ? (cost[before + 3] ?? UNREACHABLE) + 3 : (cost[before + open - 1] ?? UNREACHABLE);
    cost[at + open] = isPossible ? total : UNREACHABLE;
  }
}

/**
 * One start is enough: a later start that is no more expensive without the length field stays so,
 * and one that costs a codeword more saves at most the second codeword of the length.
 */
function fillBase256Cost(cost: Int32Array, runStart: Uint16Array, i: number, symbol: number): void {
  const at = i * STATES + BASE256;
  if (symbol === FNC1) {
    cost[at] = UNREACHABLE;
    runStart[i] = i;
    return;
  }
  let start = runStart[i - 1] ?? 0;
  const last = cost[(i - 1) * STATES] ?? UNREACHABLE;
  if (last - (i - 1) <= (cost[start * STATES] ?? UNREACHABLE) - start) start = i - 1;
  runStart[i] = start;
  const count = i - start;
  cost[at] = (cost[start * STATES] ?? UNREACHABLE) + (count < LONG_BASE256 ? 2 : 3) + count;
}

function fillAsciiCost(cost: Int32Array, at: number, codewords: number, isPair: boolean): void {
  let best = (cost[at - STATES] ?? UNREACHABLE) + codewords;
  if (isPair) best = Math.min(best, (cost[at - 2 * STATES] ?? UNREACHABLE) + 1);
  for (let exit = 0; exit < EXITS.length; exit += 1)
    best = Math.min(best, (cost[at + (EXITS[exit] ?? 0)] ?? UNREACHABLE) + (EXIT_COSTS[exit] ?? 0));
  cost[at] = best;
  fillLatchCosts(cost, at, best + 1);
}

function fillLatchCosts(cost: Int32Array, at: number, codewords: number): void {
  cost[at + C40] = Math.min(cost[at + C40] ?? UNREACHABLE, codewords);
  cost[at + TEXT] = Math.min(cost[at + TEXT] ?? UNREACHABLE, codewords);
  cost[at + X12] = Math.min(cost[at + X12] ?? UNREACHABLE, codewords);
  cost[at + EDIFACT] = Math.min(cost[at + EDIFACT] ?? UNREACHABLE, codewords);
}
