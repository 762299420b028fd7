import type { Question } from '../answers.ts';
import { mapObservations } from '../label.ts';
import type { Observation } from '../label.ts';
import { AFTERTHOUGHT_MS, UNSEEN_LABELS } from '../timing.ts';
import { markRestStateDoubtful } from './state.ts';
import type { Facts } from './state.ts';

/** Margin by which an answer may exceed all earlier ones for reasons other than paper, ms. */
const SLOW_MARGIN_MS = 150;

/** Applies an idle answer to `question` to a label sent before it. */
export const applyIdleness = (
  { answers, printer }: Facts,
  { now, question, isSure }: { now: number; question: Question | null; isSure: boolean },
  { consumed, seen }: { consumed: boolean; seen: Observation },
): Observation => {
  const { most, usualMs } = answers.baseline;
  const askedAt = question?.at ?? -Infinity;
  const elapsedMs = now - seen.sentAt;
  const isPrompt = askedAt - seen.sentAt < seen.minimumMs && now - askedAt <= usualMs;
  if (elapsedMs < seen.minimumMs || isPrompt)
    return { ...seen, reportedIdleEarly: !printer.answersAhead };
  // Longer than any earlier answer, by at least the paper time.
  const isSlow = !consumed && isSure && elapsedMs > seen.minimumMs + 2 * most + SLOW_MARGIN_MS;
  return isSlow ? { ...seen, answeredSlowly: true } : seen;
};

/** Whether observed work shows that an earlier idle answer came too early. */
const wasEarlierIdleAnswerTooEarly = (
  { printer, labels, resolvedByIdleAt }: Facts,
  now: number,
): boolean => {
  const isAfterthought = printer.exclusive && now - resolvedByIdleAt < AFTERTHOUGHT_MS;
  if (printer.answersAhead) return isAfterthought && labels.length === 0;
  return isAfterthought || labels.some(({ base, seen }) => base === null && seen);
};

export const recordObservedWork = (facts: Facts, now: number, wasIdle: boolean): Facts => {
  const labels = mapObservations(facts.labels, (observation) => ({
    ...observation,
    wasWorking: true,
  }));
  const { printer } = facts;
  const hasOwn = labels.some(({ seen }) => seen);
  // The printer does show its work after all: the next label waits until none of this work can
  // belong to an earlier label.
  const isUnexpectedWork = hasOwn && printer.answersAhead && printer.unseenCount >= UNSEEN_LABELS;
  const updatedPrinter = hasOwn ? { ...printer, showsWork: true, unseenCount: 0 } : printer;
  const updatedFacts = {
    ...(isUnexpectedWork ? markRestStateDoubtful(facts) : facts),
    labels,
    printer: updatedPrinter,
  };
  return wasIdle && wasEarlierIdleAnswerTooEarly(updatedFacts, now)
    ? { ...updatedFacts, printer: { ...updatedPrinter, answersEarly: true } }
    : updatedFacts;
};
