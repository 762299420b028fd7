import { PRINTER_REASONS } from '@yunbiao/contract/gateway/printer-reasons';
import type { PrinterReason } from '@yunbiao/contract/gateway/printer-reasons';
import type { Job, JobState, SpoolState } from '../jobs/job.ts';
import { JOB_STATUS, PRINTER_STATUS, WORK_OFFLINE } from './winspool.ts';
import type { WindowsJob, WindowsPrinter } from './winspool.ts';

/** Meaning of each printer status bit. `stops`: no labels are submitted. */
const STATUS_MEANINGS: readonly {
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

const WORKING_BITS =
  PRINTER_STATUS.ioActive |
  PRINTER_STATUS.busy |
  PRINTER_STATUS.printing |
  PRINTER_STATUS.waiting |
  PRINTER_STATUS.processing |
  PRINTER_STATUS.initializing |
  PRINTER_STATUS.warmingUp;

const FORWARDED_ONLY_TEXT = 'Windows 打印队列只说交给了打印机，不说是否打印完成';

/** Converts a Windows queue's state to RFC 8011 terms. */
export const convertQueueToSpoolState = ({
  status,
  attributes,
}: Pick<WindowsPrinter, 'status' | 'attributes'>): SpoolState => {
  const activeMeanings = STATUS_MEANINGS.filter(({ bit }) => (status & PRINTER_STATUS[bit]) !== 0);
  if ((attributes & WORK_OFFLINE) !== 0)
    activeMeanings.unshift({ bit: 'offline', reason: 'offline', stops: true });
  const stops = new Set(
    activeMeanings.filter((activeMeaning) => activeMeaning.stops).map(({ reason }) => reason),
  );
  const warnings = new Set(
    activeMeanings.filter((activeMeaning) => !activeMeaning.stops).map(({ reason }) => reason),
  );
  const words = [...stops, ...warnings].map((reason) => PRINTER_REASONS[reason]).join('、');
  const busy = (status & WORKING_BITS) !== 0 ? 'processing' : 'idle';
  return {
    isReady: stops.size === 0,
    view: {
      state: stops.size > 0 ? 'stopped' : busy,
      stateReasons: [...stops, ...[...warnings].map((reason) => `${reason}-warning`)],
      stateText: words || FORWARDED_ONLY_TEXT,
      counter: null,
    },
  };
};

/** Job status bits that show that the job was started. */
const STARTED_BITS =
  JOB_STATUS.printing |
  JOB_STATUS.error |
  JOB_STATUS.offline |
  JOB_STATUS.paperOut |
  JOB_STATUS.blocked |
  JOB_STATUS.userIntervention |
  JOB_STATUS.restart |
  JOB_STATUS.printed |
  JOB_STATUS.complete;

export const wasJobStarted = ({ status, pagesPrinted }: WindowsJob): boolean =>
  (status & STARTED_BITS) !== 0 || pagesPrinted > 0;

const toJobState = (status: number): { state: JobState; reasons: string[] } => {
  const hasStatus = (...bits: (keyof typeof JOB_STATUS)[]): boolean =>
    bits.some((bit) => (status & JOB_STATUS[bit]) !== 0);
  if (hasStatus('printed', 'complete')) return { state: 'completed', reasons: [] };
  if (hasStatus('deleting', 'deleted')) return { state: 'canceled', reasons: [] };
  if (hasStatus('paused')) return { state: 'pending-held', reasons: ['job-held-by-operator'] };
  if (hasStatus('paperOut'))
    return { state: 'processing-stopped', reasons: ['resources-are-not-ready'] };
  if (hasStatus('error', 'offline', 'blocked', 'userIntervention'))
    return { state: 'processing-stopped', reasons: ['printer-stopped'] };
  return { state: hasStatus('printing', 'spooling') ? 'processing' : 'pending', reasons: [] };
};

/** Converts a Windows job. Its existence does not show that it is complete. */
export const toSpoolJob = (job: WindowsJob): Job => ({
  id: job.id,
  ...toJobState(job.status),
  printedCount: null,
  wasStarted: wasJobStarted(job) ? true : null,
  documentCount: null,
  isComplete: false,
});
