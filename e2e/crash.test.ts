import { describe, expect, it } from 'vitest';
import { runRound } from './crash/round.ts';

/** `CRASH_SEED` runs a failed round again. */
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
const MINUTES = 60_000;

const KINDS = ['counting', 'whole', 'busy', 'early', 'close', 'any', 'tspl', 'anyTspl', 'escpos'];

// More of them, for as long as wanted: npm run bench -- crash.
describe.concurrent('a batch of labels while agent, server, connections and printer fail', () => {
  for (const kind of KINDS)
    it(
      `comes out once or is reported uncertain, printer: ${kind}, seed ${seed}`,
      async () => {
        const result = await runRound({ kind, seed, labels: 12, faults: 3 });
        const facts = `seed ${seed}: ${JSON.stringify(result)}`;
        expect(result.lost, facts).toEqual([]);
        expect(result.doubled, facts).toEqual([]);
        expect(result.open, facts).toBe(0);
        expect(result.unknown, facts).toBe(0);
        expect(result.states['failed'], facts).toBeUndefined();
        expect(result.uncertain, facts).toBeLessThanOrEqual(result.allowed ?? Infinity);
      },
      10 * MINUTES,
    );
});
