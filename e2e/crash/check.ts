import { expect } from 'vitest';
import { type RoundResult, listWrongs } from './judge.ts';
import { type RoundOptions, runRound } from './round.ts';

/** Attempts within which the bound of uncertain labels must hold once. */
const TIMES = 3;

/**
 * Runs a round. Expects that no label was lost, doubled, torn, left open or stuck at a stopped
 * printer, that every label is reported at the printer that printed it, and that no more are
 * uncertain than the faults explain. On a busy machine the printer or client may pause for a
 * second, which rightly leaves more labels uncertain, so that bound must hold in one of three
 * attempts only. Any other fault fails the first time.
 */
export const checkRound = async (options: RoundOptions): Promise<RoundResult> => {
  for (let time = 1; ; time += 1) {
    const result = await runRound(options);
    const facts = `seed ${options.seed}: ${JSON.stringify(result)}`;
    expect(listWrongs(result), facts).toEqual([]);
    const allowed = result.allowed ?? Infinity;
    if (result.uncertain > allowed && time < TIMES) continue;
    expect(result.uncertain, facts).toBeLessThanOrEqual(allowed);
    return result;
  }
};
