import { isPrinterStopped } from '../view.ts';
import {
  markSurplusUnlessExpected,
  MAX_ANSWER_TIMES,
  computeAnswerTimeBaseline,
} from './answers.ts';
import type { Answers, StatusKind, Question, IdleRun } from './answers.ts';
import { isPrinterIdle, isPrinterBusy } from './status.ts';
import type { PrinterStatus } from './status.ts';
import { MIN_BASELINE_ANSWERS, PHANTOM_REMAINING_MS, MIN_STOP_MS } from './timing.ts';

/**
 * A printer that reports the same number of remaining labels for a long time, without other work,
 * has none.
 */
const trackPhantomRemainingCount = (
  { unchangedStatus, phantomRemaining }: Answers,
  now: number,
  status: PrinterStatus,
): Pick<Answers, 'unchangedStatus' | 'phantomRemaining'> => {
  const key = JSON.stringify(status);
  const current = key === unchangedStatus.key ? unchangedStatus : { key, since: now };
  const isOnlyRemaining = isPrinterIdle({ ...status, remaining: 0 }) && !status.overTemperature;
  if (status.remaining === 0) return { unchangedStatus: current, phantomRemaining: 0 };
  return {
    unchangedStatus: current,
    phantomRemaining:
      isOnlyRemaining && now - current.since >= PHANTOM_REMAINING_MS
        ? status.remaining
        : phantomRemaining,
  };
};

const classifyStatus = (status: PrinterStatus, leaks: number): StatusKind => {
  if (isPrinterStopped(status)) return 'stopped';
  if (isPrinterBusy(status, leaks)) return 'working';
  return isPrinterIdle(status, leaks) ? 'idle' : 'receiving';
};

const extendIdleRun = (
  { idleRun, againSince }: Answers,
  now: number,
  question: Question | null,
): IdleRun => ({
  from: idleRun?.from ?? now,
  until: question?.at ?? idleRun?.until ?? now,
  answers: (idleRun?.answers ?? 0) + 1,
  isSure: (idleRun?.isSure ?? false) || againSince === null,
});

/**
 * Finds a possible unnoticed stop. Once every query has its answer, none was lost, only late.
 * Before that a stop may have occurred if the previous answer is older than the shortest stop minus
 * the answer time, or if the answer time is unknown.
 */
const findPossiblyMissedStopTime = (
  { againSince, repeats, gapAt, lastStatusAt, baseline }: Answers,
  now: number,
  open: readonly Question[],
): Pick<Answers, 'againSince' | 'gapAt'> => {
  if (open.length === 0) return { againSince: null, gapAt: null };
  if (againSince === null || repeats === 0) return { againSince, gapAt };
  const isMeasured = baseline.count >= MIN_BASELINE_ANSWERS;
  const mayHideStop = !isMeasured || now - lastStatusAt + baseline.most > MIN_STOP_MS;
  return { againSince, gapAt: mayHideStop ? now : gapAt };
};

/** Classified status. `question`: the query it is matched to. */
export type ClassifiedStatus = { kind: StatusKind; question: Question | null; wasIdle: boolean };

export const addStatus = (
  before: Answers,
  now: number,
  status: PrinterStatus,
): { answers: Answers; heard: ClassifiedStatus } => {
  const [question = null, ...open] = before.open;
  const { unchangedStatus, phantomRemaining } = trackPhantomRemainingCount(before, now, status);
  const kind = classifyStatus(status, phantomRemaining);
  const isIdleNow = kind === 'idle';
  // After a repeated query, the answer took at most the time since the first one.
  const since = before.againSince ?? question?.at ?? null;
  const isMeasured =
    question !== null &&
    since !== null &&
    // After abandoned queries, an answer may belong to one of them and look too prompt.
    !before.hasAbandonedQuestions &&
    !question.label &&
    !before.isBusy &&
    isIdleNow &&
    (before.againSince === null || (open.length === 0 && !before.isRepeatedBehindLabel));
  const answerTimes = isMeasured
    ? [...before.answerTimes.slice(1 - MAX_ANSWER_TIMES), now - since]
    : before.answerTimes;
  const answers: Answers = {
    ...(question ? before : markSurplusUnlessExpected(before)),
    open,
    ...findPossiblyMissedStopTime(before, now, open),
    unchangedStatus,
    phantomRemaining,
    lastStatus: status,
    lastStatusAt: now,
    repeats: 0,
    statuses: before.statuses + 1,
    idleRun: isIdleNow ? extendIdleRun(before, now, question) : null,
    answerTimes,
    baseline: isMeasured ? computeAnswerTimeBaseline(answerTimes) : before.baseline,
    isBusy: before.isBusy && !isIdleNow,
  };
  return { answers, heard: { kind, question, wasIdle: before.idleRun?.isSure ?? false } };
};
