import { isQuick } from './quick.ts';

/** Share of the rounds that are run; `TEST_ROUNDS=250` runs a model 250 times as long as `npm run test:full` does. */
const SHARE = Number(process.env['TEST_ROUNDS'] ?? (isQuick ? 0.1 : 1));

/** How many rounds a property or model test runs of those it has in the full run: one at least. */
export const rounds = (full: number): number => Math.max(1, Math.ceil(full * SHARE));

/**
 * Cases that each say the same of another size, resolution or template: all of them in the full run, the first and every
 * tenth after it in the quick one.
 */
export const sampleCases = <T>(cases: readonly T[]): T[] => {
  const step = Math.max(1, Math.round(1 / SHARE));
  return cases.filter((_, index) => index % step === 0);
};
