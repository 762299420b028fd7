import type { Ready } from '../queue.ts';
import type { PrinterView } from '../view.ts';
import type { Silence } from './errors.ts';
import type { Spool } from './job.ts';
import type { Trust } from './settle.ts';

/** A place that takes labels as jobs, and what this process knows of it. */
export type JobPlace = {
  spool: Spool;
  trust: () => Trust;
  learned: (seen: Partial<Pick<Trust, 'isEarly' | 'counts'>>) => void;
  /** The paper of a label cannot come out sooner, ms. */
  leastMs: (ready: Ready) => number;
  /** How it is when it does not answer. */
  silent: (why: Silence) => PrinterView;
  /** It tells nothing more of a job that is printed: gone is how its jobs end. */
  forgetsPrinted: boolean;
  /** Jobs are not asked for more often, ms. */
  askMs: number;
};
