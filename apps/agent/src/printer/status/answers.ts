import type { PrinterStatus } from './status.ts';
import { REPEAT_MS, MIN_IDLE_ANSWERS } from './timing.ts';

/**
 * Consecutive idle answers: time of the first one, and time of the query of the last one. `isSure`:
 * one of them certainly answers its own query and not an older one.
 */
export type IdleRun = { from: number; until: number; answers: number; isSure: boolean };

/**
 * A status query. `label`: it follows the bytes of a label and may be answered only after printing.
 */
export type Question = { at: number; label: boolean };

/** Value of the label counter, with the times it was first and last read with this value. */
export type CounterReading = { value: number; since: number; at: number };

/**
 * Answer times without work, ms: number of measurements, maximum, and maximum without a few
 * outliers.
 */
export type Baseline = { count: number; most: number; usualMs: number };

/** Classification of an answer. */
export type StatusKind = 'stopped' | 'working' | 'receiving' | 'idle';

/**
 * State derived from the answers on one connection, however late they are. An answer is matched to
 * the oldest open query, and no query is abandoned while answers arrive. So after a loss answers
 * look later than they were, never more prompt.
 */
export type Answers = {
  /** Queries without an answer, oldest first. */
  open: readonly Question[];
  /**
   * Time of the oldest query that was open when another one was sent; null when the matching is
   * certain.
   */
  againSince: number | null;
  /** The query of `againSince` follows a label. */
  isRepeatedBehindLabel: boolean;
  /** Number of repeated queries since the last status. */
  repeats: number;
  /**
   * Latest time at which an unnoticed stop may have ended: there was no answer for long enough, and
   * one query was never answered.
   */
  gapAt: number | null;
  /** Queries were abandoned after a silence, so answers cannot be matched to queries. */
  hasAbandonedQuestions: boolean;
  /** There were more answers than queries, so the delay of answers is unknown. */
  surplus: boolean;
  idleRun: IdleRun | null;
  lastStatus: PrinterStatus | null;
  unchangedStatus: { key: string; since: number };
  /**
   * Number of labels the printer reports as remaining although it has none; 0 when its status shows
   * whether it works.
   */
  phantomRemaining: number;
  counter: CounterReading | null;
  /** Whether the printer counts labels; null while unknown. */
  countsLabels: boolean | null;
  counterQuestions: number;
  counterAskedAt: number;
  counterHeardAt: number;
  /** Maximum answer time of the counter, ms. */
  counterMs: number;
  /** Last answer times, ms. */
  answerTimes: readonly number[];
  baseline: Baseline;
  lastStringAt: number;
  /** Time of the last string of an incomplete answer; null when complete. */
  partAt: number | null;
  /** Time of the last status. */
  lastStatusAt: number;
  statuses: number;
  /** A label was sent, and the printer has not been idle since. */
  isBusy: boolean;
};

/** Number of remembered answer times, and how many of them may be outliers. */
export const MAX_ANSWER_TIMES = 20;
const MAX_OUTLIERS = 2;
/** Number of remembered queries. Beyond it the oldest counts as answered. */
const MAX_OPEN_QUESTIONS = 64;

export const computeAnswerTimeBaseline = (answerTimes: readonly number[]): Baseline => {
  const sorted = answerTimes.toSorted((a, b) => b - a);
  const outliers = Math.min(MAX_OUTLIERS, Math.floor(answerTimes.length / 8));
  return { count: answerTimes.length, most: sorted[0] ?? 0, usualMs: sorted[outliers] ?? 0 };
};

/**
 * Creates the answers of a new connection. `answerTimes`: of the previous, renewed connection, ms.
 */
export const createInitialAnswers = (
  now: number,
  answerTimes: readonly number[] = [],
): Answers => ({
  open: [],
  againSince: null,
  isRepeatedBehindLabel: false,
  repeats: 0,
  gapAt: null,
  hasAbandonedQuestions: false,
  surplus: false,
  idleRun: null,
  lastStatus: null,
  unchangedStatus: { key: '', since: now },
  phantomRemaining: 0,
  counter: null,
  countsLabels: null,
  counterQuestions: 0,
  counterAskedAt: -Infinity,
  counterHeardAt: -Infinity,
  counterMs: 0,
  answerTimes,
  baseline: computeAnswerTimeBaseline(answerTimes),
  lastStringAt: now,
  partAt: null,
  lastStatusAt: -Infinity,
  statuses: 0,
  isBusy: false,
});

/** Whether each answer certainly belongs to its query. */
export const isEachAnswerMatchedToQuery = ({
  againSince,
  hasAbandonedQuestions,
  surplus,
}: Answers): boolean => againSince === null && !hasAbandonedQuestions && !surplus;

/** Whether the printer has been idle for `ms`, by answers to separate queries. */
export const hasAnsweredIdleForMs = ({ idleRun }: Pick<Answers, 'idleRun'>, ms: number): boolean =>
  idleRun !== null && idleRun.answers >= MIN_IDLE_ANSWERS && idleRun.until - idleRun.from >= ms;

/** Same as {@link hasAnsweredIdleForMs}, also since the last possible unnoticed stop. */
export const hasAnsweredIdleSinceMissedStop = (answers: Answers, ms: number): boolean =>
  hasAnsweredIdleForMs(answers, ms) &&
  (answers.idleRun?.until ?? 0) - (answers.gapAt ?? -Infinity) >= ms;

/** Whether the last counter query has no answer yet and may still get one. */
export const isCounterAnswerPending = (answers: Answers, now: number): boolean => {
  const { counterAskedAt, counterHeardAt, counterMs } = answers;
  if (counterHeardAt >= counterAskedAt) return false;
  return now - counterAskedAt < Math.max(REPEAT_MS, 2 * counterMs);
};

/**
 * Whether the last query is still unanswered. After a loss, any newer answer shows that the printer
 * responds.
 */
export const isLastQueryUnanswered = (
  { open, againSince, lastStatusAt }: Answers,
  askedAt: number,
): boolean => open.length > 0 && (againSince === null || lastStatusAt <= askedAt);

export const addOpenQuestion = (
  answers: Answers,
  question: Question,
  counter: boolean,
): Answers => {
  const { open, againSince } = answers;
  const oldest = open[0];
  const isAgain = oldest !== undefined && oldest.at < question.at;
  return {
    ...answers,
    open: [...open, question].slice(-MAX_OPEN_QUESTIONS),
    againSince: againSince ?? (isAgain ? oldest.at : null),
    isRepeatedBehindLabel:
      againSince === null ? isAgain && oldest.label : answers.isRepeatedBehindLabel,
    repeats:
      answers.repeats + (isAgain && isLastQueryUnanswered(answers, open.at(-1)?.at ?? 0) ? 1 : 0),
    counterQuestions: answers.counterQuestions + (counter ? 1 : 0),
    counterAskedAt: counter ? question.at : answers.counterAskedAt,
  };
};

/** Resets the idle run after sending a label: earlier answers no longer count. */
export const resetIdleRun = (answers: Answers): Answers => ({
  ...answers,
  idleRun: null,
  isBusy: true,
});

/** Keeps only the last query open: the printer will not answer the earlier ones further. */
export const keepOnlyLastOpenQuestion = (answers: Answers): Answers => ({
  ...answers,
  open: answers.open.slice(-1),
  againSince: null,
  repeats: 0,
});

/**
 * Handles another answer after part of the one to the oldest query. Once each query has its answer,
 * none was lost.
 */
export const countPartAsAnswerToOldestQuery = (answers: Answers): Answers => {
  const open = answers.open.slice(1);
  const isPairedAgain = open.length === 0 ? { againSince: null, gapAt: null } : {};
  return { ...answers, open, repeats: 0, partAt: null, ...isPairedAgain };
};

/** Abandons the open queries: they were lost, or their late answers are taken for others. */
export const abandonOpenQuestions = (answers: Answers): Answers => ({
  ...answers,
  open: [],
  againSince: null,
  counterQuestions: 0,
  hasAbandonedQuestions: true,
});

/** Records an extra answer or part of one. Expected after a repeated or abandoned query. */
export const markSurplusUnlessExpected = (answers: Answers): Answers =>
  answers.hasAbandonedQuestions || answers.againSince !== null
    ? answers
    : { ...answers, surplus: true };

/** Records an STX…ETX string, or its equivalent in other languages. */
export const recordAnswerStringTime = (
  answers: Answers,
  now: number,
  isPart: boolean,
): Answers => ({
  ...answers,
  lastStringAt: now,
  partAt: isPart ? now : null,
});

export const recordCounterAnswer = (
  answers: Answers,
  now: number,
  value: number | null,
): Answers => {
  const { counter, counterQuestions, counterMs } = answers;
  const answerMs = counterQuestions === 1 ? now - answers.counterAskedAt : 0;
  const answersHeard = {
    ...answers,
    counterQuestions: Math.max(0, counterQuestions - 1),
    counterHeardAt: now,
    counterMs: Math.max(counterMs, answerMs),
  };
  if (value === null) return { ...answersHeard, countsLabels: answers.countsLabels ?? false };
  const since = counter?.value === value ? counter.since : now;
  return { ...answersHeard, countsLabels: true, counter: { value, since, at: now } };
};

/** Records surplus answers in sequence. Used by tests only. */
export const createSurplusRecorder = (now: number) => {
  let answers = createInitialAnswers(now);
  return {
    recordExtra: () => {
      answers = markSurplusUnlessExpected(answers);
    },
    get surplus() {
      return answers.surplus;
    },
    get againSince() {
      return answers.againSince;
    },
    get baseline() {
      return answers.baseline;
    },
  };
};
