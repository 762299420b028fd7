import type { PrinterView } from '../view.ts';
import type { Job } from './job.ts';
import { jobWords } from './words.ts';

const STANDS: Readonly<Partial<Record<Job['state'], string>>> = {
  'pending-held': '作业在打印队列里被挂起',
  'processing-stopped': '作业停在打印队列里',
};

/** A printer while it has a label: what stops that is said, of the printer first. */
export const viewOfJob = (view: PrinterView, job: Job): PrinterView => {
  if (view.state === 'stopped') return view;
  const stands = STANDS[job.state];
  if (stands === undefined) return { ...view, state: 'processing' };
  return { ...view, state: 'stopped', stateText: jobWords(job.reasons) || stands };
};

/** It turned a label away, and will be asked again. */
export const refusedView = (why: string): PrinterView => ({
  state: 'stopped',
  stateReasons: ['other-error'],
  stateText: `打印队列不收标签${why ? `：${why}` : ''}`,
  counter: null,
});
