import { hasAnsweredIdleSinceMissedStop, isLastQueryUnanswered } from '../answers.ts';
import { isPrinterStopped } from '../../view.ts';
import { findStopReason } from '../label.ts';
import type { LabelState } from '../label.ts';
import { findNextLabelStart } from '../pacer.ts';
import {
  MIN_BASELINE_ANSWERS,
  COUNTER_ANSWER_MS,
  MAX_PAUSE_WAIT_MS,
  LATE_ANSWER_MS,
} from '../timing.ts';
import { doesPrinterCountLabels } from './state.ts';
import type { Facts } from './state.ts';
import { isEveryQueryAnswered } from './question-timing.ts';

/** Maximum age of a shared printer's counter value before a label, ms. */
const MAX_COUNTER_AGE_MS = 200;
/**
 * Number of consecutive connections to renew immediately. After them, late answers are awaited to
 * measure their delay.
 */
const MAX_RENEWALS = 5;

/**
 * Whether the printer certainly has nothing to do and will count nothing but the labels sent next.
 */
export const isCertainlyResting = (facts: Facts): boolean => {
  const { answers, restedBefore, restMs, isResting } = facts;
  const { counter, gapAt } = answers;
  if (isResting && gapAt === null) return true;
  if (!answers.idleRun) return false;
  // A printer that has never reported a counter is not waited for.
  const value = doesPrinterCountLabels(facts) === true ? counter?.value : (counter?.value ?? null);
  const wasRested = restedBefore !== null && !restedBefore.isUnrested;
  const isUnusedSince = facts.isUnchanged && wasRested && restedBefore.counter === value;
  if (isUnusedSince && gapAt === null) return true;
  const isCounterUnchanged =
    !counter || counter.at - Math.max(counter.since, gapAt ?? -Infinity) >= restMs;
  return isCounterUnchanged && hasAnsweredIdleSinceMissedStop(answers, restMs);
};

/** Whether the last answer prevents the start of a label. */
const isStartBlockedByLastAnswer = ({ answers: { lastStatus } }: Facts): boolean =>
  !lastStatus || lastStatus.bufferFull || isPrinterStopped(lastStatus);

/** Whether the counter may still arrive: a printer may answer it last, out of order. */
const mayCounterAnswerStillArrive = (facts: Facts, now: number): boolean => {
  const { answers, restedBefore, isUnchanged, connectedAt } = facts;
  const counts = doesPrinterCountLabels(facts);
  if (counts === false || (counts === null && isUnchanged && restedBefore?.renewals)) return false;
  return answers.statuses < 2 || now - connectedAt < COUNTER_ANSWER_MS;
};

/** Whether the answer time is known. */
export const isAnswerTimeMeasured = ({ answers }: Facts): boolean =>
  answers.baseline.count >= MIN_BASELINE_ANSWERS;

/**
 * Whether a label may start despite lost answers, because even new connections did not bring all
 * answers.
 */
const canStartDespiteLostAnswers = (facts: Facts): boolean =>
  facts.renewalCount >= MAX_RENEWALS && isAnswerTimeMeasured(facts);

/**
 * Time to renew the connection to match answers to queries. Where answer times prove labels, a late
 * answer is awaited, or only quick ones would ever be measured.
 */
export const computeConnectionRenewalTime = (facts: Facts): number => {
  if (canStartDespiteLostAnswers(facts)) return Infinity;
  const isAtOnce =
    doesPrinterCountLabels(facts) === true &&
    isAnswerTimeMeasured(facts) &&
    facts.renewalCount < MAX_RENEWALS;
  return isAtOnce ? -Infinity : facts.askedAt + LATE_ANSWER_MS;
};

/**
 * Counter value before a label started now on a resting printer; null without a counter; undefined
 * when none may start now.
 */
export const findCounterBaseOnRestingPrinter = (
  facts: Facts,
  now: number,
): number | null | undefined => {
  const { answers, printer } = facts;
  if (isStartBlockedByLastAnswer(facts) || !answers.idleRun) return undefined;
  if (!isEveryQueryAnswered(facts) && !canStartDespiteLostAnswers(facts)) return undefined;
  const { counter } = answers;
  if (counter)
    return printer.exclusive || now - counter.at <= MAX_COUNTER_AGE_MS ? counter.value : undefined;
  if (mayCounterAnswerStillArrive(facts, now)) return undefined;
  return isAnswerTimeMeasured(facts) || printer.answersEarly ? null : undefined;
};

/**
 * Whether other users have kept the printer busy for so long that a label starts without a counter
 * base, so its result cannot be proved.
 */
export const mustStartWithoutCounterBase = (facts: Facts, now: number): boolean => {
  if (isStartBlockedByLastAnswer(facts) || facts.printer.exclusive) return false;
  if (!facts.answers.counter && mayCounterAnswerStillArrive(facts, now)) return false;
  return now - facts.blockedAt > MAX_PAUSE_WAIT_MS;
};

/**
 * Earliest start of the next label. Where each count must prove its own label immediately, the next
 * label is not sent so early that the count could be its own.
 */
export const findEarliestLabelStart = ({ labels, printer, pace }: Facts): number | null => {
  const [label, secondLabel] = labels;
  return label && !secondLabel && printer.exclusive && printer.wholeCounter
    ? findNextLabelStart(pace, label)
    : null;
};

const findSecondCounterBase = (
  label: LabelState,
  { answers, printer }: Facts,
): number | undefined => {
  const { counter } = answers;
  if (!printer.exclusive || label.base === null || !counter) return undefined;
  if (!label.seen || !label.consumed || findStopReason(label, answers) !== null) return undefined;
  if (counter.value === label.base + 1) return label.base + 1;
  // The printer is idle and the counter has not moved: the counter is late, or the label was
  // dropped.
  return counter.value === label.base && !answers.idleRun ? label.base + 1 : undefined;
};

/**
 * Counter base of a second label after the one being printed, if the counter distinguishes them;
 * undefined when it may not start now.
 */
export const findQueuedCounterBase = (facts: Facts, now: number): number | undefined => {
  const [label, nextLabel] = facts.labels;
  if (!label || nextLabel || isStartBlockedByLastAnswer(facts)) return undefined;
  if (isLastQueryUnanswered(facts.answers, facts.askedAt)) return undefined;
  return now < (findEarliestLabelStart(facts) ?? now)
    ? undefined
    : findSecondCounterBase(label, facts);
};
