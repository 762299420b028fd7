import { isStopped } from '../view.ts';
import { isIdle, isWorking } from './status.ts';
import type { PrinterStatus } from './status.ts';
import { RESTING_MS, RUN_ANSWERS } from './timing.ts';

/** Consecutive idle answers: when the first came, and when the question of the last was asked. */
export type Run = { from: number; until: number; answers: number };

/** A question for the status. `label`: it stands behind the bytes of a label, and may be answered only when that is printed. */
export type Question = { at: number; label: boolean };

/** A label counter, and when it was first and last read with this value. */
export type Counter = { value: number; since: number; at: number };

export type Baseline = { count: number; most: number; usual: number };

export type Heard = {
  kind: 'stopped' | 'working' | 'receiving' | 'idle';
  status: PrinterStatus;
  question: Question | null;
  /** It was idle before, with nothing sent in between. */
  wasIdle: boolean;
};

/** What the answers on one connection say, however late they are. Pure: every event brings its time. */
export type Answers = {
  asked: (question: Question, counter: boolean) => void;
  status: (now: number, status: PrinterStatus) => Heard;
  value: (now: number, value: number | null) => void;
  /** There was one answer too many, or part of one. */
  extra: () => void;
  /** An STX…ETX string arrived. */
  sign: (now: number) => void;
  /** A label was sent: earlier answers no longer count. */
  interrupt: () => void;
  /** The oldest unanswered question. */
  open: () => Question | null;
  /** Gives up on the open questions: they were lost, or their answers come late and are taken for others'. */
  forget: () => void;
  /** Questions were given up, and it is not known yet what became of them. */
  unsure: () => boolean;
  /** Nothing given up can be answered any more. True when some of it was answered late: pairs were wrong until now. */
  pairAgain: () => boolean;
  /** Whether the printer has been idle for `ms`, by answers to separate questions. */
  quiet: (ms: number) => boolean;
  run: () => Run | null;
  last: () => PrinterStatus | null;
  counter: () => Counter | null;
  /** A question for the counter is open, and not for too long. */
  counterAsked: (now: number) => boolean;
  /** Null: not known yet. */
  counts: () => boolean | null;
  /** There were more answers than questions, or questions were given up: no answer can be matched to its question. */
  unpaired: () => boolean;
  /** There were more answers than questions: nobody knows how late any of them is. */
  surplus: () => boolean;
  /** How long answers take without work: how many were measured, the longest, and the longest but for a few outliers. */
  baseline: () => Baseline;
  /** It shows labels remaining although it has none, so its status does not tell whether it works. */
  leaks: () => boolean;
  signAt: () => number;
  statuses: () => number;
};

/** A question for the counter that has no answer by then was lost. */
const COUNTER_GONE_MS = 3000;

/** Answers whose time is remembered, and how many of them may be outliers. */
const MOST_TOOK = 32;
const ODD_ONES = 2;

export const createAnswers = (now: number): Answers => {
  const questions: Question[] = [];
  let run: Run | null = null;
  let last: PrinterStatus | null = null;
  let same = { key: '', since: now };
  let resting = 0;
  let counter: Counter | null = null;
  let counts: boolean | null = null;
  let counterQuestions = 0;
  let counterAskedAt = -Infinity;
  let unpaired = false;
  let surplus = false;
  let late = false;
  let took: number[] = [];
  let baseline: Baseline = { count: 0, most: 0, usual: 0 };
  let signAt = now;
  let statuses = 0;
  let busy = false;

  /** A printer that has shown the same labels remaining for long, and no other work, has none. */
  const learnResting = (at: number, status: PrinterStatus): void => {
    const key = JSON.stringify(status);
    if (key !== same.key) same = { key, since: at };
    const only = isIdle({ ...status, remaining: 0 }) && !status.overTemperature;
    if (status.remaining === 0) resting = 0;
    else if (only && at - same.since >= RESTING_MS) resting = status.remaining;
  };

  const extra = (): void => {
    if (unpaired && !surplus) late = true;
    else unpaired = surplus = true;
  };
  const unsure = (): boolean => unpaired && !surplus;

  const measure = (ms: number): void => {
    took = [...took.slice(1 - MOST_TOOK), ms];
    const sorted = took.toSorted((a, b) => b - a);
    const odd = Math.min(ODD_ONES, Math.floor(took.length / 8));
    baseline = { count: took.length, most: sorted[0] ?? ms, usual: sorted[odd] ?? ms };
  };

  const kindOf = (status: PrinterStatus): Heard['kind'] => {
    if (isStopped(status)) return 'stopped';
    if (isWorking(status, resting)) return 'working';
    return isIdle(status, resting) ? 'idle' : 'receiving';
  };

  return {
    asked: (question, withCounter) => {
      questions.push(question);
      if (!withCounter) return;
      counterQuestions += 1;
      counterAskedAt = question.at;
    },
    status: (at, status) => {
      const question = questions.shift() ?? null;
      if (!question) extra();
      learnResting(at, status);
      last = status;
      statuses += 1;
      const kind = kindOf(status);
      const wasIdle = run !== null;
      if (kind !== 'idle') run = null;
      else if (run) run = { ...run, answers: run.answers + 1, until: question?.at ?? run.until };
      else run = { from: at, until: question?.at ?? at, answers: 1 };
      if (question && !question.label && !busy && !unsure() && kind === 'idle')
        measure(at - question.at);
      if (kind === 'idle') busy = false;
      return { kind, status, question, wasIdle };
    },
    value: (at, value) => {
      counterQuestions = Math.max(0, counterQuestions - 1);
      if (value === null) {
        counts ??= false;
        return;
      }
      counts = true;
      counter = { value, since: counter?.value === value ? counter.since : at, at };
    },
    extra,
    sign: (at) => {
      signAt = at;
    },
    interrupt: () => {
      run = null;
      busy = true;
    },
    open: () => questions[0] ?? null,
    forget: () => {
      questions.length = 0;
      counterQuestions = 0;
      unpaired = true;
    },
    unsure,
    pairAgain: () => {
      const wasLate = late;
      late = false;
      unpaired = surplus;
      return wasLate;
    },
    quiet: (ms) => run !== null && run.answers >= RUN_ANSWERS && run.until - run.from >= ms,
    run: () => run,
    last: () => last,
    counter: () => counter,
    counterAsked: (at) => counterQuestions > 0 && at - counterAskedAt < COUNTER_GONE_MS,
    counts: () => counts,
    unpaired: () => unpaired,
    surplus: () => surplus,
    baseline: () => baseline,
    leaks: () => resting !== 0,
    signAt: () => signAt,
    statuses: () => statuses,
  };
};
