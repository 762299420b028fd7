import { expect, it, onTestFinished, vi } from 'vitest';
import { EVENTS, newLedger, printerAt } from './testing.ts';
import { startWorker } from './worker.ts';

it('stops although the clock is set back while a label is under way', async (ctx) => {
  const ledger = await newLedger(ctx);
  const at = '2026-11-21T02:00:00.000Z';
  await ledger.commit([
    { kind: 'intent', detailId: '1', attempt: 1, fence: 1, localId: 'p1', base: 7, at },
  ]);
  const worker = startWorker(printerAt(1), ledger, EVENTS);
  let now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now -= 1000));
  onTestFinished(() => clock.mockRestore());
  await worker.stop(100);
  expect(ledger.entries()).toHaveLength(1);
});
