import type { Desk } from '../desk.ts';
import type { OpenLabel } from '../open-labels.ts';
import { isSilence } from './errors.ts';
import type { Job } from './job.ts';
import { pause } from './pause.ts';
import type { JobPlace } from './place.ts';
import * as why from './reasons.ts';
import { settleJob, uncertain } from './settle.ts';
import type { Decision } from './settle.ts';
import { createTakeBack, TAKEN_BACK } from './take-back.ts';
import { viewOfJob } from './view.ts';

/** A label that was sent off. */
export type Followed = {
  place: JobPlace;
  label: OpenLabel;
  /** Of its job. */
  name: string;
  /** Null: not known. */
  id: number | null;
  /**
   * Right before its first byte was sent, or its job was made where that alone can be seen, by the clock nobody sets, ms; null:
   * an earlier process did.
   */
  startedAt: number | null;
  leastMs: number;
};

/** What became of it. */
type Outcome = Decision | typeof TAKEN_BACK;

/** How often a job is asked for: at first, and once it takes its time. */
const SOON = { untilMs: 2000, everyMs: 100 };
const LATER = { untilMs: 10_000, everyMs: 250 };
const LAST_MS = 1000;
/** A job whose answer was lost may still be on its way into the queue. */
const ON_ITS_WAY_MS = 8000;
/** How often the printer is asked how it is meanwhile. */
const LOOK_MS = 1000;
const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 5000;

const everyMs = (sinceMs: number): number =>
  [SOON, LATER].find(({ untilMs }) => sinceMs < untilMs)?.everyMs ?? LAST_MS;

/** Keeps asking until there is an answer. Null: the desk stops first. */
const persist = async <Answer>(
  desk: Desk,
  place: JobPlace,
  ask: () => Promise<Answer>,
): Promise<{ answer: Answer; wasSilent: boolean } | null> => {
  let wasSilent = false;
  for (let wait = FIRST_RETRY_MS; !desk.stopping(); wait = Math.min(LAST_RETRY_MS, wait * 2)) {
    try {
      return { answer: await ask(), wasSilent };
    } catch (error) {
      if (!isSilence(error)) throw error;
      wasSilent = true;
      desk.show(place.silent(error));
      await pause(desk, wait);
    }
  }
  return null;
};

/** The jobs of a name, once there are some, or none can be on its way any more. Null: the desk stops first. */
const findJobs = async (
  desk: Desk,
  { place, name, startedAt }: Followed,
): Promise<Job[] | null> => {
  const until = performance.now() + (startedAt === null ? 0 : ON_ITS_WAY_MS);
  for (let wait = FIRST_RETRY_MS; !desk.stopping(); wait *= 2) {
    const found = await persist(desk, place, () => place.spool.find(name));
    const left = until - performance.now();
    if (!found || found.answer.length > 0 || left <= 0) return found && found.answer;
    await pause(desk, Math.min(wait, left));
  }
  return null;
};

/** Shows how the printer is while it has a label, and tells whether it is stopped. */
const createShow = (desk: Desk, { spool }: JobPlace) => {
  let lookedAt = -Infinity;
  let isStopped = false;
  const show = async (job: Job): Promise<void> => {
    if (performance.now() - lookedAt < LOOK_MS) return;
    lookedAt = performance.now();
    try {
      const { view } = await spool.look();
      isStopped = view.state === 'stopped';
      desk.show(viewOfJob(view, job));
    } catch (error) {
      if (!isSilence(error)) throw error;
    }
  };
  return { show, isStopped: () => isStopped };
};

/** Asks for a job not to be printed. False: that may not have been heard. */
const cancel = async ({ spool }: JobPlace, id: number): Promise<boolean> => {
  try {
    await spool.cancel(id);
    return true;
  } catch (error) {
    return !isSilence(error);
  }
};

/** Asks for a job again and again, until it tells what became of its label. Null: the desk stops first. */
const watchJob = async (desk: Desk, followed: Followed, id: number): Promise<Outcome | null> => {
  const { place, label, name, startedAt, leastMs } = followed;
  const { show, isStopped } = createShow(desk, place);
  const takeBack = createTakeBack(label, startedAt);
  const began = performance.now();
  let before: Job | null = null;
  let isCancelled = false;
  let wasSilent = false;
  while (!desk.stopping()) {
    const asked = await persist(desk, place, () => place.spool.job(id, name));
    if (!asked) return null;
    const job = asked.answer;
    wasSilent ||= asked.wasSilent;
    const isWanted = !desk.isUnwanted(label);
    if (isWanted && takeBack.isDone(job)) return TAKEN_BACK;
    const decision = settleJob(
      {
        job,
        before,
        isWhole: label.consumed || (job ?? before)?.isWhole === true,
        wasSilent,
        isStopped: isStopped(),
        isOurs: isWanted && takeBack.mayBeOurs(job),
        forgetsPrinted: place.forgetsPrinted,
        tookMs: startedAt === null ? null : performance.now() - startedAt,
        leastMs,
      },
      place.trust(),
    );
    if ((job?.printed ?? 0) > 0) place.learned({ counts: true });
    if (decision?.isEarly) place.learned({ isEarly: true });
    if (decision || !job) return decision;
    before = job;
    if (!isCancelled && (!isWanted || takeBack.wants(job))) isCancelled = await cancel(place, id);
    await show(job);
    await pause(desk, Math.max(place.askMs, everyMs(performance.now() - began)));
  }
  return null;
};

/**
 * Stays with a label until its job tells what became of it. Null: the desk stops first, and whoever comes next asks for
 * the job by its name.
 */
export const followJob = async (desk: Desk, followed: Followed): Promise<Outcome | null> => {
  if (followed.id !== null) return watchJob(desk, followed, followed.id);
  const found = await findJobs(desk, followed);
  if (!found) return null;
  const [job, another] = found;
  const { consumed } = followed.label;
  if (another) return uncertain(consumed, why.TWICE_THERE);
  if (job) return watchJob(desk, followed, job.id);
  return uncertain(consumed, followed.startedAt === null ? why.LEFT_WHILE_AWAY : why.NOT_THERE);
};
