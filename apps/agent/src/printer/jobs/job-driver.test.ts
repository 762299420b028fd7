import { expect, it } from 'vitest';
import { calmTime, ends, EVENTS, lease, newLedger, printerAt, sleep, until } from '../testing.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import { startWorker } from '../worker.ts';
import type { Job, Spool } from './job.ts';
import { runJobDriver } from './job-driver.ts';
import { trustIn } from './trust.ts';

/** Least time of a label's paper, ms. */
const MIN_MS = 281;
const DONE: Omit<Job, 'id'> = {
  state: 'completed',
  reasons: [],
  printed: null,
  begun: true,
  documents: 1,
  isWhole: true,
};

/** A printer that says `completed` 20 ms after it has a label, which it gets so long after it was asked for a job. */
const earlyPrinter = (makesJobMs: number): PrinterDriver => {
  let submitted = 0;
  const spool: Spool = {
    look: () =>
      Promise.resolve({
        isReady: true,
        view: { state: 'idle', stateReasons: [], stateText: '', counter: null },
      }),
    submit: async ({ onStart }) => {
      await sleep(makesJobMs);
      onStart?.();
      await sleep(20);
      submitted += 1;
      return { kind: 'accepted', id: submitted };
    },
    find: () => Promise.resolve([]),
    job: (id) => Promise.resolve({ ...DONE, id }),
    cancel: () => Promise.resolve(),
    close: () => undefined,
  };
  return {
    getEvidence: () => ['consumed', 'ipp-completed'],
    run: (desk) =>
      runJobDriver(desk, {
        spool,
        ...trustIn(desk, () => true),
        leastMs: () => MIN_MS,
        silent: () => ({ state: 'stopped', stateReasons: [], stateText: '', counter: null }),
        forgetsPrinted: false,
        askMs: 0,
      }),
    ask: () => Promise.resolve(null),
    send: () => Promise.resolve(null),
    unanswered: '',
    ifNeverAnswers: () => '',
  };
};

calmTime();

it.for([
  ['the server takes to cover it', 400, 0],
  ['the printer takes to make its job', 0, 400],
] as const)(
  'believes no printer that is done sooner than paper moves, however long %s',
  async ([, coverMs, makesJobMs], ctx) => {
    const ledger = await newLedger(ctx);
    const cover = (): Promise<boolean> => sleep(coverMs).then(() => true);
    const driver = earlyPrinter(makesJobMs);
    const worker = startWorker(printerAt(0), ledger, { ...EVENTS, cover }, driver);
    ctx.onTestFinished(() => worker.stop(0));
    worker.offer([lease(1)]);
    await until(() => expect(ends(ledger)).toEqual(['1 sent consumed']));
  },
);
