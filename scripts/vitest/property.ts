import fc from 'fast-check';
import { rounds } from './rounds.ts';

/** What a property that does not say runs in the full run: fast-check's own number. */
const DEFAULT_ROUNDS = 100;

fc.configureGlobal({ numRuns: rounds(DEFAULT_ROUNDS) });
