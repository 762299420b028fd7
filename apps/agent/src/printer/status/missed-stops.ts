import type { Answers } from './answers.ts';
import { mapObservations } from './label.ts';
import type { LabelState, Observation } from './label.ts';
import { MAX_QUESTION_GAP_MS, MIN_STOP_MS } from './timing.ts';

/**
 * Maximum time from a query to its answer. The next query is due so soon that no stop fits between
 * two answers.
 */
const MAX_GAP_MS = MIN_STOP_MS - 2 * MAX_QUESTION_GAP_MS;

/**
 * Whether an unnoticed stop may have occurred before the answer to a query of `askedAt`.
 * `lastAskedAt`: time of the previously answered query. Where answers precede work, a query during
 * a stop is answered immediately with it, or lost. A late answer, or a late query of a busy
 * machine, may have missed a stop.
 */
const canMissStop = (
  { sentAt, noStopBefore }: Observation,
  { now, askedAt, lastAskedAt }: { now: number; askedAt: number; lastAskedAt: number },
): boolean =>
  now - Math.max(askedAt, noStopBefore) > MAX_GAP_MS ||
  (askedAt - Math.max(lastAskedAt, noStopBefore) > MIN_STOP_MS && sentAt < askedAt);

/**
 * Whether an unnoticed stop may have occurred during a label, including an unanswered repeated
 * query.
 */
export const isStopPossiblyMissed = (
  { mayHaveMissedStop, noStopBefore }: Pick<Observation, 'mayHaveMissedStop' | 'noStopBefore'>,
  { againSince }: Pick<Answers, 'againSince'>,
): boolean => mayHaveMissedStop || (againSince !== null && againSince > noStopBefore);

/** Marks labels during which an unnoticed stop may have occurred. */
export const markPossiblyMissedStops = (
  labels: readonly LabelState[],
  answerTimes: { now: number; askedAt: number; lastAskedAt: number },
): readonly LabelState[] =>
  mapObservations(labels, (observation) =>
    observation.mayHaveMissedStop || !canMissStop(observation, answerTimes)
      ? observation
      : { ...observation, mayHaveMissedStop: true },
  );
