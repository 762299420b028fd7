import type { Settled } from '../open-labels.ts';
import { lostReason, stoppedReason } from '../reasons.ts';
import type { Answers } from './answers.ts';
import {
  counterReason,
  NO_COUNTER_ANSWER,
  SENT_CROWDED,
  SENT_EARLY,
  SENT_SOON,
  SENT_UNSEEN,
} from './sentences.ts';
import { COUNTER_LATE_MS, SETTLE_MS } from './timing.ts';

/** What is known of a started label whose end is not. */
export type Started = {
  /** The printer's counter as expected before it; null when it does not count. */
  base: number | null;
  /** The printer has taken every byte. */
  consumed: boolean;
  /** Longest its paper takes, ms. */
  paperMs: number;
  /** What was seen since its first byte; null when that went over an earlier connection. */
  seen: {
    /** Shortest its paper takes, ms. */
    leastMs: number;
    sentAt: number;
    /** What stopped the printer, in words; null when nothing was seen to. */
    stop: string | null;
    /** It worked on something. */
    working: boolean;
    /** It held its answer back for as long as paper takes. */
    held: boolean;
    /** It said idle before paper could have moved. */
    soon: boolean;
    /** It was busy with something else when the label was sent. */
    crowded: boolean;
    /** The counter had passed it before the next label was sent. */
    counted: boolean;
  } | null;
};

/** What is known of the printer itself. */
export type Printer = {
  /** Nobody else prints here. */
  exclusive: boolean;
  /** Told by the member: its counter counts labels printed to their end and nothing else. */
  wholeCounter: boolean;
  /** It was seen to say idle before it was. */
  answersEarly: boolean;
  /** It was seen at work on a label: one it shows no work on, it has not printed. */
  showsWork: boolean;
};

/** How long idle must last to mean anything: answers are that old, and it may show nothing while the paper moves. */
const settlingMs = (label: Started): number => SETTLE_MS + label.paperMs;

const stopOf = (started: readonly Started[]): string | null =>
  started.find((label) => label.seen?.stop)?.seen?.stop ?? null;

const uncertain = (
  label: Started,
  reason: string,
  from: number | null,
  to: number | null,
): Settled => ({
  state: 'uncertain',
  evidence: label.consumed ? 'consumed' : 'none',
  reason,
  counterFrom: from,
  counterTo: to,
});

const counted = (started: readonly Started[], base: number): Settled[] =>
  started.map((_, i) => ({
    state: 'printed',
    evidence: 'counter-moved',
    reason: '',
    counterFrom: base + i,
    counterTo: base + i + 1,
  }));

/** A connection that ended is all that will ever be known of labels the printer does not count. */
export const settleLost = (started: readonly Started[]): Settled[] =>
  started.map((label) =>
    uncertain(label, lostReason(label.consumed, label.seen?.stop ?? null), null, null),
  );

/** Why idle proves nothing about a label; null when it does. */
const whyNotIdle = (label: Started, printer: Printer, answers: Answers): string | null => {
  const { seen } = label;
  if (printer.answersEarly) return SENT_EARLY;
  if (!seen || seen.crowded) return SENT_CROWDED;
  if (seen.soon) return SENT_SOON;
  const worked = seen.working || (seen.held && !printer.showsWork);
  return worked && !answers.leaks() ? null : SENT_UNSEEN;
};

/** By idleness alone: it lasts longer than the printer's answers are late and paper takes. */
const settleUncounted = (
  started: readonly Started[],
  printer: Printer,
  answers: Answers,
): Settled[] => {
  const wait = Math.max(...started.map(settlingMs));
  if (!answers.quiet(wait)) return [];
  return started.map((label) => {
    if (!label.seen) return uncertain(label, lostReason(label.consumed, null), null, null);
    if (label.seen.stop) return uncertain(label, stoppedReason(label.seen.stop), null, null);
    const why = whyNotIdle(label, printer, answers);
    const state = why === null ? 'printed' : 'sent';
    const evidence = why === null ? 'printer-idle' : 'consumed';
    return { state, evidence, reason: why ?? '', counterFrom: null, counterTo: null };
  });
};

/** The counter has passed every label sent: what that proves. */
const settleCounted = (
  started: readonly Started[],
  base: number,
  printer: Printer,
  answers: Answers,
): Settled[] => {
  const lost = started.some((label) => !label.seen);
  const last = started.at(-1);
  // Another's label moves it just the same, and nobody was there to see.
  if (lost) return printer.wholeCounter && printer.exclusive ? counted(started, base) : [];
  if (printer.wholeCounter && printer.exclusive) return counted(started, base);
  if (stopOf(started) !== null || !last) return [];
  const since = answers.counter()?.since ?? 0;
  const still = (answers.run()?.until ?? since) - since;
  if (still >= settlingMs(last) && answers.quiet(settlingMs(last))) return counted(started, base);
  // It may count a label as it begins, but it does not begin one before the one ahead has ended.
  return printer.exclusive ? counted(started.slice(0, -1), base) : [];
};

/**
 * Decides on started labels, oldest first; as many as can be decided now. A counter that stands still is evidence
 * against printing. Whatever is not proven is decided only when the printer has been idle, and its counter still, for
 * longer than the counter may be late: what it shows then is where the next label starts from.
 */
export const settle = (
  started: readonly Started[],
  printer: Printer,
  answers: Answers,
): Settled[] => {
  const base = started[0]?.base;
  if (base === undefined) return [];
  if (base === null) return settleUncounted(started, printer, answers);
  const counter = answers.counter();
  const target = base + started.length;
  const proven = counter?.value === target ? settleCounted(started, base, printer, answers) : [];
  if (proven.length > 0) return proven;
  // It may show nothing while it draws and prints them.
  const wait = started.reduce((sum, label) => sum + label.paperMs, COUNTER_LATE_MS);
  if (!answers.quiet(wait)) return [];
  if (!counter) return started.map((label) => uncertain(label, NO_COUNTER_ANSWER, base, null));
  if (counter.at - counter.since < wait) return [];
  const [first, ...others] = started;
  // What it counted before the next one was sent can only be this one.
  if (others.length > 0 && first?.seen?.counted && !first.seen.stop && counter.value === base + 1)
    return counted([first], base);
  const lost = started.some((label) => !label.seen);
  // Somebody else's labels move it too: then it says nothing about ours.
  if (counter.value > target && !printer.exclusive && !lost)
    return settleUncounted(started, printer, answers);
  const seen = { from: base, to: counter.value, sent: started.length, stop: stopOf(started), lost };
  const reason = counterReason(seen, printer.exclusive);
  return started.map((label) => uncertain(label, reason, base, counter.value));
};
