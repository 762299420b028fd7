import type { PrinterStatus } from './status.ts';
import { AGAIN_MS, RUN_ANSWERS } from './timing.ts';

/**
 * Consecutive idle answers: when the first came, and when the question of the last was asked. `isSure`: one of them came
 * while each answer had its question, and is not one of long before.
 */
export type Run = { from: number; until: number; answers: number; isSure: boolean };

/** A question for the status. `label`: it stands behind the bytes of a label, and may be answered only when that is printed. */
export type Question = { at: number; label: boolean };

/** A label counter, and when it was first and last read with this value. */
export type Counter = { value: number; since: number; at: number };

/** How long answers take without work, ms: how many were measured, the longest, and the longest but for a few outliers. */
export type Baseline = { count: number; most: number; usual: number };

/** What an answer says of the printer. */
export type Kind = 'stopped' | 'working' | 'receiving' | 'idle';

/**
 * What the answers on one connection say, however late they are. An answer is taken for that of the oldest open question,
 * and no question is given up while answers come: so it seems late where one was lost, and never more prompt than it was.
 */
export type Answers = {
  /** Questions without an answer, oldest first. */
  open: readonly Question[];
  /** Of the oldest question that was open when another was asked; null: pairs are certain. */
  againSince: number | null;
  /** That question stands behind a label. */
  isAgainBehind: boolean;
  /** How often a question was asked again since the last status. */
  repeats: number;
  /** When a stop may last have come and gone: nothing was answered for so long, and a question never was. */
  gapAt: number | null;
  /** Questions were given up after a silence: no answer can be matched to its question. */
  gaveUp: boolean;
  /** There were more answers than questions: how late any of them is, is unknown. */
  surplus: boolean;
  run: Run | null;
  last: PrinterStatus | null;
  same: { key: string; since: number };
  /** Labels it shows as remaining although it has none; 0: its status tells whether it works. */
  leaks: number;
  counter: Counter | null;
  /** Null: it is not known yet whether it counts. */
  counts: boolean | null;
  counterQuestions: number;
  counterAskedAt: number;
  counterHeardAt: number;
  /** The longest the counter took to be told, ms. */
  counterMs: number;
  /** How long the last answers took, ms. */
  took: readonly number[];
  baseline: Baseline;
  signAt: number;
  /** When the last string came of an answer that is not whole yet; null: none is. */
  partAt: number | null;
  /** When the last status came. */
  heardAt: number;
  statuses: number;
  /** A label was sent, and it has not been idle since. */
  busy: boolean;
};

/** Answers whose time is remembered, and how many of them may be outliers. */
export const MAX_TOOK = 20;
const MAX_OUTLIERS = 2;
/** Questions that are remembered: beyond them the oldest is taken for answered. */
const MAX_OPEN = 64;

export const toBaseline = (took: readonly number[]): Baseline => {
  const sorted = took.toSorted((a, b) => b - a);
  const outliers = Math.min(MAX_OUTLIERS, Math.floor(took.length / 8));
  return { count: took.length, most: sorted[0] ?? 0, usual: sorted[outliers] ?? 0 };
};

/** `took`: how long answers took over the connection that this one takes the place of, ms. */
export const openAnswers = (now: number, took: readonly number[] = []): Answers => ({
  open: [],
  againSince: null,
  isAgainBehind: false,
  repeats: 0,
  gapAt: null,
  gaveUp: false,
  surplus: false,
  run: null,
  last: null,
  same: { key: '', since: now },
  leaks: 0,
  counter: null,
  counts: null,
  counterQuestions: 0,
  counterAskedAt: -Infinity,
  counterHeardAt: -Infinity,
  counterMs: 0,
  took,
  baseline: toBaseline(took),
  signAt: now,
  partAt: null,
  heardAt: -Infinity,
  statuses: 0,
  busy: false,
});

/** Whether each answer is that of its question. */
export const isPaired = ({ againSince, gaveUp, surplus }: Answers): boolean =>
  againSince === null && !gaveUp && !surplus;

/** Whether the printer has been idle for `ms`, by answers to separate questions. */
export const isQuiet = ({ run }: Pick<Answers, 'run'>, ms: number): boolean =>
  run !== null && run.answers >= RUN_ANSWERS && run.until - run.from >= ms;

/** Whether it has been so since a stop may have come and gone, too. */
export const isQuietSinceGap = (answers: Answers, ms: number): boolean =>
  isQuiet(answers, ms) && (answers.run?.until ?? 0) - (answers.gapAt ?? -Infinity) >= ms;

/** Whether the last question for the counter has no answer yet, and may still have one. */
export const isCounterAsked = (answers: Answers, now: number): boolean => {
  const { counterAskedAt, counterHeardAt, counterMs } = answers;
  if (counterHeardAt >= counterAskedAt) return false;
  return now - counterAskedAt < Math.max(AGAIN_MS, 2 * counterMs);
};

/** Whether the last question still waits for an answer: where one was lost, any answer since says that it is there. */
export const isWaiting = ({ open, againSince, heardAt }: Answers, askedAt: number): boolean =>
  open.length > 0 && (againSince === null || heardAt <= askedAt);

export const addQuestion = (answers: Answers, question: Question, counter: boolean): Answers => {
  const { open, againSince } = answers;
  const oldest = open[0];
  const isAgain = oldest !== undefined && oldest.at < question.at;
  return {
    ...answers,
    open: [...open, question].slice(-MAX_OPEN),
    againSince: againSince ?? (isAgain ? oldest.at : null),
    isAgainBehind: againSince === null ? isAgain && oldest.label : answers.isAgainBehind,
    repeats: answers.repeats + (isAgain && isWaiting(answers, open.at(-1)?.at ?? 0) ? 1 : 0),
    counterQuestions: answers.counterQuestions + (counter ? 1 : 0),
    counterAskedAt: counter ? question.at : answers.counterAskedAt,
  };
};

/** A label was sent: earlier answers no longer count. */
export const interruptRun = (answers: Answers): Answers => ({ ...answers, run: null, busy: true });

/** Of all questions only the last has still to be answered: the printer has answered those before as far as it ever does. */
export const dropEarlier = (answers: Answers): Answers => ({
  ...answers,
  open: answers.open.slice(-1),
  againSince: null,
  repeats: 0,
});

/**
 * Another answer came behind a part of the one to the oldest question. Once each question has its answer, none was lost.
 */
export const addTruncated = (answers: Answers): Answers => {
  const open = answers.open.slice(1);
  const isPairedAgain = open.length === 0 ? { againSince: null, gapAt: null } : {};
  return { ...answers, open, repeats: 0, partAt: null, ...isPairedAgain };
};

/** Gives up the open questions: they were lost, or their answers come late and are taken for others'. */
export const forgetQuestions = (answers: Answers): Answers => ({
  ...answers,
  open: [],
  againSince: null,
  counterQuestions: 0,
  gaveUp: true,
});

/** There was one answer too many, or part of one. Where one was asked again, or given up, that is to be expected. */
export const addSurplus = (answers: Answers): Answers =>
  answers.gaveUp || answers.againSince !== null ? answers : { ...answers, surplus: true };

/** An STX…ETX string arrived, or what stands for it in other languages. */
export const addSign = (answers: Answers, now: number, isPart: boolean): Answers => ({
  ...answers,
  signAt: now,
  partAt: isPart ? now : null,
});

export const addCounter = (answers: Answers, now: number, value: number | null): Answers => {
  const { counter, counterQuestions, counterMs } = answers;
  const took = counterQuestions === 1 ? now - answers.counterAskedAt : 0;
  const heard = {
    ...answers,
    counterQuestions: Math.max(0, counterQuestions - 1),
    counterHeardAt: now,
    counterMs: Math.max(counterMs, took),
  };
  if (value === null) return { ...heard, counts: answers.counts ?? false };
  const since = counter?.value === value ? counter.since : now;
  return { ...heard, counts: true, counter: { value, since, at: now } };
};

/** Answers that are noted one after the other. */
export const createAnswers = (now: number) => {
  let answers = openAnswers(now);
  return {
    extra: () => {
      answers = addSurplus(answers);
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
