import { isCounterAnswerPending, isLastQueryUnanswered } from '../answers.ts';
import { isPrinterStopped } from '../../view.ts';
import {
  REPEAT_MS,
  MAX_QUESTION_GAP_MS,
  MIN_BASELINE_ANSWERS,
  MAX_REPEATS,
  INCOMPLETE_ANSWER_MS,
  MIN_STOP_MS,
  STOP_SILENCE_MS,
} from '../timing.ts';
import { ASK_FIRST_MS, doesPrinterCountLabels } from './state.ts';
import type { Facts } from './state.ts';

const STOPPED_INTERVAL_MS = 250;
const UNSURE_INTERVAL_MS = 250;
const IDLE_INTERVAL_MS = 2000;
/**
 * Maximum query interval while a label waits for the printer to rest, ms. Few queries, because each
 * answer may be late.
 */
const MAX_REST_GAP_MS = 400;
const RTT_MARGIN_MS = 30;

const sumPaperMsOfOpenLabels = ({ labels }: Facts): number =>
  labels.reduce((sum, { paperMs }) => sum + paperMs, 0);

/** Time after which the silence means that the printer has stopped. */
export const computeSilenceDeadline = (facts: Facts): number => {
  const { answers } = facts;
  const [question] = answers.open;
  if (!question) return Infinity;
  const { againSince, hasAbandonedQuestions, surplus } = answers;
  // A query that may follow a label may be answered only after printing.
  const isBehind = question.label || againSince !== null || hasAbandonedQuestions || surplus;
  const usual = STOP_SILENCE_MS + (isBehind ? sumPaperMsOfOpenLabels(facts) : 0);
  return Math.max(question.at, answers.lastStringAt) + Math.max(usual, 4 * answers.baseline.most);
};

/** Time to wait for an answer before repeating the query, ms. */
const getAnswerTimeoutMs = ({ answers }: Facts): number =>
  Math.max(REPEAT_MS, 2 * answers.baseline.usualMs);

/**
 * Query interval while the printer comes to rest, ms. Short enough, if possible, that no stop fits
 * into it even if one answer is lost.
 */
const computeQueryIntervalBeforeRest = (facts: Facts): number => {
  const { most } = facts.answers.baseline;
  const remainingMs = MIN_STOP_MS - getAnswerTimeoutMs(facts) - 2 * most - RTT_MARGIN_MS;
  return Math.min(
    facts.restMs / 4,
    remainingMs < MAX_QUESTION_GAP_MS ? MAX_REST_GAP_MS : remainingMs,
    MAX_REST_GAP_MS,
  );
};

/**
 * Time to repeat a query whose answer is missing. A repetition costs one answer, never the
 * connection.
 */
const getQueryRepeatTime = (facts: Facts): number => {
  const { answers, askedAt, connectedAt } = facts;
  // The answer to the query has started, even after a label, but the rest is missing.
  if (answers.partAt !== null && answers.repeats < MAX_REPEATS)
    return answers.partAt + INCOMPLETE_ANSWER_MS;
  // A printer that has never answered may use another language.
  const isKnown = answers.lastStatus || facts.restedBefore || answers.lastStringAt > connectedAt;
  // A query after a label may be answered only after printing.
  const mayBeBehind = !facts.answersBeforePrinting && answers.open.some(({ label }) => label);
  if (!isKnown || mayBeBehind || answers.repeats >= MAX_REPEATS) return Infinity;
  return askedAt + getAnswerTimeoutMs(facts);
};

/** Time from the last query to the next one. */
const getQueryInterval = (facts: Facts, work: boolean): number => {
  const { answers, labels, printer } = facts;
  if (!answers.lastStatus) return 0;
  if (isPrinterStopped(answers.lastStatus))
    return labels.length > 0 || work ? STOPPED_INTERVAL_MS : IDLE_INTERVAL_MS / 2;
  // With two labels under way, the count proves the first one only if it is seen before the second
  // is counted.
  if (labels.length > 1 && printer.wholeCounter) return ASK_FIRST_MS;
  if (labels.length > 0) return facts.questionIntervalMs;
  const isMeasuring = answers.baseline.count < MIN_BASELINE_ANSWERS;
  if (isMeasuring && answers.idleRun)
    return answers.againSince === null ? 0 : facts.questionIntervalMs;
  if (facts.isResting) return work ? facts.questionIntervalMs : IDLE_INTERVAL_MS;
  if (!work) return UNSURE_INTERVAL_MS;
  return answers.idleRun
    ? Math.max(facts.questionIntervalMs, computeQueryIntervalBeforeRest(facts))
    : facts.questionIntervalMs;
};

/** Time of the next query. */
export const findNextQueryTime = (facts: Facts, work: boolean): number => {
  const { answers, askedAt, labels, isResting, restMs } = facts;
  if (isLastQueryUnanswered(answers, askedAt)) return getQueryRepeatTime(facts);
  const dueAt = askedAt + getQueryInterval(facts, work);
  if (!answers.idleRun || labels.length > 0 || isResting) return dueAt;
  const restedAt = Math.max(answers.idleRun.from, answers.gapAt ?? -Infinity) + restMs;
  return restedAt > askedAt ? Math.min(dueAt, restedAt) : dueAt;
};

/**
 * Whether to query the counter with the next query: while the printer comes to rest, only at the
 * start and at the end.
 */
export const isCounterQueryDue = (facts: Facts, now: number): boolean => {
  const { answers, restMs, labels, isResting } = facts;
  if (doesPrinterCountLabels(facts) === false || isCounterAnswerPending(answers, now)) return false;
  const { counter, idleRun } = answers;
  if (labels.length > 0 || isResting || !counter || !idleRun || answers.counterQuestions > 0)
    return true;
  const from = Math.max(idleRun.from, answers.gapAt ?? -Infinity);
  return counter.at < from || now - Math.max(from, counter.since) >= restMs;
};

/** Returns the next, longer query interval. */
export const computeNextQueryInterval = (gapMs: number): number =>
  Math.min(MAX_QUESTION_GAP_MS, gapMs * 1.5);

/** Whether the counter's answer is lost, or so late that it counts as lost. */
const isCounterAnswerLost = ({ answers }: Facts, now: number): boolean =>
  answers.counter !== null && answers.counterQuestions > 0 && !isCounterAnswerPending(answers, now);

/** Whether an answer is lost, or so late that it counts as lost. */
export const isAnswerLost = (facts: Facts, now: number): boolean =>
  facts.answers.againSince !== null || isCounterAnswerLost(facts, now);

/** Whether every query is answered. */
export const isEveryQueryAnswered = ({ answers }: Facts): boolean =>
  answers.open.length === 0 && (answers.counter === null || answers.counterQuestions === 0);
