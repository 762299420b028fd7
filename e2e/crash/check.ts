import { expect } from 'vitest';
import { type RoundResult, listWrongs } from './judge.ts';
import { type RoundOptions, runRound } from './round.ts';

/** Rounds until the bound of what may be uncertain must have held once. */
const TIMES = 3;

/**
 * Runs a round and expects that nothing was lost, doubled, torn, left open or stuck at a printer that stopped, all is said
 * to be at the printer it came out of, and no more uncertain than its faults explain. A machine so busy that the printer, or who asks it, stood still for a second leaves labels uncertain, too, and
 * rightly: the bound must hold in one of three. Whatever else is wrong is wrong the first time.
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
