import { isQuietSinceGap, isWaiting } from '../answers.ts';
import { isStopped } from '../../view.ts';
import { findStop } from '../label.ts';
import type { Label } from '../label.ts';
import { findNextStart } from '../pacer.ts';
import { BASELINE_ANSWERS, COUNTER_ANSWER_MS, CROWDED_MS, LATE_ANSWER_MS } from '../timing.ts';
import { doesCount } from './state.ts';
import type { Facts } from './state.ts';
import { isAnswered } from './questions.ts';

/** A reading of a shared printer's counter this old is read again before a label. */
const FRESH_MS = 200;
/** So many connections in a row are renewed at once; then late answers are waited for, to know how late they come. */
const MAX_RENEWALS = 5;

/** Whether it certainly has nothing to do, and will count nothing but the labels sent next. */
export const canRest = (facts: Facts): boolean => {
  const { answers, restedBefore, restMs, isResting } = facts;
  const { counter, gapAt } = answers;
  if (isResting && gapAt === null) return true;
  if (!answers.run) return false;
  // One that has never told a counter is waited for in vain.
  const value = doesCount(facts) === true ? counter?.value : (counter?.value ?? null);
  const wasRested = restedBefore !== null && !restedBefore.isUnrested;
  const isUnmoved = facts.isUnchanged && wasRested && restedBefore.counter === value;
  if (isUnmoved && gapAt === null) return true;
  const isStill = !counter || counter.at - Math.max(counter.since, gapAt ?? -Infinity) >= restMs;
  return isStill && isQuietSinceGap(answers, restMs);
};

/** Whether the last answer keeps a label from being started. */
const isHeldUp = ({ answers: { last } }: Facts): boolean =>
  !last || last.bufferFull || isStopped(last);

/** Whether the counter may still be told: one that answers out of turn may answer it last. */
const mayCountYet = (facts: Facts, now: number): boolean => {
  const { answers, restedBefore, isUnchanged, connectedAt } = facts;
  const counts = doesCount(facts);
  if (counts === false || (counts === null && isUnchanged && restedBefore?.renewals)) return false;
  return answers.statuses < 2 || now - connectedAt < COUNTER_ANSWER_MS;
};

/** Whether it is known how fast it answers. */
export const isMeasured = ({ answers }: Facts): boolean =>
  answers.baseline.count >= BASELINE_ANSWERS;

/** Whether a label may be started although answers were lost: no new connection has brought them all. */
const mayStartAnyway = (facts: Facts): boolean =>
  facts.renewals >= MAX_RENEWALS && isMeasured(facts);

/**
 * When a new connection is to tell which answer is which. Where the time of answers proves labels, one that is only late is
 * waited for, or only quick ones would ever be measured.
 */
export const findRenewal = (facts: Facts): number => {
  if (mayStartAnyway(facts)) return Infinity;
  const isAtOnce = doesCount(facts) === true && isMeasured(facts) && facts.renewals < MAX_RENEWALS;
  return isAtOnce ? -Infinity : facts.askedAt + LATE_ANSWER_MS;
};

/**
 * The counter's value before a label started now on a printer at rest, null without a counter; undefined: do not start one
 * now.
 */
export const findBase = (facts: Facts, now: number): number | null | undefined => {
  const { answers, printer } = facts;
  if (isHeldUp(facts) || !answers.run) return undefined;
  if (!isAnswered(facts) && !mayStartAnyway(facts)) return undefined;
  const { counter } = answers;
  if (counter) return printer.exclusive || now - counter.at <= FRESH_MS ? counter.value : undefined;
  if (mayCountYet(facts, now)) return undefined;
  return isMeasured(facts) || printer.answersEarly ? null : undefined;
};

/** Whether others who print there have left no pause for so long that a label goes without counter and proof. */
export const isCrowded = (facts: Facts, now: number): boolean => {
  if (isHeldUp(facts) || facts.printer.exclusive) return false;
  if (!facts.answers.counter && mayCountYet(facts, now)) return false;
  return now - facts.blockedAt > CROWDED_MS;
};

/** Where each count is to prove its own label at once, the next is not sent so early that it could be the next one's. */
export const findDueStart = ({ labels, printer, pace }: Facts): number | null => {
  const [label, more] = labels;
  return label && !more && printer.exclusive && printer.wholeCounter
    ? findNextStart(pace, label)
    : null;
};

const findSecond = (label: Label, { answers, printer }: Facts): number | undefined => {
  const { counter } = answers;
  if (!printer.exclusive || label.base === null || !counter) return undefined;
  if (!label.seen || !label.consumed || findStop(label, answers) !== null) return undefined;
  if (counter.value === label.base + 1) return label.base + 1;
  // Idle and not counted: the counter is late, or the label was dropped.
  return counter.value === label.base && !answers.run ? label.base + 1 : undefined;
};

/** The base of a second label behind one that is being printed, where the counter tells them apart; undefined: not now. */
export const findBaseBehind = (facts: Facts, now: number): number | undefined => {
  const [label, more] = facts.labels;
  if (!label || more || isHeldUp(facts)) return undefined;
  if (isWaiting(facts.answers, facts.askedAt)) return undefined;
  return now < (findDueStart(facts) ?? now) ? undefined : findSecond(label, facts);
};
