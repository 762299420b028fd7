import type { LabelResult } from '../open-labels.ts';
import { hasAnsweredIdleForMs } from './answers.ts';
import type { Answers } from './answers.ts';
import { findFirstStopReason, findStopReason } from './label.ts';
import type { LabelState, PrinterFacts } from './label.ts';
import { describeCounter, NO_COUNTER_ANSWER_REASON } from './messages.ts';
import {
  getMinProvingIdleMs,
  resolveLabelsByIdleness,
  createUncertainResult,
} from './resolve-uncounted.ts';
import { COUNTER_LATE_MS, DRAW_MS } from './timing.ts';

const createResultsProvenByCounter = (labels: readonly LabelState[], base: number): LabelResult[] =>
  labels.map((_, i) => ({
    state: 'printed',
    evidence: 'counter-moved',
    reason: '',
    counterFrom: base + i,
    counterTo: base + i + 1,
  }));

/** Resolves labels when the counter has counted every label sent. */
const resolveLabelsByCounter = (
  labels: readonly LabelState[],
  base: number,
  printer: PrinterFacts,
  answers: Answers,
): LabelResult[] => {
  const isConnectionLost = labels.some((label) => !label.seen);
  const last = labels.at(-1);
  // Another sender's label moves it too, and we were not connected to observe it.
  if (isConnectionLost)
    return printer.wholeCounter && printer.exclusive
      ? createResultsProvenByCounter(labels, base)
      : [];
  if (printer.wholeCounter && printer.exclusive) return createResultsProvenByCounter(labels, base);
  if (findFirstStopReason(labels, answers) !== null || !last) return [];
  const since = answers.counter?.since ?? 0;
  const still = (answers.idleRun?.until ?? since) - since;
  if (
    still >= getMinProvingIdleMs(last) &&
    hasAnsweredIdleForMs(answers, getMinProvingIdleMs(last))
  )
    return createResultsProvenByCounter(labels, base);
  // The printer may count a label at its start, which is after the end of the previous label.
  return printer.exclusive ? createResultsProvenByCounter(labels.slice(0, -1), base) : [];
};

/**
 * Resolves labels that a counter of complete labels had counted before the paper of the next label
 * can have moved: each count belongs to one of them, in order. A dropped label is detected, because
 * the count is then that of the next label and comes no sooner than its paper takes.
 */
const resolveLabelsCountedOneByOne = (
  labels: readonly LabelState[],
  base: number,
  printer: PrinterFacts,
  answers: Answers,
): LabelResult[] => {
  const { counter } = answers;
  if (!printer.exclusive || !printer.wholeCounter || !counter) return [];
  const passedCount = counter.value - base;
  const observationBehind = labels[passedCount]?.seen;
  if (
    passedCount < 1 ||
    !observationBehind ||
    counter.since - observationBehind.sentAt >= observationBehind.minimumMs
  )
    return [];
  return createResultsProvenByCounter(labels.slice(0, passedCount), base);
};

/**
 * Resolves as many labels as possible now, oldest first. A counter that did not move is evidence
 * against printing. Without proof, labels are resolved only when the printer has been idle with an
 * unchanged counter for longer than the counter may be late, because the next label starts from
 * that value.
 */
export const resolveLabelResults = (
  labels: readonly LabelState[],
  printer: PrinterFacts,
  answers: Answers,
): LabelResult[] => {
  const base = labels[0]?.base;
  if (base === undefined) return [];
  if (base === null) return resolveLabelsByIdleness(labels, printer, answers);
  const { counter } = answers;
  const target = base + labels.length;
  const proven =
    counter?.value === target ? resolveLabelsByCounter(labels, base, printer, answers) : [];
  if (proven.length > 0) return proven;
  const passedResults = resolveLabelsCountedOneByOne(labels, base, printer, answers);
  if (passedResults.length > 0) return passedResults;
  // The printer may show nothing while it draws and prints these labels.
  const wait = labels.reduce((sum, { paperMs }) => sum + paperMs, COUNTER_LATE_MS + DRAW_MS);
  if (!hasAnsweredIdleForMs(answers, wait)) return [];
  if (!counter)
    return labels.map((label) =>
      createUncertainResult(label, NO_COUNTER_ANSWER_REASON, base, null),
    );
  if (counter.at - counter.since < wait) return [];
  const [first, ...otherLabels] = labels;
  // Counted before the next one was sent, so the count belongs to this one.
  if (
    otherLabels.length > 0 &&
    first?.seen?.wasCounted &&
    findStopReason(first, answers) === null &&
    counter.value === base + 1
  )
    return createResultsProvenByCounter([first], base);
  const isConnectionLost = labels.some((label) => !label.seen);
  // Other senders' labels have moved it, so it proves nothing about ours.
  if (counter.value > target && !printer.exclusive && !isConnectionLost)
    return resolveLabelsByIdleness(labels, printer, answers);
  const observed = {
    from: base,
    to: counter.value,
    sent: labels.length,
    stop: findFirstStopReason(labels, answers),
    lost: isConnectionLost,
  };
  const reason = describeCounter(observed, printer.exclusive);
  return labels.map((label) => createUncertainResult(label, reason, base, counter.value));
};
