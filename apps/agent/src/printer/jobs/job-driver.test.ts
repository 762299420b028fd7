import { expect, it } from 'vitest';
import {
  pauseTime,
  listEnds,
  EVENTS,
  createLease,
  createLedger,
  createPrinterSettings,
  sleepFor,
  waitUntil,
} from '../testing.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import { startPrinterWorker } from '../worker.ts';
import type { Job, Spool } from './job.ts';
import { runJobDriver } from './job-driver.ts';
import { createSpoolTrustRecord } from './trust.ts';

/** Minimum feed time of a label, ms. */
const MIN_MS = 281;
const DONE: Omit<Job, 'id'> = {
  state: 'completed',
  reasons: [],
  printedCount: null,
  wasStarted: true,
  documentCount: 1,
  isComplete: true,
};

/**
 * A printer that reports `completed` 20 ms after it received a label. `makesJobMs`: time to create
 * the job.
 */
const earlyPrinter = (makesJobMs: number): PrinterDriver => {
  let submitted = 0;
  const spool: Spool = {
    inspect: () =>
      Promise.resolve({
        isReady: true,
        view: { state: 'idle', stateReasons: [], stateText: '', counter: null },
      }),
    submit: async ({ onStart }) => {
      await sleepFor(makesJobMs);
      onStart?.();
      await sleepFor(20);
      submitted += 1;
      return { kind: 'accepted', id: submitted };
    },
    findByName: () => Promise.resolve([]),
    findById: (id) => Promise.resolve({ ...DONE, id }),
    cancel: () => Promise.resolve(),
    close: () => undefined,
  };
  return {
    getEvidence: () => ['consumed', 'ipp-completed'],
    run: (context) =>
      runJobDriver(context, {
        spool,
        ...createSpoolTrustRecord(context, () => true),
        getMinimumMs: () => MIN_MS,
        toSilentView: () => ({ state: 'stopped', stateReasons: [], stateText: '', counter: null }),
        forgetsPrintedJobs: false,
        pollMs: 0,
      }),
    queryView: () => Promise.resolve(null),
    send: () => Promise.resolve(null),
    unansweredText: '',
    getNoAnswerHint: () => '',
  };
};

pauseTime();

it.for([
  ['the server takes to cover it', 400, 0],
  ['the printer takes to make its job', 0, 400],
] as const)(
  'believes no printer that is done sooner than paper moves, however long %s',
  async ([, coverMs, makesJobMs], ctx) => {
    const ledger = await createLedger(ctx);
    const waitForCover = (): Promise<boolean> => sleepFor(coverMs).then(() => true);
    const driver = earlyPrinter(makesJobMs);
    const worker = startPrinterWorker(
      createPrinterSettings(0),
      ledger,
      { ...EVENTS, waitUntilStored: waitForCover },
      driver,
    );
    ctx.onTestFinished(() => worker.stop(0));
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
  },
);
