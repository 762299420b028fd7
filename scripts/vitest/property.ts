import fc from 'fast-check';
import { rounds } from './rounds.ts';

/** Rounds of a property without a number in the full run: the default of fast-check. */
const DEFAULT_ROUNDS = 100;

fc.configureGlobal({ numRuns: rounds(DEFAULT_ROUNDS) });
