import type { OpenLabel } from '../open-labels.ts';
import type { Job } from './job.ts';

/** Result: the job ended without getting its label, so the label is queued again. */
export const EMPTY_JOB_ENDED = 'taken back';

/** Whether the job reports that it has no document and never started. */
const isEmptyJob = ({ documentCount, wasStarted, printedCount }: Job): boolean =>
  documentCount === 0 && wasStarted === false && (printedCount ?? 0) === 0;

const WAITING_STATES: ReadonlySet<Job['state']> = new Set(['pending', 'pending-held']);

/**
 * Minimum time before an apparently empty job is cancelled, ms: its state may be stale, and its
 * document on the way.
 */
const EMPTY_JOB_MS = 1500;

/**
 * Cancels the job of a label that was created but got no document, because the connection was lost
 * or an earlier process was killed. The queue or printer may hold such a job for many minutes and
 * block the labels after it. Nothing of the label can print any more once its job, the only one of
 * its name, is canceled (by us or others), reports that it is empty and was never started: a late
 * document finds an ended job. All other cases prove nothing.
 */
export const createEmptyJobCanceller = (label: OpenLabel, startedAt: number | null) => {
  const isFromEarlierProcess = startedAt === null;
  let emptySince: number | null = null;
  let hasRequestedCancel = false;
  const isMissingDocument = (job: Job | null): job is Job =>
    !label.consumed && job?.isComplete === false;
  return {
    /** Whether to cancel the job now. */
    shouldCancel: (job: Job): boolean => {
      if (!isMissingDocument(job) || !WAITING_STATES.has(job.state) || !isEmptyJob(job)) {
        emptySince = null;
        return false;
      }
      const now = performance.now();
      emptySince ??= now;
      // Data of an earlier process cannot arrive any more.
      if (!isFromEarlierProcess && now - emptySince < EMPTY_JOB_MS) return false;
      hasRequestedCancel = true;
      return true;
    },
    /**
     * Whether we may have caused the cancellation. An earlier process may also have been killed
     * before it could record it.
     */
    mayBeCancelledByUs: (job: Job | null): boolean =>
      isMissingDocument(job) && (isFromEarlierProcess || hasRequestedCancel),
    isTakenBack: (job: Job | null): boolean =>
      isMissingDocument(job) && job.state === 'canceled' && isEmptyJob(job),
  };
};
