import type { Options } from './options.ts';
import type { Said } from './wire.ts';

/** `job-state` (RFC 8011 §5.3.7). */
export const STATE = {
  pending: 3,
  held: 4,
  processing: 5,
  stopped: 6,
  canceled: 7,
  aborted: 8,
  completed: 9,
} as const;
export type State = (typeof STATE)[keyof typeof STATE];

export type Job = {
  id: number;
  name: string;
  user: string;
  state: State;
  reasons: string[];
  /** Null until the document is complete. */
  document: Buffer | null;
  format: string;
  /** Media size of its page, mm; null when not given. */
  media: { widthMm: number; heightMm: number } | null;
  /** Seconds of the printer's clock; null before the start. */
  begunAt: number | null;
  sheets: number;
};

export const isOver = ({ state }: Job): boolean => state >= STATE.canceled;

/** Attributes reported for a job. */
export const listAttributes = (
  job: Job,
  { sheets, hidesTimes, tellsDocuments, forgetsDocuments }: Options,
): Record<string, Said | readonly Said[]> => {
  const told = { silent: null, right: job.sheets, none: 0, double: job.sheets * 2 }[sheets];
  return {
    'job-id': { integer: job.id },
    'job-name': { name: job.name },
    'job-state': { enum: job.state },
    'job-state-reasons':
      job.reasons.length > 0 ? job.reasons.map((keyword) => ({ keyword })) : { keyword: 'none' },
    ...(told === null ? {} : { 'job-impressions-completed': { integer: told } }),
    ...(tellsDocuments && !(forgetsDocuments && isOver(job))
      ? { 'number-of-documents': { integer: job.document ? 1 : 0 } }
      : {}),
    ...(hidesTimes
      ? {}
      : {
          'time-at-processing':
            job.begunAt === null ? { nothing: 'no-value' } : { integer: job.begunAt },
        }),
  };
};
