import { describe, expect, it } from 'vitest';
import { checkRound } from './crash/check.ts';
import { isQuick } from '../scripts/vitest/quick.ts';
import { noCups } from './support/cups.ts';
import { makeEarlierClient, noEarlierClient, PREVIOUS_RELEASE } from './support/earlier-client.ts';

/** `CRASH_SEED` runs a failed round again. */
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
const MINUTES = 60_000;

const KINDS = ['counting', 'whole', 'busy', 'early', 'close', 'any', 'tspl', 'anyTspl', 'escpos'];

/** Behind a queue of the system. */
const QUEUES = ['cupsQueue', 'ippQueue'];

/** Two that stand in for each other. */
const GROUP = 'counting+tspl';

/** What strikes homes, one after the other; more of it: npm run bench -- crash --homes. */
const HOMES = { counting: ['restore', 'copy'], busy: ['copy', 'restore'] } as const;

/** What of their answers is lost, or seconds late. */
const ANSWERS = [
  ['lost', 'counting'],
  ['late', 'whole'],
  ['overtaken', 'tspl'],
  ['lost', 'escpos'],
] as const;

/** Three across; the other kinds are in columns.test.ts. */
const ROWS = ['busy', 'any'];

const check = async (kind: string, columns: number): Promise<void> => {
  await checkRound({ kind, seed, labels: columns > 1 ? 20 : 12, faults: 3, columns });
};

// More of them, for as long as wanted: npm run bench -- crash.
describe.concurrent('a batch of labels while agent, server, connections and printer fail', () => {
  for (const kind of isQuick ? KINDS.slice(0, 1) : KINDS)
    it(
      `comes out once or is reported uncertain, printer: ${kind}, seed ${seed}`,
      () => check(kind, 1),
      10 * MINUTES,
    );
  if (isQuick) return;
  for (const kind of QUEUES)
    it(
      `comes out once or is reported uncertain, printer: ${kind}, seed ${seed}`,
      async (ctx) => {
        if (noCups) ctx.skip(noCups);
        await check(kind, 1);
      },
      10 * MINUTES,
    );
  it(
    `goes on at the other printer of its group, printers: ${GROUP}, seed ${seed}`,
    async () => {
      const group = { printers: 2, clients: 2 };
      const order = ['out', 'agent'] as const;
      const rounds = { kind: GROUP, labels: 16, faults: 2, group, order };
      // The stop may meet a printer that has begun all it had, and so keeps: not each time.
      let moved = 0;
      for (let time = 0; moved === 0 && time < 3; time += 1)
        ({ moved } = await checkRound({ ...rounds, seed: seed + time }));
      expect(moved).toBeGreaterThan(0);
    },
    30 * MINUTES,
  );
  it(
    `comes out once or is reported uncertain while its client is updated and goes back, seed ${seed}`,
    async (ctx) => {
      const why = noEarlierClient(PREVIOUS_RELEASE);
      if (why) ctx.skip(why);
      const { start: program, remove } = await makeEarlierClient(PREVIOUS_RELEASE);
      try {
        const order = ['upgrade', undefined, 'upgrade'] as const;
        await checkRound({ kind: 'counting', seed, labels: 12, faults: 3, program, order });
      } finally {
        await remove();
      }
    },
    10 * MINUTES,
  );
  for (const [kind, order] of Object.entries(HOMES))
    it(
      `comes out once when the client's home is put back and copied, printer: ${kind}, seed ${seed}`,
      () => checkRound({ kind, seed, labels: 14, faults: order.length, order }),
      10 * MINUTES,
    );
  for (const [answers, kind] of ANSWERS)
    it(
      `comes out once or is reported uncertain where answers are ${answers}, printer: ${kind}, seed ${seed}`,
      async () => void (await checkRound({ kind, seed, labels: 6, faults: 1, answers })),
      10 * MINUTES,
    );
  for (const kind of ROWS)
    it(
      `comes out once or is reported uncertain, three across, printer: ${kind}, seed ${seed}`,
      () => check(kind, 3),
      10 * MINUTES,
    );
});
