import type { Settled } from '../open-labels.ts';
import type { Job } from './job.ts';
import * as why from './reasons.ts';
import { jobWords } from './words.ts';

/** What was seen of a label that is a job. */
export type Seen = {
  /** The job now; null: there is none of this number and name any more. */
  job: Job | null;
  /** As it was before; null: this process has not seen it. */
  before: Job | null;
  /** Every byte was taken: it said so. */
  isWhole: boolean;
  /** Whoever has the job did not answer at times: it may have lost its jobs meanwhile. */
  wasSilent: boolean;
  /** When it was last asked how it is, it was stopped. */
  isStopped: boolean;
  /** When it is canceled, this process or an earlier one may have done that, for it seemed to be empty. */
  isOurs: boolean;
  /** It tells nothing more of a job that is printed: gone is how its jobs end. */
  forgetsPrinted: boolean;
  /** From the first byte until now, ms; null: an earlier process sent it. */
  tookMs: number | null;
  /** Its paper cannot come out sooner, ms. */
  leastMs: number;
};

/** What the one who has the job is known to mean by its words. */
export type Trust = {
  /** `completed` is said of paper: it prints itself, and does not hand on what it gets. */
  prints: boolean;
  /** It once said `completed` sooner than paper can move. */
  isEarly: boolean;
  /** It once told of a sheet that came out. */
  counts: boolean;
};

/** `isEarly`: it was said too soon, which tells more than of this one label. */
export type Decision = Settled & { isEarly?: true };

const end = (
  state: Settled['state'],
  evidence: Settled['evidence'],
  reason: string,
  more: Partial<Decision> = {},
): Decision => ({ state, evidence, reason, counterFrom: null, counterTo: null, ...more });

/** Nobody knows. `isWhole`: every byte was taken. */
export const uncertain = (isWhole: boolean, reason: string): Decision =>
  end('uncertain', isWhole ? 'consumed' : 'none', reason);
const sent = (reason: string, more?: Partial<Decision>): Decision =>
  end('sent', 'consumed', reason, more);

/** Said beside `completed` (RFC 8011 §5.3.8): it was not all as it should be. */
const BAD = new Set([
  'job-completed-with-errors',
  'document-format-error',
  'document-unprintable-error',
  'unsupported-document-format',
  'compression-error',
  'submission-interrupted',
  'aborted-by-system',
]);

const onCompleted = (
  job: Job,
  { tookMs, leastMs }: Seen,
  { prints, isEarly, counts }: Trust,
): Decision => {
  if (!prints) return sent(why.HANDED_ON);
  if (job.reasons.includes('queued-in-device')) return sent(why.QUEUED_ELSEWHERE);
  if (job.reasons.some((reason) => BAD.has(reason)))
    return uncertain(true, why.withErrors(jobWords(job.reasons)));
  if (job.printed !== null && job.printed > 1) return uncertain(true, why.countedMore(job.printed));
  if (tookMs !== null && tookMs < leastMs) return sent(why.EARLY, { isEarly: true });
  if (job.printed === 0) return counts ? uncertain(true, why.COUNTED_NONE) : sent(why.UNCOUNTED);
  return isEarly ? sent(why.EARLY) : end('printed', 'ipp-completed', '');
};

/** No job is deleted by hand sooner than this, ms. */
const UNTOUCHED_MS = 2000;

/**
 * Whether a job that is gone was handed on. One who keeps jobs that are over would tell how this one ended: one that is
 * aborted and forgotten is gone, too. One who forgets what is printed had it at work, or lost it sooner than a person could
 * have deleted it.
 */
const wasHandedOn = ({ before, forgetsPrinted, tookMs }: Seen): boolean => {
  if ((before?.printed ?? 0) > 0) return true;
  if (!forgetsPrinted) return false;
  return before?.state === 'processing' || (tookMs ?? Infinity) < UNTOUCHED_MS;
};

const onGone = (seen: Seen): Decision => {
  const { before, tookMs, isWhole, wasSilent, isStopped } = seen;
  if (tookMs === null && !before) return uncertain(isWhole, why.LEFT_WHILE_AWAY);
  if (!isWhole) return uncertain(false, why.NOT_THERE);
  if (wasSilent) return uncertain(true, why.GONE_IN_SILENCE);
  const stood = before?.state === 'pending-held' || before?.state === 'processing-stopped';
  if (stood || isStopped) return uncertain(true, why.GONE_WHILE_STOPPED);
  return wasHandedOn(seen) ? sent(why.GONE) : uncertain(true, why.GONE_UNSEEN);
};

/**
 * What became of a label, by its job; null while that is open. `printed` needs the word of whoever prints it, of the whole
 * job, and nothing that contradicts it.
 */
export const settleJob = (seen: Seen, trust: Trust): Decision | null => {
  const { job, isWhole } = seen;
  if (!job) return onGone(seen);
  const isUnbegun = job.begun === false && (job.printed ?? 0) === 0;
  switch (job.state) {
    case 'completed':
      return isWhole ? onCompleted(job, seen, trust) : uncertain(false, why.CUT);
    case 'canceled':
      if (!isUnbegun) return uncertain(isWhole, why.CANCELLED_BEGUN);
      // Nobody may have wished the label away: `cancelled` would lose it, and ask nobody.
      return seen.isOurs
        ? uncertain(isWhole, why.CANCELLED_BY_US)
        : end('cancelled', 'none', why.CANCELLED);
    case 'aborted':
      return isUnbegun && isWhole
        ? end('failed', 'none', why.abortedUnbegun(jobWords(job.reasons)))
        : uncertain(isWhole, why.aborted(jobWords(job.reasons)));
    default:
      return null;
  }
};
