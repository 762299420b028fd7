import { expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import type { Intent, Ledger } from '../ledger/ledger.ts';
import {
  prepareBytes,
  pauseTime,
  listEnds,
  EVENTS,
  createLedger,
  PATIENCE_MS,
  createPrinterSettings,
} from './testing.ts';
import { sendAside, sleepFor, waitUntil, startVirtualPrinter } from './testing.ts';
import { startPrinterWorker } from './worker.ts';

pauseTime();

const COUNTS = { exclusive: true, wholeCounter: true } as const;

/** Intent of a label that was in progress when an earlier process was killed. */
const intent = (n: number, change: Partial<Intent> = {}): Intent => ({
  kind: 'intent',
  detailId: String(n),
  attempt: 1,
  fence: 1,
  localId: 'p1',
  base: n - 1,
  at: '2026-11-29T00:00:00.000Z',
  ...change,
});

/** A printer that has printed the first of two labels, and a worker with both in its ledger. */
const restart = async (ctx: TestContext, ledger: Ledger) => {
  const { port, labels } = await startVirtualPrinter(ctx, true);
  sendAside(port, prepareBytes('1'));
  await waitUntil(() => expect(labels()).toBe(1));
  const { promise, resolve } = Promise.withResolvers<ReadonlySet<string> | null>();
  const events = { ...EVENTS, waitForUnstartedTokens: () => promise };
  const worker = startPrinterWorker(createPrinterSettings(port, COUNTS), ledger, events);
  ctx.onTestFinished(() => worker.stop(0));
  return { worker, tellUnbegun: resolve };
};

it(
  'gives back the label that waited for the server at a kill, and proves the one before it',
  async (ctx) => {
    const ledger = await createLedger(ctx);
    await ledger.commit([intent(1)]);
    await ledger.commit([intent(2)]);
    const { tellUnbegun } = await restart(ctx, ledger);
    await sleepFor(10_000);
    // Only the server knows whether the second label was started.
    expect(listEnds(ledger)).toEqual([]);
    tellUnbegun(new Set(ledger.listTokens().slice(-1)));
    await waitUntil(() => expect(listEnds(ledger)).toHaveLength(2));
    expect(listEnds(ledger)).toEqual(['1 printed counter-moved', '2 sending none']);
  },
  PATIENCE_MS,
);

it(
  'takes for begun what may go early, whatever the server knew',
  async (ctx) => {
    const ledger = await createLedger(ctx);
    await ledger.commit([intent(1, { early: true })]);
    await ledger.commit([intent(2, { early: true })]);
    const { tellUnbegun } = await restart(ctx, ledger);
    tellUnbegun(new Set(ledger.listTokens()));
    await waitUntil(() => expect(listEnds(ledger)).toHaveLength(2));
    expect(listEnds(ledger)).toEqual(['1 uncertain none', '2 uncertain none']);
  },
  PATIENCE_MS,
);
