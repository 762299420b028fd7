import { UnreachableError } from '../../errors.ts';
import { createBackoff } from '../../signal.ts';
import type { Desk } from '../desk.ts';
import { getChange, giveBack, neverSent, findOpenLabel, listOpenLabels } from '../open-labels.ts';
import type { OpenLabel } from '../open-labels.ts';
import { isSilence, LostAnswerError } from './errors.ts';
import { followJob } from './follow.ts';
import type { Followed } from './follow.ts';
import type { Submission, Submitted } from './job.ts';
import { getJobName } from './name.ts';
import { pause } from './pause.ts';
import type { JobPlace } from './place.ts';
import * as why from './reasons.ts';
import { TAKEN_BACK } from './take-back.ts';
import { refusedView } from './view.ts';

/** How often one with nothing to do is asked how it is; and one that takes no labels, whether it does again. */
const IDLE_MS = 15_000;
const STOPPED_MS = 2000;
const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 5000;
/** One that turns labels away goes on doing so until a person looks into it. */
const LAST_REFUSED_MS = 60_000;

/** It turned a label away. */
class RefusedError extends Error {}

const follow = async (desk: Desk, followed: Followed): Promise<void> => {
  const outcome = await followJob(desk, followed);
  if (!outcome) return;
  const { label } = followed;
  await desk.commit([
    outcome === TAKEN_BACK
      ? neverSent(label, desk.now(), why.TAKEN_BACK)
      : getChange(label, outcome, desk.now()),
  ]);
};

/**
 * Labels an earlier process, or an earlier driver, sent off: the spool that has them is asked by their names. A job that was made
 * and never given its label is taken back, and the label is sent again.
 */
const adopt = async (desk: Desk, place: JobPlace): Promise<void> => {
  for (const label of listOpenLabels(desk.ledger, desk.printer.localId)) {
    const name = getJobName(desk.ledger.id, label);
    await follow(desk, { place, label, name, id: null, startedAt: null, leastMs: 0 });
  }
};

type Handed = { submitted: Exclude<Submitted, { kind: 'refused' }>; startedAt: number };

/** Hands a label over. Null: it was not taken, and has gone back. @throws UnreachableError, RefusedError */
const submit = async (
  desk: Desk,
  { spool }: JobPlace,
  label: OpenLabel,
  submission: Submission,
): Promise<Handed | null> => {
  if (!(await desk.cover(label)) || !desk.mayBegin(label)) {
    await giveBack(desk, label);
    return null;
  }
  // What came before says nothing of paper: no wait for the server, no connecting, no job without a document.
  let startedAt = performance.now();
  const onStart = (): void => {
    startedAt = performance.now();
  };
  try {
    const submitted = await spool.submit({ ...submission, onStart });
    if (submitted.kind !== 'refused') return { submitted, startedAt };
    await desk.commit([neverSent(label, desk.now(), why.refused(submitted.why))]);
    throw new RefusedError(submitted.why);
  } catch (error) {
    if (error instanceof LostAnswerError)
      return { submitted: { kind: 'lost', id: null, why: error.why }, startedAt };
    if (error instanceof UnreachableError) await desk.commit([neverSent(label, desk.now())]);
    throw error;
  }
};

/** Sends the next label and stays with it to its end. @throws UnreachableError, RefusedError */
const printNext = async (desk: Desk, place: JobPlace): Promise<void> => {
  const next = desk.queue.next(desk.now());
  if (!next) return;
  const { bytes, page } = next.prepared;
  const intent = desk.createIntent(next.job, { base: null });
  const label = findOpenLabel(intent);
  const name = getJobName(desk.ledger.id, label);
  const leastMs = place.leastMs(next.prepared);
  desk.queue.shift();
  await desk.commit([intent]);
  const handed = await submit(desk, place, label, { name, bytes, page: page ?? null });
  if (!handed) return;
  const { submitted, startedAt } = handed;
  if (submitted.kind === 'accepted') {
    label.consumed = true;
    desk.ledger.consumed(label, new Date(desk.now()).toISOString());
  }
  desk.queue.drawAhead();
  await follow(desk, { place, label, name, id: submitted.id, startedAt, leastMs });
};

/** Looks how it is, and prints where it can. Returns how long to wait before the next look, ms; 0: at once. */
const visit = async (desk: Desk, place: JobPlace): Promise<number> => {
  const { view, isReady } = await place.spool.look();
  desk.show(view);
  const isWanted = (): boolean => desk.mayStart() && desk.queue.size() > 0;
  if (!isReady) return STOPPED_MS;
  if (!isWanted()) {
    await pause(desk, IDLE_MS, isWanted);
    return 0;
  }
  await printNext(desk, place);
  return 0;
};

/**
 * Drives what takes labels as jobs, until the desk is stopping: one label at a time, and the next one only when it is
 * known what became of it. No label is sent again that may have been taken.
 */
export const runJobDriver = async (desk: Desk, place: JobPlace): Promise<void> => {
  const unreached = createBackoff(FIRST_RETRY_MS, LAST_RETRY_MS);
  const turnedAway = createBackoff(FIRST_RETRY_MS, LAST_REFUSED_MS);
  await adopt(desk, place);
  while (!desk.stopping()) {
    try {
      const wait = await visit(desk, place);
      unreached.reset();
      turnedAway.reset();
      await pause(desk, wait);
    } catch (error) {
      if (error instanceof RefusedError) {
        desk.show(refusedView(error.message));
        await pause(desk, turnedAway.next());
      } else if (isSilence(error)) {
        desk.show(place.silent(error));
        await pause(desk, unreached.next());
      } else throw error;
    }
  }
  place.spool.close();
};
