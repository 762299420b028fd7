import type { PrinterView } from '../view.ts';
import type { Job } from './job.ts';
import { describeJobReasons } from './job-reasons.ts';

const HELD_TEXTS: Readonly<Partial<Record<Job['state'], string>>> = {
  'pending-held': '作业在打印队列里被挂起',
  'processing-stopped': '作业停在打印队列里',
};

/** View of a printer that has a label. A fault of the printer comes before one of the job. */
export const applyJobToView = (view: PrinterView, job: Job): PrinterView => {
  if (view.state === 'stopped') return view;
  const heldText = HELD_TEXTS[job.state];
  if (heldText === undefined) return { ...view, state: 'processing' };
  return { ...view, state: 'stopped', stateText: describeJobReasons(job.reasons) || heldText };
};

/** View after a rejected label, until the next attempt. */
export const createLabelRefusedView = (reason: string): PrinterView => ({
  state: 'stopped',
  stateReasons: ['other-error'],
  stateText: `打印队列不收标签${reason ? `：${reason}` : ''}`,
  counter: null,
});
