import { isStopped } from '../view.ts';
import { addSurplus, MAX_TOOK, toBaseline } from './answers.ts';
import type { Answers, Kind, Question, Run } from './answers.ts';
import { isIdle, isWorking } from './status.ts';
import type { PrinterStatus } from './status.ts';
import { BASELINE_ANSWERS, RESTING_MS, SHORTEST_STOP_MS } from './timing.ts';

/** A printer that has shown the same labels remaining for long, and no other work, has none. */
const learnLeaks = (
  { same, leaks }: Answers,
  now: number,
  status: PrinterStatus,
): Pick<Answers, 'same' | 'leaks'> => {
  const key = JSON.stringify(status);
  const seen = key === same.key ? same : { key, since: now };
  const only = isIdle({ ...status, remaining: 0 }) && !status.overTemperature;
  if (status.remaining === 0) return { same: seen, leaks: 0 };
  return { same: seen, leaks: only && now - seen.since >= RESTING_MS ? status.remaining : leaks };
};

const classify = (status: PrinterStatus, leaks: number): Kind => {
  if (isStopped(status)) return 'stopped';
  if (isWorking(status, leaks)) return 'working';
  return isIdle(status, leaks) ? 'idle' : 'receiving';
};

const extendRun = ({ run, againSince }: Answers, now: number, question: Question | null): Run => ({
  from: run?.from ?? now,
  until: question?.at ?? run?.until ?? now,
  answers: (run?.answers ?? 0) + 1,
  isSure: (run?.isSure ?? false) || againSince === null,
});

/**
 * Once every question has its answer, none was lost: they were late. Until then a stop may have come and gone before this
 * answer, where the one before is older than the shortest stop, less what answers take; or where that is not known.
 */
const findGap = (
  { againSince, repeats, gapAt, heardAt, baseline }: Answers,
  now: number,
  open: readonly Question[],
): Pick<Answers, 'againSince' | 'gapAt'> => {
  if (open.length === 0) return { againSince: null, gapAt: null };
  if (againSince === null || repeats === 0) return { againSince, gapAt };
  const isMeasured = baseline.count >= BASELINE_ANSWERS;
  const mayHideStop = !isMeasured || now - heardAt + baseline.most > SHORTEST_STOP_MS;
  return { againSince, gapAt: mayHideStop ? now : gapAt };
};

/** What a status says; `question`: the one it is taken to answer. */
export type Heard = { kind: Kind; question: Question | null; wasIdle: boolean };

export const addStatus = (
  before: Answers,
  now: number,
  status: PrinterStatus,
): { answers: Answers; heard: Heard } => {
  const [question = null, ...open] = before.open;
  const { same, leaks } = learnLeaks(before, now, status);
  const kind = classify(status, leaks);
  const isIdleNow = kind === 'idle';
  // Where a question was asked again, an answer took no longer than since the first of them.
  const since = before.againSince ?? question?.at ?? null;
  const isMeasured =
    question !== null &&
    since !== null &&
    // Behind questions that were given up, an answer may be one of theirs, and seem more prompt than it was.
    !before.gaveUp &&
    !question.label &&
    !before.busy &&
    isIdleNow &&
    (before.againSince === null || (open.length === 0 && !before.isAgainBehind));
  const took = isMeasured ? [...before.took.slice(1 - MAX_TOOK), now - since] : before.took;
  const answers: Answers = {
    ...(question ? before : addSurplus(before)),
    open,
    ...findGap(before, now, open),
    same,
    leaks,
    last: status,
    heardAt: now,
    repeats: 0,
    statuses: before.statuses + 1,
    run: isIdleNow ? extendRun(before, now, question) : null,
    took,
    baseline: isMeasured ? toBaseline(took) : before.baseline,
    busy: before.busy && !isIdleNow,
  };
  return { answers, heard: { kind, question, wasIdle: before.run?.isSure ?? false } };
};
