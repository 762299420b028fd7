import { isQuick } from './quick.ts';

/** Share of the rounds to run. `TEST_ROUNDS=250` runs a model 250 times as often as `npm run test:full`. */
const SHARE = Number(process.env['TEST_ROUNDS'] ?? (isQuick ? 0.1 : 1));

/** Number of rounds of a property or model test in this run, at least one. `full`: number in the full run. */
export const rounds = (full: number): number => Math.max(1, Math.ceil(full * SHARE));

/**
 * Cases that test the same for other sizes, resolutions or templates: all in the full run, the first and every tenth
 * after it in the quick run.
 */
export const sampleCases = <T>(cases: readonly T[]): T[] => {
  const step = Math.max(1, Math.round(1 / SHARE));
  return cases.filter((_, index) => index % step === 0);
};
