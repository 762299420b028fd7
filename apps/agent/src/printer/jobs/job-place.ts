import type { PreparedLabel } from '../queue.ts';
import type { PrinterView } from '../view.ts';
import type { NoAnswerError } from './errors.ts';
import type { Spool } from './job.ts';
import type { Trust } from './resolve-job.ts';

/** A spool with the observed behaviour of its printer. */
export type JobPlace = {
  spool: Spool;
  getTrust: () => Trust;
  recordTrust: (observedTrust: Partial<Pick<Trust, 'isEarly' | 'countsSheets'>>) => void;
  /** Minimum paper time of a label, ms. */
  getMinimumMs: (ready: PreparedLabel) => number;
  /** View while the printer does not answer. */
  toSilentView: (noAnswerError: NoAnswerError) => PrinterView;
  /** The spool forgets printed jobs: a job ends by disappearing. */
  forgetsPrintedJobs: boolean;
  /** Minimum poll interval for jobs, ms. */
  pollMs: number;
};
