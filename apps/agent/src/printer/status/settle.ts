import type { Settled } from '../open-labels.ts';
import { isQuiet } from './answers.ts';
import type { Answers } from './answers.ts';
import { findFirstStop, findStop } from './label.ts';
import type { Label, Printer } from './label.ts';
import { counterReason, NO_COUNTER_ANSWER } from './sentences.ts';
import { getSettlingMs, settleByIdleness, toUncertain } from './settle-uncounted.ts';
import { COUNTER_LATE_MS, DRAW_MS } from './timing.ts';

const toCounted = (labels: readonly Label[], base: number): Settled[] =>
  labels.map((_, i) => ({
    state: 'printed',
    evidence: 'counter-moved',
    reason: '',
    counterFrom: base + i,
    counterTo: base + i + 1,
  }));

/** What it proves that the counter has passed every label sent. */
const settleByCounter = (
  labels: readonly Label[],
  base: number,
  printer: Printer,
  answers: Answers,
): Settled[] => {
  const lost = labels.some((label) => !label.seen);
  const last = labels.at(-1);
  // Somebody else's label moves it too, and we were not connected to see.
  if (lost) return printer.wholeCounter && printer.exclusive ? toCounted(labels, base) : [];
  if (printer.wholeCounter && printer.exclusive) return toCounted(labels, base);
  if (findFirstStop(labels, answers) !== null || !last) return [];
  const since = answers.counter?.since ?? 0;
  const still = (answers.run?.until ?? since) - since;
  if (still >= getSettlingMs(last) && isQuiet(answers, getSettlingMs(last)))
    return toCounted(labels, base);
  // It may count a label when it begins to print, but by then the label before has ended.
  return printer.exclusive ? toCounted(labels.slice(0, -1), base) : [];
};

/**
 * The labels a counter of whole labels had passed before paper can have carried the one behind them: each of those counts
 * is one of theirs, in their order. What was dropped is found out, since the count is then that of the label behind it,
 * and comes no sooner than its paper takes.
 */
const settleByPassing = (
  labels: readonly Label[],
  base: number,
  printer: Printer,
  answers: Answers,
): Settled[] => {
  const { counter } = answers;
  if (!printer.exclusive || !printer.wholeCounter || !counter) return [];
  const passed = counter.value - base;
  const behind = labels[passed]?.seen;
  if (passed < 1 || !behind || counter.since - behind.sentAt >= behind.leastMs) return [];
  return toCounted(labels.slice(0, passed), base);
};

/**
 * Results for as many of the labels as can be decided now, oldest first. A counter that did not move is evidence
 * against printing. Without proof, labels are decided only when the printer has been idle, and its counter unchanged, for
 * longer than the counter may be late: the next label starts from that value.
 */
export const settle = (labels: readonly Label[], printer: Printer, answers: Answers): Settled[] => {
  const base = labels[0]?.base;
  if (base === undefined) return [];
  if (base === null) return settleByIdleness(labels, printer, answers);
  const { counter } = answers;
  const target = base + labels.length;
  const proven = counter?.value === target ? settleByCounter(labels, base, printer, answers) : [];
  if (proven.length > 0) return proven;
  const passed = settleByPassing(labels, base, printer, answers);
  if (passed.length > 0) return passed;
  // It may show nothing while it draws and prints them.
  const wait = labels.reduce((sum, { paperMs }) => sum + paperMs, COUNTER_LATE_MS + DRAW_MS);
  if (!isQuiet(answers, wait)) return [];
  if (!counter) return labels.map((label) => toUncertain(label, NO_COUNTER_ANSWER, base, null));
  if (counter.at - counter.since < wait) return [];
  const [first, ...others] = labels;
  // Counted before the next one was sent: it can only be this one.
  if (
    others.length > 0 &&
    first?.seen?.counted &&
    findStop(first, answers) === null &&
    counter.value === base + 1
  )
    return toCounted([first], base);
  const lost = labels.some((label) => !label.seen);
  // Somebody else's labels have moved it: it proves nothing about ours.
  if (counter.value > target && !printer.exclusive && !lost)
    return settleByIdleness(labels, printer, answers);
  const seen = {
    from: base,
    to: counter.value,
    sent: labels.length,
    stop: findFirstStop(labels, answers),
    lost,
  };
  const reason = counterReason(seen, printer.exclusive);
  return labels.map((label) => toUncertain(label, reason, base, counter.value));
};
