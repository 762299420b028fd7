import type { LabelResult } from '../open-labels.ts';
import type { Job } from './job.ts';
import * as why from './reasons.ts';
import { describeJobReasons } from './job-reasons.ts';

/** Observations about a label that was submitted as a job. */
export type JobObservation = {
  /** Current job; null when no job has this number and name any more. */
  job: Job | null;
  /** Previous state of the job; null when this process has not seen it. */
  previousJob: Job | null;
  /** The queue confirmed that it accepted every byte. */
  isComplete: boolean;
  /** The queue was unreachable at times and may have lost its jobs. */
  wasSilent: boolean;
  /** The last status query reported the printer as stopped. */
  isStopped: boolean;
  /**
   * The client, now or before a restart, may have cancelled the job because no data seemed to arrive.
   */
  mayBeCancelledByUs: boolean;
  /** The spool forgets printed jobs: a job ends by disappearing. */
  forgetsPrintedJobs: boolean;
  /** Time since the first byte, ms; null when an earlier process sent it. */
  elapsedMs: number | null;
  /** Minimum paper time, ms. */
  minimumMs: number;
};

/** How reliable the reports of a queue or printer are. */
export type Trust = {
  /** `completed` means printed, because the device itself prints and does not forward jobs. */
  isPrinter: boolean;
  /** The device has reported `completed` sooner than paper can move. */
  isEarly: boolean;
  /** The device has reported at least one printed sheet. */
  countsSheets: boolean;
};

/** `isEarly`: reported too soon, which also lowers the trust in later reports. */
export type JobDecision = LabelResult & { isEarly?: true };

const createJobDecision = (
  state: LabelResult['state'],
  evidence: LabelResult['evidence'],
  reason: string,
  fields: Partial<JobDecision> = {},
): JobDecision => ({ state, evidence, reason, counterFrom: null, counterTo: null, ...fields });

/** Creates the decision that a label is uncertain. `isWhole`: every byte was accepted. */
export const createUncertainDecision = (isWhole: boolean, reason: string): JobDecision =>
  createJobDecision('uncertain', isWhole ? 'consumed' : 'none', reason);
const createDeliveredDecision = (reason: string, fields?: Partial<JobDecision>): JobDecision =>
  createJobDecision('sent', 'consumed', reason, fields);

/** Reasons that contradict `completed` (RFC 8011 §5.3.8). */
const ERROR_REASONS = new Set([
  'job-completed-with-errors',
  'document-format-error',
  'document-unprintable-error',
  'unsupported-document-format',
  'compression-error',
  'submission-interrupted',
  'aborted-by-system',
]);

const resolveCompletedJob = (
  job: Job,
  { elapsedMs, minimumMs }: JobObservation,
  { isPrinter, isEarly, countsSheets }: Trust,
): JobDecision => {
  if (!isPrinter) return createDeliveredDecision(why.QUEUE_COMPLETED_REASON);
  if (job.reasons.includes('queued-in-device'))
    return createDeliveredDecision(why.JOB_FORWARDED_REASON);
  if (job.reasons.some((reason) => ERROR_REASONS.has(reason)))
    return createUncertainDecision(
      true,
      why.describeCompletedWithErrors(describeJobReasons(job.reasons)),
    );
  if (job.printedCount !== null && job.printedCount > 1)
    return createUncertainDecision(true, why.describeExtraSheets(job.printedCount));
  if (elapsedMs !== null && elapsedMs < minimumMs)
    return createDeliveredDecision(why.COMPLETED_TOO_EARLY_REASON, { isEarly: true });
  if (job.printedCount === 0)
    return countsSheets
      ? createUncertainDecision(true, why.COUNTED_ZERO_REASON)
      : createDeliveredDecision(why.NEVER_COUNTS_REASON);
  return isEarly
    ? createDeliveredDecision(why.COMPLETED_TOO_EARLY_REASON)
    : createJobDecision('printed', 'ipp-completed', '');
};

/** A person cannot delete a job sooner than this, ms. */
const MIN_DELETE_MS = 2000;

/**
 * Whether a job that is gone was forwarded. A spool that stores ended jobs would report the end: an
 * aborted and forgotten job is gone, too. With a spool that forgets printed jobs, the job was
 * processing, or disappeared sooner than a person could delete it.
 */
const wasVanishedJobForwarded = ({
  previousJob,
  forgetsPrintedJobs,
  elapsedMs,
}: JobObservation): boolean => {
  if ((previousJob?.printedCount ?? 0) > 0) return true;
  if (!forgetsPrintedJobs) return false;
  return previousJob?.state === 'processing' || (elapsedMs ?? Infinity) < MIN_DELETE_MS;
};

const resolveLabelWithoutJob = (observation: JobObservation): JobDecision => {
  const { previousJob, elapsedMs, isComplete, wasSilent, isStopped } = observation;
  if (elapsedMs === null && !previousJob)
    return createUncertainDecision(isComplete, why.JOB_GONE_AFTER_RESTART_REASON);
  if (!isComplete) return createUncertainDecision(false, why.JOB_NOT_FOUND_REASON);
  if (wasSilent) return createUncertainDecision(true, why.JOB_GONE_AFTER_SILENCE_REASON);
  const wasHeld =
    previousJob?.state === 'pending-held' || previousJob?.state === 'processing-stopped';
  if (wasHeld || isStopped) return createUncertainDecision(true, why.JOB_GONE_WHILE_STOPPED_REASON);
  return wasVanishedJobForwarded(observation)
    ? createDeliveredDecision(why.JOB_GONE_REASON)
    : createUncertainDecision(true, why.JOB_GONE_UNSEEN_REASON);
};

/**
 * Resolves a label by its job; null while undecided. `printed` requires a report by the printer
 * itself, for the complete job, without contradictions.
 */
export const resolveLabelByJob = (
  observation: JobObservation,
  trust: Trust,
): JobDecision | null => {
  const { job, isComplete } = observation;
  if (!job) return resolveLabelWithoutJob(observation);
  const wasNeverStarted = job.wasStarted === false && (job.printedCount ?? 0) === 0;
  switch (job.state) {
    case 'completed':
      return isComplete
        ? resolveCompletedJob(job, observation, trust)
        : createUncertainDecision(false, why.SUBMISSION_CUT_REASON);
    case 'canceled':
      if (!wasNeverStarted)
        return createUncertainDecision(isComplete, why.STARTED_JOB_CANCELLED_REASON);
      // The member may not have cancelled the label: `cancelled` would lose it without a question.
      return observation.mayBeCancelledByUs
        ? createUncertainDecision(isComplete, why.JOB_MAYBE_CANCELLED_BY_US_REASON)
        : createJobDecision('cancelled', 'none', why.JOB_CANCELLED_REASON);
    case 'aborted':
      return wasNeverStarted && isComplete
        ? createJobDecision(
            'failed',
            'none',
            why.describeRefusedJob(describeJobReasons(job.reasons)),
          )
        : createUncertainDecision(
            isComplete,
            why.describeAbortedJob(describeJobReasons(job.reasons)),
          );
    default:
      return null;
  }
};
