import { UnreachableError } from '../../errors.ts';
import { createBackoff } from '../../signal.ts';
import type { Desk } from '../desk.ts';
import {
  createFinalLedgerChange,
  createReturnLedgerChange,
  toOpenLabel,
  listOpenLabels,
} from '../open-labels.ts';
import { returnLabel } from '../return-label.ts';
import type { OpenLabel } from '../open-labels.ts';
import { isNoAnswerError, LostAnswerError } from './errors.ts';
import { followJob } from './follow.ts';
import type { FollowedLabel } from './follow.ts';
import type { Submission, Submitted } from './job.ts';
import { getJobName } from './job-name.ts';
import { pauseDriver } from './pause.ts';
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

const followLabelToEnd = async (desk: Desk, followed: FollowedLabel): Promise<void> => {
  const outcome = await followJob(desk, followed);
  if (!outcome) return;
  const { label } = followed;
  await desk.commit([
    outcome === EMPTY_JOB_ENDED
      ? createReturnLedgerChange(label, desk.now(), why.EMPTY_JOB_CANCELLED_REASON)
      : createFinalLedgerChange(label, outcome, desk.now()),
  ]);
};

/**
 * Resolves labels of an earlier process or driver by the job names in the spool. A job that was
 * created without its label is cancelled, and the label is sent again.
 */
const resolveLeftoverLabels = async (desk: Desk, place: JobPlace): Promise<void> => {
  for (const label of listOpenLabels(desk.ledger, desk.printer.localId)) {
    const name = getJobName(desk.ledger.id, label);
    await followLabelToEnd(desk, { place, label, name, id: null, startedAt: null, minimumMs: 0 });
  }
};

type SubmittedLabel = { submitted: Exclude<Submitted, { kind: 'refused' }>; startedAt: number };

/**
 * Submits a label. Returns null when it was not accepted and was returned. Throws UnreachableError,
 * RefusedError.
 */
const submitLabel = async (
  desk: Desk,
  { spool }: JobPlace,
  label: OpenLabel,
  submission: Submission,
): Promise<SubmittedLabel | null> => {
  if (!(await desk.waitForClearance(label)) || !desk.canSend(label)) {
    await returnLabel(desk, label);
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
    await desk.commit([
      createReturnLedgerChange(label, desk.now(), why.describeRefusedLabel(submittedJob.why)),
    ]);
    throw new RefusedError(submittedJob.why);
  } catch (error) {
    if (error instanceof LostAnswerError)
      return { submitted: { kind: 'lost', id: null, why: error.why }, startedAt };
    if (error instanceof UnreachableError)
      await desk.commit([createReturnLedgerChange(label, desk.now())]);
    throw error;
  }
};

/** Sends the next label and follows it to its end. Throws UnreachableError, RefusedError. */
const printNextLabel = async (desk: Desk, place: JobPlace): Promise<void> => {
  const next = desk.queue.peekNext(desk.now());
  if (!next) return;
  const { bytes, page } = next.prepared;
  const intent = desk.createIntent(next.job, { base: null });
  const label = toOpenLabel(intent);
  const name = getJobName(desk.ledger.id, label);
  const minimumMs = place.getMinimumMs(next.prepared);
  desk.queue.shift();
  await desk.commit([intent]);
  const submittedLabel = await submitLabel(desk, place, label, { name, bytes, page: page ?? null });
  if (!submittedLabel) return;
  const { submitted, startedAt } = submittedLabel;
  if (submitted.kind === 'accepted') {
    label.consumed = true;
    desk.ledger.recordConsumed(label, new Date(desk.now()).toISOString());
  }
  desk.queue.drawAhead();
  await followLabelToEnd(desk, {
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
const inspectAndPrintNext = async (desk: Desk, place: JobPlace): Promise<number> => {
  const { view, isReady } = await place.spool.inspect();
  desk.show(view);
  const hasPrintableJob = (): boolean => desk.canStartNext() && desk.queue.countJobs() > 0;
  if (!isReady) return STOPPED_POLL_MS;
  if (!hasPrintableJob()) {
    await pauseDriver(desk, IDLE_POLL_MS, hasPrintableJob);
    return 0;
  }
  await printNextLabel(desk, place);
  return 0;
};

/**
 * Drives a spool until the desk is stopping: one label at a time, each resolved before the next
 * one. Never sends a label again that may have been accepted.
 */
export const runJobDriver = async (desk: Desk, place: JobPlace): Promise<void> => {
  const unreachableBackoff = createBackoff(FIRST_RETRY_MS, LAST_RETRY_MS);
  const refusalBackoff = createBackoff(FIRST_RETRY_MS, MAX_REFUSED_MS);
  await resolveLeftoverLabels(desk, place);
  while (!desk.isStopping()) {
    try {
      const wait = await inspectAndPrintNext(desk, place);
      unreachableBackoff.reset();
      refusalBackoff.reset();
      await pauseDriver(desk, wait);
    } catch (error) {
      if (error instanceof RefusedError) {
        desk.show(createLabelRefusedView(error.message));
        await pauseDriver(desk, refusalBackoff.getNextDelay());
      } else if (isNoAnswerError(error)) {
        desk.show(place.toSilentView(error));
        await pauseDriver(desk, unreachableBackoff.getNextDelay());
      } else throw error;
    }
  }
  place.spool.close();
};
