import { describe, expect, it } from 'vitest';
import { checkRound } from './crash/check.ts';
import type { Fault } from './crash/printer-kind.ts';
import { runRound } from './crash/round.ts';

const MINUTES = 60_000;
const SEED = 20_261_123;

/** Separate server, print client and printer; each printer follows its vendor's manual. */
const PRINTERS = [
  ['ZPL, counting', 'counting'],
  ['TSPL', 'tspl'],
  ['ESC/POS', 'escpos'],
] as const;

const FAULTS: readonly (readonly [string, readonly Fault[]])[] = [
  ['the paper runs out', ['stop', 'stop']],
  ['the power goes', ['power', 'power']],
  ['the connection breaks', ['cut', 'cut']],
  ['the print client is killed', ['agent', 'agent']],
];

// Sequential: fifteen sites that start at once leave a print client without CPU for a second. It
// then misses the printer's answer and rightly reports only `sent`.
describe('a roll with three labels across', () => {
  it.each(PRINTERS)(
    'has seven labels come out as three rows, each in its place: %s',
    async (_words, kind) => {
      const proved: unknown[] = [];
      // The rows must be correct every time; evidence for each label, in one of three.
      for (let time = 0; time < 3 && !proved.includes(7); time += 1) {
        const result = await runRound({ kind, seed: SEED, labels: 7, faults: 0, columns: 3 });
        expect(result.whole, JSON.stringify(result)).toEqual(['1+2+3', '4+5+6', '7']);
        const { printed = 0, sent = 0, ...others } = result.states;
        expect([printed + sent, others], JSON.stringify(result)).toEqual([7, {}]);
        proved.push(printed);
      }
      expect(proved).toContain(7);
    },
    10 * MINUTES,
  );
});

describe.concurrent('a roll with three labels across, in trouble', () => {
  for (const [words, kind] of PRINTERS) {
    for (const [what, order] of FAULTS)
      it(
        `loses and doubles nothing when ${what} in the middle of a row: ${words}`,
        async () => {
          await checkRound({
            kind,
            seed: SEED,
            labels: 13,
            faults: order.length,
            columns: 3,
            order,
          });
        },
        10 * MINUTES,
      );
  }
});
