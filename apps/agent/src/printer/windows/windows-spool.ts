import { UnreachableError } from '../../errors.ts';
import { LostAnswerError } from '../jobs/errors.ts';
import type { Job, Look, Spool, Submission, Submitted } from '../jobs/job.ts';
import { getJob, getLook, wasBegun } from './states.ts';
import { JOB_STATUS } from './winspool.ts';
import type { Handle, Winspool } from './winspool.ts';

/** What is given to one WritePrinter, bytes. */
const CHUNK = 64 * 1024;

const OFF = 'Windows 的打印服务（Print Spooler）没有开着';
const DENIED = '打不开 Windows 打印队列：没有权限，或者打印服务正在启动';

export const missing = (queue: string): string => `这台电脑上没有叫 ${queue} 的打印机`;

const missingLook = (queue: string): Look => ({
  isReady: false,
  view: {
    state: 'stopped',
    stateReasons: ['other-error'],
    stateText: missing(queue).slice(0, 200),
    counter: null,
  },
});

/** Gives a label to the spooler, whose handle this is. */
const hand = async (
  winspool: Winspool,
  handle: Handle,
  { name, bytes, onStart }: Submission,
): Promise<Submitted> => {
  // From now on a person may see the job, and delete it.
  onStart?.();
  const id = await winspool.begin(handle, name);
  if (id === null) return { kind: 'refused', why: 'Windows 打印服务没有建作业' };
  let taken = 0;
  while (taken < bytes.length) {
    const more = await winspool.write(handle, bytes.subarray(taken, taken + CHUNK));
    if (more === null || more <= 0) {
      const isGivenUp = await winspool.abort(handle);
      // A queue may print while it is written to: only of nothing at all nothing comes out.
      return isGivenUp && taken === 0
        ? { kind: 'refused', why: 'Windows 打印服务没有收数据' }
        : { kind: 'lost', id, why: '没有收全' };
    }
    taken += more;
  }
  const hasEnded = await winspool.end(handle);
  return hasEnded ? { kind: 'accepted', id } : { kind: 'lost', id, why: '没有说收完' };
};

/**
 * A queue of Windows. It is opened for each thing that is asked of it: a handle does not outlive the spooler, and one that
 * was started again answers the next question. It tells of a job as long as there is one; what is gone it does not know.
 */
export const createWindowsSpool = (queue: string, winspool: Winspool): Spool => {
  /** Of jobs that were seen: whether they had been begun by then. */
  const begun = new Map<number, boolean>();
  /** Taken out of the queue while they stood there and had not been begun. */
  const neverBegun = new Set<number>();

  /** @throws UnreachableError, LostAnswerError when it is not there */
  const withQueue = async <Result>(work: (handle: Handle) => Promise<Result>): Promise<Result> => {
    const handle = await winspool.open(queue);
    if (handle === null) {
      const names = await winspool.printers();
      throw names === null ? new UnreachableError('', OFF) : new UnreachableError('', DENIED);
    }
    try {
      return await work(handle);
    } finally {
      await winspool.close(handle);
    }
  };
  /** It answers: what it does not tell of is not there. @throws LostAnswerError */
  const requireAnswer = async (handle: Handle): Promise<void> => {
    if ((await winspool.printer(handle)) === null) throw new LostAnswerError(OFF);
  };
  const cancelledJob = (id: number): Job => ({
    id,
    state: 'canceled',
    reasons: [],
    printed: null,
    begun: false,
    documents: null,
    isWhole: false,
  });
  return {
    look: async () => {
      const names = await winspool.printers();
      if (names === null) throw new UnreachableError('', OFF);
      const isThere = names.some(({ name }) => name.toLowerCase() === queue.toLowerCase());
      // A queue of another machine may be opened though it is not in the list.
      if (!isThere && !queue.startsWith('\\\\')) return missingLook(queue);
      return withQueue(async (handle) => {
        const printer = await winspool.printer(handle);
        if (printer === null) throw new LostAnswerError(OFF);
        return getLook(printer);
      });
    },
    submit: (submission) => withQueue((handle) => hand(winspool, handle, submission)),
    find: (name) =>
      withQueue(async (handle) => {
        const jobs = await winspool.jobs(handle);
        if (jobs === null) await requireAnswer(handle);
        return (jobs ?? []).filter(({ document }) => document === name).map(getJob);
      }),
    job: (id, name) =>
      withQueue(async (handle) => {
        const job = await winspool.job(handle, id);
        if (job === null) await requireAnswer(handle);
        if (job?.document !== name) return neverBegun.has(id) ? cancelledJob(id) : null;
        begun.set(id, (begun.get(id) ?? false) || wasBegun(job));
        const found = getJob(job);
        return found.state === 'canceled' && neverBegun.has(id) ? cancelledJob(id) : found;
      }),
    cancel: (id) =>
      withQueue(async (handle) => {
        // One that stands there does not begin any more: so it is known whether it had.
        await winspool.control(handle, id, 'pause');
        const job = await winspool.job(handle, id);
        const stands = job !== null && (job.status & JOB_STATUS.paused) !== 0;
        const isUnbegun = stands && !wasBegun(job) && begun.get(id) === false;
        if ((await winspool.control(handle, id, 'delete')) && isUnbegun) neverBegun.add(id);
      }),
    close: () => undefined,
  };
};
