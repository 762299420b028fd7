import { sleepFor } from '../testing.ts';
import { JOB_STATUS, PRINTER_STATUS } from './winspool.ts';
import type { Handle, WindowsJob, WindowsPrinter, Winspool } from './winspool.ts';

/** A job of the fake spooler with the data written to it. */
type Kept = WindowsJob & { bytes: Buffer[]; isWhole: boolean };

export type Spooler = Winspool & {
  /** Printed jobs in order: document name and data. */
  out: { document: string; text: string }[];
  /** Queue data that GetPrinter returns. */
  facts: WindowsPrinter;
  /** Current jobs of the queue. */
  queue: readonly Kept[];
  /** `net stop spooler`: all handles become invalid, calls fail. Complete jobs stay on disk. */
  stop: () => void;
  restart: () => void;
  /** True (initial): the printer accepts data. False: its jobs stay waiting. */
  takes: boolean;
  /** PRINTER_ATTRIBUTE_KEEPPRINTEDJOBS. */
  keeps: boolean;
  /** Number of WritePrinter calls that succeed before one fails. */
  failWriteAfter: number | null;
  /** The next EndDocPrinter ends the job but reports failure. */
  loseEnd: boolean;
  /** Deletes a job as a user does in the queue window. */
  remove: (document: string) => void;
};

const PRINT_MS = 300;
const LOOK_MS = 20;

/**
 * Fake of the Windows spooler as Microsoft documents it (Print Spooler API, winspool.h), with one
 * queue. Job numbers restart with the spooler. Jobs are SPOOLING until EndDocPrinter, then
 * PRINTING, and are removed once printed. Not derived from our driver.
 */
export const createSpooler = (name: string): Spooler => {
  let isRunning = true;
  let generation = 1;
  let nextHandle = 1;
  let nextJob = 1;
  let kept: Kept[] = [];
  const handles = new Map<Handle, { generation: number; writes: Kept | null }>();
  const findHandle = (handle: Handle) => {
    const found = handles.get(handle);
    return isRunning && found?.generation === generation ? found : null;
  };
  const removeJob = (job: Kept): void => {
    kept = kept.filter((item) => item !== job);
  };
  const isPrinting = (job: Kept): boolean => (job.status & JOB_STATUS.printing) !== 0;

  const printOne = async (): Promise<void> => {
    const [job] = kept.filter(({ status }) => (status & JOB_STATUS.printed) === 0);
    if (!isRunning || !job?.isWhole || (spooler.facts.status & PRINTER_STATUS.paused) !== 0) return;
    if ((job.status & JOB_STATUS.paused) !== 0) return;
    if (!spooler.takes) {
      job.status |= JOB_STATUS.printing | JOB_STATUS.offline;
      return;
    }
    job.status = JOB_STATUS.printing;
    const then = generation;
    await sleepFor(PRINT_MS);
    if (generation !== then || !isRunning) return;
    if (!kept.includes(job)) return;
    spooler.out.push({ document: job.document, text: Buffer.concat(job.bytes).toString('latin1') });
    if (spooler.keeps) job.status = JOB_STATUS.printed;
    else removeJob(job);
  };
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void printOne().finally(() => {
      isBusy = false;
    });
  }, LOOK_MS);
  timer.unref();

  const spooler: Spooler = {
    out: [],
    facts: {
      name,
      port: 'USB001',
      driver: 'TSC TTP-244 Pro',
      comment: '',
      attributes: 0,
      status: 0,
    },
    get queue() {
      return kept;
    },
    takes: true,
    keeps: false,
    failWriteAfter: null,
    loseEnd: false,
    stop: () => {
      isRunning = false;
    },
    restart: () => {
      generation += 1;
      nextJob = 1;
      // Incomplete jobs are not resumed.
      kept = kept.filter((job) => job.isWhole);
      for (const job of kept) job.status = 0;
      isRunning = true;
    },
    remove: (document) => {
      const job = kept.find((item) => item.document === document);
      if (!job) return;
      if (!isPrinting(job)) return removeJob(job);
      job.status |= JOB_STATUS.deleting;
      setTimeout(() => removeJob(job), PRINT_MS);
    },
    open: (wanted) => {
      if (!isRunning || wanted.toLowerCase() !== name.toLowerCase()) return Promise.resolve(null);
      nextHandle += 1;
      handles.set(nextHandle, { generation, writes: null });
      return Promise.resolve(nextHandle);
    },
    close: (handle) => {
      handles.delete(handle);
      return Promise.resolve();
    },
    getPrinter: (handle) => Promise.resolve(findHandle(handle) ? { ...spooler.facts } : null),
    listPrinters: () => Promise.resolve(isRunning ? [{ ...spooler.facts }] : null),
    startJob: (handle, document) => {
      const own = findHandle(handle);
      if (!own) return Promise.resolve(null);
      const job: Kept = {
        id: nextJob,
        document,
        status: JOB_STATUS.spooling,
        pagesPrinted: 0,
        bytes: [],
        isWhole: false,
      };
      nextJob += 1;
      kept.push(job);
      own.writes = job;
      return Promise.resolve(job.id);
    },
    write: (handle, bytes) => {
      const job = findHandle(handle)?.writes;
      if (!job) return Promise.resolve(null);
      if (spooler.failWriteAfter === 0) {
        spooler.failWriteAfter = null;
        return Promise.resolve(null);
      }
      // WritePrinter may accept fewer bytes than it gets.
      const taken = bytes.subarray(0, 16);
      if (spooler.failWriteAfter !== null) spooler.failWriteAfter -= 1;
      job.bytes.push(Buffer.from(taken));
      return Promise.resolve(taken.length);
    },
    endJob: (handle) => {
      const own = findHandle(handle);
      if (!own?.writes) return Promise.resolve(false);
      own.writes.isWhole = true;
      own.writes.status &= ~JOB_STATUS.spooling;
      own.writes = null;
      const isLost = spooler.loseEnd;
      spooler.loseEnd = false;
      return Promise.resolve(!isLost);
    },
    abort: (handle) => {
      const own = findHandle(handle);
      if (!own?.writes) return Promise.resolve(false);
      removeJob(own.writes);
      own.writes = null;
      return Promise.resolve(true);
    },
    getJob: (handle, id) => {
      const job = findHandle(handle) ? kept.find((item) => item.id === id) : undefined;
      return Promise.resolve(job ? { ...job } : null);
    },
    listJobs: (handle) =>
      Promise.resolve(findHandle(handle) ? kept.map((job) => ({ ...job })) : null),
    controlJob: (handle, id, what) => {
      const job = findHandle(handle) ? kept.find((item) => item.id === id) : undefined;
      if (!job) return Promise.resolve(false);
      if (what === 'pause') job.status |= JOB_STATUS.paused;
      else spooler.remove(job.document);
      return Promise.resolve(true);
    },
  };
  return spooler;
};
