import type { DriverContext } from '../driver-context.ts';
import type { OpenLabel } from '../open-labels.ts';
import { isNoAnswerError } from './errors.ts';
import type { Job } from './job.ts';
import { waitUnlessStopping } from './pause.ts';
import type { JobPlace } from './job-place.ts';
import * as why from './reasons.ts';
import { resolveLabelByJob, createUncertainDecision } from './resolve-job.ts';
import type { JobDecision } from './resolve-job.ts';
import { createEmptyJobCanceller, EMPTY_JOB_ENDED } from './empty-jobs.ts';
import { applyJobToView } from './job-view.ts';

/** A submitted label. */
export type FollowedLabel = {
  place: JobPlace;
  label: OpenLabel;
  /** Job name. */
  name: string;
  /** Job id; null when unknown. */
  id: number | null;
  /**
   * Monotonic time immediately before its first byte was sent (or its job was created, if only that
   * is observable), ms; null when an earlier process did it.
   */
  startedAt: number | null;
  minimumMs: number;
};

type Outcome = JobDecision | typeof EMPTY_JOB_ENDED;

/** Poll intervals for a job: at first, and later. */
const FIRST_POLL = { untilMs: 2000, everyMs: 100 };
const SECOND_POLL = { untilMs: 10_000, everyMs: 250 };
const LAST_POLL_MS = 1000;
/** Time in which a job with a lost answer may still appear in the queue, ms. */
const JOB_APPEARANCE_MS = 8000;
/** Interval for printer status queries while following a job, ms. */
const STATUS_INTERVAL_MS = 1000;
const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 5000;

const getPollInterval = (sinceMs: number): number =>
  [FIRST_POLL, SECOND_POLL].find(({ untilMs }) => sinceMs < untilMs)?.everyMs ?? LAST_POLL_MS;

/** Retries until there is an answer; null when the context stops first. */
const retryQueryUntilAnswered = async <Answer>(
  context: DriverContext,
  place: JobPlace,
  query: () => Promise<Answer>,
): Promise<{ answer: Answer; wasSilent: boolean } | null> => {
  let wasSilent = false;
  for (let wait = FIRST_RETRY_MS; !context.isStopping(); wait = Math.min(LAST_RETRY_MS, wait * 2)) {
    try {
      return { answer: await query(), wasSilent };
    } catch (error) {
      if (!isNoAnswerError(error)) throw error;
      wasSilent = true;
      context.show(place.toSilentView(error));
      await waitUnlessStopping(context, wait);
    }
  }
  return null;
};

/**
 * Waits for jobs of this name, until some exist or none can be pending any more. Null when the context
 * stops first.
 */
const waitForJobsToAppear = async (
  context: DriverContext,
  { place, name, startedAt }: FollowedLabel,
): Promise<Job[] | null> => {
  const until = performance.now() + (startedAt === null ? 0 : JOB_APPEARANCE_MS);
  for (let wait = FIRST_RETRY_MS; !context.isStopping(); wait *= 2) {
    const result = await retryQueryUntilAnswered(context, place, () =>
      place.spool.findByName(name),
    );
    const remainingMs = until - performance.now();
    if (!result || result.answer.length > 0 || remainingMs <= 0) return result && result.answer;
    await waitUnlessStopping(context, Math.min(wait, remainingMs));
  }
  return null;
};

/** Shows the printer's state while it has a label, and remembers whether it is stopped. */
const createPrinterViewUpdater = (context: DriverContext, { spool }: JobPlace) => {
  let inspectedAt = -Infinity;
  let isStopped = false;
  const updatePrinterView = async (job: Job): Promise<void> => {
    if (performance.now() - inspectedAt < STATUS_INTERVAL_MS) return;
    inspectedAt = performance.now();
    try {
      const { view } = await spool.inspect();
      isStopped = view.state === 'stopped';
      context.show(applyJobToView(view, job));
    } catch (error) {
      if (!isNoAnswerError(error)) throw error;
    }
  };
  return { show: updatePrinterView, isStopped: () => isStopped };
};

/** Cancels a job. Returns false when the request may have been lost. */
const cancelSpoolJob = async ({ spool }: JobPlace, id: number): Promise<boolean> => {
  try {
    await spool.cancel(id);
    return true;
  } catch (error) {
    return !isNoAnswerError(error);
  }
};

/** Polls a job until its label is resolved; null when the context stops first. */
const pollJobUntilResolved = async (
  context: DriverContext,
  followed: FollowedLabel,
  id: number,
): Promise<Outcome | null> => {
  const { place, label, name, startedAt, minimumMs } = followed;
  const { show, isStopped } = createPrinterViewUpdater(context, place);
  const takeBack = createEmptyJobCanceller(label, startedAt);
  const startedFollowing = performance.now();
  let previousJob: Job | null = null;
  let isCancelled = false;
  let wasSilent = false;
  while (!context.isStopping()) {
    const result = await retryQueryUntilAnswered(context, place, () =>
      place.spool.findById(id, name),
    );
    if (!result) return null;
    const job = result.answer;
    wasSilent ||= result.wasSilent;
    const isWanted = !context.isCancelled(label);
    if (isWanted && takeBack.isTakenBack(job)) return EMPTY_JOB_ENDED;
    const decision = resolveLabelByJob(
      {
        job,
        previousJob: previousJob,
        isComplete: label.consumed || (job ?? previousJob)?.isComplete === true,
        wasSilent,
        isStopped: isStopped(),
        mayBeCancelledByUs: isWanted && takeBack.mayBeCancelledByUs(job),
        forgetsPrintedJobs: place.forgetsPrintedJobs,
        elapsedMs: startedAt === null ? null : performance.now() - startedAt,
        minimumMs: minimumMs,
      },
      place.getTrust(),
    );
    if ((job?.printedCount ?? 0) > 0) place.recordTrust({ countsSheets: true });
    if (decision?.isEarly) place.recordTrust({ isEarly: true });
    if (decision || !job) return decision;
    previousJob = job;
    if (!isCancelled && (!isWanted || takeBack.shouldCancel(job)))
      isCancelled = await cancelSpoolJob(place, id);
    await show(job);
    await waitUnlessStopping(
      context,
      Math.max(place.pollMs, getPollInterval(performance.now() - startedFollowing)),
    );
  }
  return null;
};

/**
 * Follows a label until its job resolves it. Null when the context stops first; the next driver then
 * finds the job by its name.
 */
export const followLabelUntilResolved = async (
  context: DriverContext,
  followed: FollowedLabel,
): Promise<Outcome | null> => {
  if (followed.id !== null) return pollJobUntilResolved(context, followed, followed.id);
  const jobs = await waitForJobsToAppear(context, followed);
  if (!jobs) return null;
  const [job, another] = jobs;
  const { consumed } = followed.label;
  if (another) return createUncertainDecision(consumed, why.DUPLICATE_JOB_REASON);
  if (job) return pollJobUntilResolved(context, followed, job.id);
  return createUncertainDecision(
    consumed,
    followed.startedAt === null ? why.JOB_GONE_AFTER_RESTART_REASON : why.JOB_NOT_FOUND_REASON,
  );
};
