import { UnreachableError } from '../../errors.ts';
import { LostAnswerError } from '../jobs/errors.ts';
import type { Job, SpoolState, Spool, Submission, Submitted } from '../jobs/job.ts';
import { toSpoolJob, convertQueueToSpoolState, wasJobStarted } from './states.ts';
import { JOB_STATUS } from './winspool.ts';
import type { Handle, Winspool } from './winspool.ts';

/** Maximum data per WritePrinter call, bytes. */
const CHUNK_BYTES = 64 * 1024;

const SPOOLER_OFF_TEXT = 'Windows 的打印服务（Print Spooler）没有开着';
const DENIED_TEXT = '打不开 Windows 打印队列：没有权限，或者打印服务正在启动';

export const describeMissingQueue = (queue: string): string => `这台电脑上没有叫 ${queue} 的打印机`;

const createMissingQueueState = (queue: string): SpoolState => ({
  isReady: false,
  view: {
    state: 'stopped',
    stateReasons: ['other-error'],
    stateText: describeMissingQueue(queue).slice(0, 200),
    counter: null,
  },
});

/** Describes a job that was deleted before it started. */
const createCancelledJob = (id: number): Job => ({
  id,
  state: 'canceled',
  reasons: [],
  printedCount: null,
  wasStarted: false,
  documentCount: null,
  isComplete: false,
});

/** Submits a label on this printer handle. */
const writeJob = async (
  winspool: Winspool,
  handle: Handle,
  { name, bytes, onStart }: Submission,
): Promise<Submitted> => {
  // From now on a person may see the job and delete it.
  onStart?.();
  const id = await winspool.startJob(handle, name);
  if (id === null) return { kind: 'refused', why: 'Windows 打印服务没有建作业' };
  let acceptedBytes = 0;
  while (acceptedBytes < bytes.length) {
    const writtenBytes = await winspool.write(
      handle,
      bytes.subarray(acceptedBytes, acceptedBytes + CHUNK_BYTES),
    );
    if (writtenBytes === null || writtenBytes <= 0) {
      const isGivenUp = await winspool.abort(handle);
      // A queue may print while it is written to. So a retry is safe only if no byte was accepted.
      return isGivenUp && acceptedBytes === 0
        ? { kind: 'refused', why: 'Windows 打印服务没有收数据' }
        : { kind: 'lost', id, why: '没有收全' };
    }
    acceptedBytes += writtenBytes;
  }
  const hasEnded = await winspool.endJob(handle);
  return hasEnded ? { kind: 'accepted', id } : { kind: 'lost', id, why: '没有说收完' };
};

/**
 * Creates the function that opens the queue, works with its handle and closes it. Throws
 * UnreachableError when the queue cannot be opened.
 */
const createQueueAccess =
  (queue: string, winspool: Winspool) =>
  async <Result>(work: (handle: Handle) => Promise<Result>): Promise<Result> => {
    const handle = await winspool.open(queue);
    if (handle === null) {
      const names = await winspool.listPrinters();
      throw names === null
        ? new UnreachableError('', SPOOLER_OFF_TEXT)
        : new UnreachableError('', DENIED_TEXT);
    }
    try {
      return await work(handle);
    } finally {
      await winspool.close(handle);
    }
  };

/**
 * Creates the spool of a Windows queue. Opens the queue for each operation: a handle does not
 * outlive the spooler, and a restarted spooler answers the next operation. Windows reports existing
 * jobs only.
 */
export const createWindowsSpool = (queue: string, winspool: Winspool): Spool => {
  /** Observed jobs, and whether they had been started. */
  const startedById = new Map<number, boolean>();
  /** Jobs deleted while paused and never started. */
  const neverStartedIds = new Set<number>();
  const runWithOpenQueue = createQueueAccess(queue, winspool);
  /**
   * Checks that the queue answers, so that an unreported job does not exist. Throws
   * LostAnswerError.
   */
  const requireQueueAnswer = async (handle: Handle): Promise<void> => {
    if ((await winspool.getPrinter(handle)) === null) throw new LostAnswerError(SPOOLER_OFF_TEXT);
  };
  return {
    inspect: async () => {
      const names = await winspool.listPrinters();
      if (names === null) throw new UnreachableError('', SPOOLER_OFF_TEXT);
      const isThere = names.some(({ name }) => name.toLowerCase() === queue.toLowerCase());
      // A remote queue may be opened although it is not in the list.
      if (!isThere && !queue.startsWith('\\\\')) return createMissingQueueState(queue);
      return runWithOpenQueue(async (handle) => {
        const printer = await winspool.getPrinter(handle);
        if (printer === null) throw new LostAnswerError(SPOOLER_OFF_TEXT);
        return convertQueueToSpoolState(printer);
      });
    },
    submit: (submission) => runWithOpenQueue((handle) => writeJob(winspool, handle, submission)),
    findByName: (name) =>
      runWithOpenQueue(async (handle) => {
        const jobs = await winspool.listJobs(handle);
        if (jobs === null) await requireQueueAnswer(handle);
        return (jobs ?? []).filter(({ document }) => document === name).map(toSpoolJob);
      }),
    findById: (id, name) =>
      runWithOpenQueue(async (handle) => {
        const job = await winspool.getJob(handle, id);
        if (job === null) await requireQueueAnswer(handle);
        if (job?.document !== name) return neverStartedIds.has(id) ? createCancelledJob(id) : null;
        startedById.set(id, (startedById.get(id) ?? false) || wasJobStarted(job));
        const current = toSpoolJob(job);
        return current.state === 'canceled' && neverStartedIds.has(id)
          ? createCancelledJob(id)
          : current;
      }),
    cancel: (id) =>
      runWithOpenQueue(async (handle) => {
        // A paused job does not start any more, so its state is final.
        await winspool.controlJob(handle, id, 'pause');
        const job = await winspool.getJob(handle, id);
        const isPaused = job !== null && (job.status & JOB_STATUS.paused) !== 0;
        const wasNeverStarted = isPaused && !wasJobStarted(job) && startedById.get(id) === false;
        if ((await winspool.controlJob(handle, id, 'delete')) && wasNeverStarted)
          neverStartedIds.add(id);
      }),
    close: () => undefined,
  };
};
