import { PRINTER_REASONS } from '@yunbiao/contract/printer-reasons';
import type { PrinterReason } from '@yunbiao/contract/printer-reasons';
import type { Job, JobState, Look } from '../jobs/job.ts';
import { JOB_STATUS, PRINTER_STATUS, WORK_OFFLINE } from './winspool.ts';
import type { WindowsJob, WindowsPrinter } from './winspool.ts';

/** What each bit of a printer's status means; what `stops` it keeps labels from being handed over. */
const MEANING: readonly {
  bit: keyof typeof PRINTER_STATUS;
  reason: PrinterReason;
  stops: boolean;
}[] = [
  { bit: 'doorOpen', reason: 'cover-open', stops: true },
  { bit: 'paperOut', reason: 'media-empty', stops: true },
  { bit: 'manualFeed', reason: 'media-needed', stops: true },
  { bit: 'noToner', reason: 'marker-supply-empty', stops: true },
  { bit: 'paperJam', reason: 'media-jam', stops: true },
  { bit: 'outputBinFull', reason: 'output-area-full', stops: true },
  { bit: 'offline', reason: 'offline', stops: true },
  { bit: 'notAvailable', reason: 'offline', stops: true },
  { bit: 'serverOffline', reason: 'offline', stops: true },
  { bit: 'paused', reason: 'paused', stops: true },
  { bit: 'error', reason: 'other', stops: true },
  { bit: 'paperProblem', reason: 'other', stops: true },
  { bit: 'userIntervention', reason: 'other', stops: true },
  { bit: 'outOfMemory', reason: 'other', stops: true },
  { bit: 'pendingDeletion', reason: 'other', stops: true },
  { bit: 'tonerLow', reason: 'marker-supply-low', stops: false },
  { bit: 'powerSave', reason: 'hibernate', stops: false },
];

const AT_WORK =
  PRINTER_STATUS.ioActive |
  PRINTER_STATUS.busy |
  PRINTER_STATUS.printing |
  PRINTER_STATUS.waiting |
  PRINTER_STATUS.processing |
  PRINTER_STATUS.initializing |
  PRINTER_STATUS.warmingUp;

const QUEUE_ONLY = 'Windows 打印队列只说交给了打印机，不说印完没有';

/** A queue of Windows, in the words of RFC 8011. */
export const getLook = ({
  status,
  attributes,
}: Pick<WindowsPrinter, 'status' | 'attributes'>): Look => {
  const found = MEANING.filter(({ bit }) => (status & PRINTER_STATUS[bit]) !== 0);
  if ((attributes & WORK_OFFLINE) !== 0)
    found.unshift({ bit: 'offline', reason: 'offline', stops: true });
  const stops = new Set(found.filter((one) => one.stops).map(({ reason }) => reason));
  const mild = new Set(found.filter((one) => !one.stops).map(({ reason }) => reason));
  const words = [...stops, ...mild].map((reason) => PRINTER_REASONS[reason]).join('、');
  const busy = (status & AT_WORK) !== 0 ? 'processing' : 'idle';
  return {
    isReady: stops.size === 0,
    view: {
      state: stops.size > 0 ? 'stopped' : busy,
      stateReasons: [...stops, ...[...mild].map((reason) => `${reason}-warning`)],
      stateText: words || QUEUE_ONLY,
      counter: null,
    },
  };
};

/** Bits of a job that say that it was begun. */
const BEGUN =
  JOB_STATUS.printing |
  JOB_STATUS.error |
  JOB_STATUS.offline |
  JOB_STATUS.paperOut |
  JOB_STATUS.blocked |
  JOB_STATUS.userIntervention |
  JOB_STATUS.restart |
  JOB_STATUS.printed |
  JOB_STATUS.complete;

export const wasBegun = ({ status, pagesPrinted }: WindowsJob): boolean =>
  (status & BEGUN) !== 0 || pagesPrinted > 0;

const getState = (status: number): { state: JobState; reasons: string[] } => {
  const is = (...bits: (keyof typeof JOB_STATUS)[]): boolean =>
    bits.some((bit) => (status & JOB_STATUS[bit]) !== 0);
  if (is('printed', 'complete')) return { state: 'completed', reasons: [] };
  if (is('deleting', 'deleted')) return { state: 'canceled', reasons: [] };
  if (is('paused')) return { state: 'pending-held', reasons: ['job-held-by-operator'] };
  if (is('paperOut')) return { state: 'processing-stopped', reasons: ['resources-are-not-ready'] };
  if (is('error', 'offline', 'blocked', 'userIntervention'))
    return { state: 'processing-stopped', reasons: ['printer-stopped'] };
  return { state: is('printing', 'spooling') ? 'processing' : 'pending', reasons: [] };
};

/** A job as the others tell of theirs. That it is there does not say that it came as a whole. */
export const getJob = (job: WindowsJob): Job => ({
  id: job.id,
  ...getState(job.status),
  printed: null,
  begun: wasBegun(job) ? true : null,
  documents: null,
  isWhole: false,
});
