import type { StatusBytes } from './status-answer.ts';

/** Functions of `DLE EOT`. Some printers ignore some of them. */
const ALL_FUNCTIONS: readonly number[] = [1, 2, 3, 4];
/** Length of `DLE EOT n`, bytes. The answer is one byte. */
export const QUESTION_LENGTH = 3;
/** Status byte without any fault. */
const NO_FAULT = 0x12;
/** Number of consecutive incomplete answers before counting again. */
const MAX_SHORTFALLS = 2;
/**
 * Number of consecutive equal counts before the result is trusted, and number of queries until the
 * next count: an answer may be lost.
 */
const MIN_AGREEMENTS = 3;
const TRUSTED_QUERIES = 32;

/** The pending query and its answers so far. */
type PendingQuery = { functions: readonly number[]; answers: number[] };

/**
 * Counting query: asks the functions once, twice, four and eight times. The answers are single
 * bytes without a function number, but their number shows which functions were answered.
 */
const COUNTING_QUERY = ALL_FUNCTIONS.flatMap((n) => Array.from({ length: 2 ** (n - 1) }, () => n));
const listFunctionsAnsweredByCount = (count: number): readonly number[] =>
  ALL_FUNCTIONS.filter((n) => (count & (2 ** (n - 1))) !== 0);

/**
 * Whether the first answer to a function differs from the second: some printers answer the previous
 * query.
 */
const answersPreviousQuery = (answers: readonly number[]): boolean =>
  ALL_FUNCTIONS.some((n) => {
    const first = COUNTING_QUERY.indexOf(n);
    return COUNTING_QUERY[first + 1] === n && answers[first] !== answers[first + 1];
  });

/** Picks the last answer to each function. A function without an answer counts as no fault. */
const selectLastStatusBytes = (of: readonly number[], answers: readonly number[]): StatusBytes => {
  const [printer = NO_FAULT, offline = NO_FAULT, error = NO_FAULT, paper = NO_FAULT] =
    ALL_FUNCTIONS.map((n) => answers[of.lastIndexOf(n)]);
  return [printer, offline, error, paper];
};

/** Builds status queries of the functions this printer answers. */
export type Questions = {
  /**
   * Creates the next query. Missing answers to the previous one are no longer expected. `mayCount`:
   * it may be a counting query.
   */
  createQuestion: (mayCount?: boolean) => string;
  /** Adds an answer byte. Returns the status once complete. */
  addByte: (byte: number) => StatusBytes | null;
  /**
   * Whether the previous query showed, by a partial answer, which functions this printer answers.
   */
  hasCounted: () => boolean;
  /** Whether no query is pending. */
  isAnswered: () => boolean;
};

// oxlint-disable-next-line house/function-length -- one state machine: each answer decides the next question
export const createStatusQueryTracker = (): Questions => {
  let answeredFunctions = ALL_FUNCTIONS;
  let pendingQuery: PendingQuery | null = null;
  let hasValidCount = false;
  /** Result of the last abandoned query. */
  let hasCounted = false;
  let shortfalls = 0;
  /** Consecutive equal counts, and queries since the last count. */
  let agreements = 0;
  let sinceCount = 0;
  /** Whether the printer answers the previous query. */
  let laggingState: 'no' | 'seems' | 'yes' = 'no';

  /** A partial answer shows which functions are answered, or that an answer was lost. */
  const recordPartialAnswer = ({ functions, answers }: PendingQuery): void => {
    hasCounted = functions === COUNTING_QUERY && answers.length > 0;
    if (hasCounted) {
      const answering = listFunctionsAnsweredByCount(answers.length);
      agreements =
        hasValidCount && answering.join() === answeredFunctions.join() ? agreements + 1 : 1;
      hasValidCount = true;
      answeredFunctions = answering;
    } else if (answers.length > 0 || answeredFunctions.length < ALL_FUNCTIONS.length)
      shortfalls += 1;
  };
  const recordFullAnswer = (answers: readonly number[]): void => {
    answeredFunctions = ALL_FUNCTIONS;
    // Equal bytes could also mean that the status has just changed, so count again to decide.
    const seems = answersPreviousQuery(answers);
    laggingState = seems ? (laggingState === 'no' ? 'seems' : 'yes') : 'no';
    hasValidCount = laggingState !== 'seems';
  };
  return {
    createQuestion: (mayCount = true) => {
      hasCounted = false;
      if (pendingQuery) recordPartialAnswer(pendingQuery);
      if (shortfalls >= MAX_SHORTFALLS) {
        [hasValidCount, laggingState] = [false, 'no'];
        shortfalls = 0;
      }
      // A printer that answers the previous query sends the last answer to this query only with the
      // next one, as its first answer.
      const of =
        laggingState === 'yes'
          ? [...answeredFunctions, ...answeredFunctions.slice(0, 1)]
          : answeredFunctions;
      const belief = agreements < MIN_AGREEMENTS ? 1 : TRUSTED_QUERIES;
      const isDoubtful =
        answeredFunctions.length < ALL_FUNCTIONS.length && mayCount && sinceCount >= belief;
      pendingQuery = { functions: hasValidCount && !isDoubtful ? of : COUNTING_QUERY, answers: [] };
      sinceCount = pendingQuery.functions === COUNTING_QUERY ? 0 : sinceCount + 1;
      return pendingQuery.functions.map((n) => `\x10\x04${String.fromCharCode(n)}`).join('');
    },
    addByte: (byte) => {
      if (!pendingQuery) return null;
      const { functions, answers } = pendingQuery;
      answers.push(byte);
      if (answers.length < functions.length) return null;
      pendingQuery = null;
      shortfalls = 0;
      if (functions === COUNTING_QUERY) recordFullAnswer(answers);
      return laggingState === 'yes'
        ? selectLastStatusBytes(functions.slice(0, -1), answers.slice(1))
        : selectLastStatusBytes(functions, answers);
    },
    hasCounted: () => hasCounted,
    isAnswered: () => pendingQuery === null,
  };
};
