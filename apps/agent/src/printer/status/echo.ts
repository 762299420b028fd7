import type { Echo } from './label.ts';
import { hasAnsweredIdleForMs } from './answers.ts';
import type { Answers } from './answers.ts';
import { mapObservations } from './label.ts';
import type { LabelState } from './label.ts';
import {
  ECHO_WITHOUT_ANSWERS_REASON,
  ECHO_BEFORE_PAPER_REASON,
  ECHO_STATUS_GAP_REASON,
} from './messages.ts';
import { isStopPossiblyMissed } from './missed-stops.ts';
import { MIN_STOP_MS, SLOW_LABELS } from './timing.ts';

/**
 * Position of an echo: a number in the stream that the printer returns once everything before it is
 * printed. Sent after the greeting, where nothing is to print, and before and after every label.
 */
export type EchoPlace = 'greeting' | 'before' | 'behind';

export const NO_ECHO: Echo = { beforeAt: null, behindAt: null, wireMs: Infinity, isApart: false };

/**
 * Factor for a slower transfer than measured: a printer that returns echoes while reading takes as
 * long as the bytes do.
 */
const WIRE_ALLOWANCE = 1.5;

/** The part of an observation that echoes need. */
type EchoObservation = {
  /** Minimum paper time, ms. */
  minimumMs: number;
  sentAt: number;
  /** Null when the label was sent without echoes. */
  echo: Echo | null;
  /** An unnoticed stop may have occurred. */
  mayHaveMissedStop: boolean;
  /** No unnoticed stop can have occurred before this time. */
  noStopBefore: number;
};

/**
 * An echo that was returned. `wireMs`: transfer time of the label's bytes, ms; Infinity if unknown.
 */
type EchoEvent = { place: EchoPlace; wireMs: number; now: number };

/**
 * Applies an echo to a label. If the time from the first byte to the echo after the label is
 * shorter than the shortest stop, no stop occurred, regardless of other answers.
 */
export const applyEchoToObservation = <Seen extends EchoObservation>(
  observation: Seen,
  { place, wireMs, now }: EchoEvent,
): Seen => {
  const { echo, sentAt } = observation;
  if (!echo) return observation;
  if (place === 'before')
    return { ...observation, echo: { ...echo, beforeAt: echo.beforeAt ?? now } };
  if (place !== 'behind' || echo.behindAt !== null) return observation;
  const observationBehind = { ...observation, echo: { ...echo, behindAt: now, wireMs } };
  return now - sentAt < MIN_STOP_MS
    ? { ...observationBehind, mayHaveMissedStop: false, noStopBefore: now }
    : observationBehind;
};

/** Mutates an observation with {@link applyEchoToObservation}. Used by tests only. */
export const recordEchoObservation = (observation: EchoObservation, event: EchoEvent): void => {
  Object.assign(observation, applyEchoToObservation(observation, event));
};

/**
 * Marks the echoes of a label as apart when the query sent at `askedAt`, after the first echo, is
 * answered before the second.
 */
export const markEchoesSeparatedByAnswer = (
  labels: readonly LabelState[],
  askedAt: number,
): readonly LabelState[] =>
  mapObservations(labels, (observation) => {
    const { echo } = observation;
    if (!echo || echo.beforeAt === null || echo.behindAt !== null) return observation;
    return { ...observation, echo: { ...echo, isApart: echo.isApart || askedAt >= echo.beforeAt } };
  });

export const isEchoBehindLabelMissing = ({ echo }: EchoObservation): boolean =>
  echo !== null && echo.behindAt === null;

/** Whether the printer has been idle for `ms`, counted from the echo if there is one. */
export const hasBeenIdleSinceEcho = (
  { echo }: EchoObservation,
  ms: number,
  answers: Answers,
): boolean => {
  const { idleRun } = answers;
  if (!idleRun || !hasAnsweredIdleForMs(answers, ms)) return false;
  return idleRun.until - Math.max(idleRun.from, echo?.behindAt ?? idleRun.from) >= ms;
};

/**
 * Explains why the echo after a label proves nothing; null when it does. `together`: number of
 * consecutive labels without an answer between their echoes, Infinity while that was never
 * observed.
 */
export const explainWhyEchoProvesNothing = (
  observation: EchoObservation,
  answers: Pick<Answers, 'baseline' | 'surplus' | 'againSince'>,
  labelCount: number,
): string | null => {
  const { beforeAt, behindAt, wireMs, isApart } = observation.echo ?? NO_ECHO;
  // The echoes came too close together to prove anything: the printer returns echoes while reading,
  // or discarded the label.
  const minimumMs =
    Math.max(observation.minimumMs, wireMs * WIRE_ALLOWANCE) + answers.baseline.most;
  if (beforeAt === null || behindAt === null || behindAt - beforeAt < minimumMs)
    return ECHO_BEFORE_PAPER_REASON;
  if (isStopPossiblyMissed(observation, answers) || answers.surplus) return ECHO_STATUS_GAP_REASON;
  // The printer has answered while printing before. No answer now means that nothing was printed,
  // or that it no longer answers while printing.
  return isApart || labelCount >= SLOW_LABELS - 1 ? null : ECHO_WITHOUT_ANSWERS_REASON;
};
