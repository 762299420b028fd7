import { UnreachableError } from '../../errors.ts';
import { createBackoff } from '../../signal.ts';
import type { DriverContext } from '../driver-context.ts';
import {
  createResultLedgerChange,
  createReturnToServerChange,
  toOpenLabel,
  listStartedUnresolvedLabels,
} from '../open-labels.ts';
import { returnLabel } from '../return-label.ts';
import type { OpenLabel } from '../open-labels.ts';
import { isNoAnswerError, LostAnswerError } from './errors.ts';
import { followLabelUntilResolved } from './follow.ts';
import type { FollowedLabel } from './follow.ts';
import type { Submission, Submitted } from './job.ts';
import { getJobName } from './job-name.ts';
import { waitUnlessStopping } from './pause.ts';
import type { JobPlace } from './job-place.ts';
import * as why from './reasons.ts';
import { EMPTY_JOB_ENDED } from './empty-jobs.ts';
import { createLabelRefusedView } from './job-view.ts';

/** Status query intervals, ms: of an idle printer, and of one that does not accept labels. */
const IDLE_POLL_MS = 15_000;
const STOPPED_POLL_MS = 2000;
const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 5000;
/** Maximum backoff after rejections, ms. They usually continue until a person intervenes. */
const MAX_REFUSED_MS = 60_000;

/** The printer rejected a label. */
class RefusedError extends Error {}

const followLabelAndCommitResult = async (
  context: DriverContext,
  followed: FollowedLabel,
): Promise<void> => {
  const outcome = await followLabelUntilResolved(context, followed);
  if (!outcome) return;
  const { label } = followed;
  await context.commit([
    outcome === EMPTY_JOB_ENDED
      ? createReturnToServerChange(label, context.now(), why.EMPTY_JOB_CANCELLED_REASON)
      : createResultLedgerChange(label, outcome, context.now()),
  ]);
};

/**
 * Resolves labels of an earlier process or driver by the job names in the spool. A job that was
 * created without its label is cancelled, and the label is sent again.
 */
const resolveLabelsOfEarlierDriver = async (
  context: DriverContext,
  place: JobPlace,
): Promise<void> => {
  for (const label of listStartedUnresolvedLabels(context.ledger, context.printer.localId)) {
    const name = getJobName(context.ledger.id, label);
    await followLabelAndCommitResult(context, {
      place,
      label,
      name,
      id: null,
      startedAt: null,
      minimumMs: 0,
    });
  }
};

type SubmittedLabel = { submitted: Exclude<Submitted, { kind: 'refused' }>; startedAt: number };

/**
 * Submits a label. Returns null when it was not accepted and was returned. Throws UnreachableError,
 * RefusedError.
 */
const submitLabel = async (
  context: DriverContext,
  { spool }: JobPlace,
  label: OpenLabel,
  submission: Submission,
): Promise<SubmittedLabel | null> => {
  if (!(await context.waitForClearance(label)) || !context.canSend(label)) {
    await returnLabel(context, label);
    return null;
  }
  // Waiting for clearance, connecting and creating the job do not count as paper time.
  let startedAt = performance.now();
  const onStart = (): void => {
    startedAt = performance.now();
  };
  try {
    const submittedJob = await spool.submit({ ...submission, onStart });
    if (submittedJob.kind !== 'refused') return { submitted: submittedJob, startedAt };
    await context.commit([
      createReturnToServerChange(label, context.now(), why.describeRefusedLabel(submittedJob.why)),
    ]);
    throw new RefusedError(submittedJob.why);
  } catch (error) {
    if (error instanceof LostAnswerError)
      return { submitted: { kind: 'lost', id: null, why: error.why }, startedAt };
    if (error instanceof UnreachableError)
      await context.commit([createReturnToServerChange(label, context.now())]);
    throw error;
  }
};

/** Sends the next label and follows it to its end. Throws UnreachableError, RefusedError. */
const submitAndFollowNextLabel = async (context: DriverContext, place: JobPlace): Promise<void> => {
  const next = context.queue.peekNext(context.now());
  if (!next) return;
  const { bytes, page } = next.prepared;
  const intent = context.createIntent(next.job, { base: null });
  const label = toOpenLabel(intent);
  const name = getJobName(context.ledger.id, label);
  const minimumMs = place.getMinimumMs(next.prepared);
  context.queue.shift();
  await context.commit([intent]);
  const submittedLabel = await submitLabel(context, place, label, {
    name,
    bytes,
    page: page ?? null,
  });
  if (!submittedLabel) return;
  const { submitted, startedAt } = submittedLabel;
  if (submitted.kind === 'accepted') {
    label.consumed = true;
    context.ledger.recordConsumed(label, new Date(context.now()).toISOString());
  }
  context.queue.drawAhead();
  await followLabelAndCommitResult(context, {
    place,
    label,
    name,
    id: submitted.id,
    startedAt,
    minimumMs,
  });
};

/**
 * Queries the status and prints if possible. Returns the time until the next query, ms; 0 for
 * immediately.
 */
const queryStatusAndPrintNext = async (
  context: DriverContext,
  place: JobPlace,
): Promise<number> => {
  const { view, isReady } = await place.spool.inspect();
  context.show(view);
  const hasPrintableJob = (): boolean => context.canStartNext() && context.queue.countJobs() > 0;
  if (!isReady) return STOPPED_POLL_MS;
  if (!hasPrintableJob()) {
    await waitUnlessStopping(context, IDLE_POLL_MS, hasPrintableJob);
    return 0;
  }
  await submitAndFollowNextLabel(context, place);
  return 0;
};

/**
 * Drives a spool until the context is stopping: one label at a time, each resolved before the next
 * one. Never sends a label again that may have been accepted.
 */
export const runJobDriver = async (context: DriverContext, place: JobPlace): Promise<void> => {
  const unreachableBackoff = createBackoff(FIRST_RETRY_MS, LAST_RETRY_MS);
  const refusalBackoff = createBackoff(FIRST_RETRY_MS, MAX_REFUSED_MS);
  await resolveLabelsOfEarlierDriver(context, place);
  while (!context.isStopping()) {
    try {
      const wait = await queryStatusAndPrintNext(context, place);
      unreachableBackoff.reset();
      refusalBackoff.reset();
      await waitUnlessStopping(context, wait);
    } catch (error) {
      if (error instanceof RefusedError) {
        context.show(createLabelRefusedView(error.message));
        await waitUnlessStopping(context, refusalBackoff.getNextDelay());
      } else if (isNoAnswerError(error)) {
        context.show(place.toSilentView(error));
        await waitUnlessStopping(context, unreachableBackoff.getNextDelay());
      } else throw error;
    }
  }
  place.spool.close();
};
