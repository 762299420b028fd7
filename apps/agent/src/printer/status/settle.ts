import type { Settled } from '../open-labels.ts';
import { lostReason, stoppedReason } from '../reasons.ts';
import type { Answers } from './answers.ts';
import { type Echo, isEchoDue, isQuietSince, whyNotEchoed } from './echo.ts';
import {
  counterReason,
  NO_COUNTER_ANSWER,
  NO_ECHO,
  SENT_BLIND,
  SENT_CROWDED,
  SENT_EARLY,
  SENT_SOON,
  SENT_TROUBLE_ONLY,
  SENT_UNSEEN,
  SENT_UNWATCHED,
} from './sentences.ts';
import { COUNTER_LATE_MS, ECHO_LATE_MS, SETTLE_MS, SLOW_LABELS, WORK_LATE_MS } from './timing.ts';

/** What is known about a started label without a result. */
export type Started = {
  /** The printer's counter as expected before it; null when it does not count. */
  base: number | null;
  /** The printer has taken every byte. */
  consumed: boolean;
  /** Longest its paper takes, ms. */
  paperMs: number;
  /** What was seen since its first byte; null when it was sent over an earlier connection. */
  seen: {
    /** Shortest its paper takes, ms. */
    leastMs: number;
    sentAt: number;
    /** What stopped the printer, in words; null when it was not seen stopped. */
    stop: string | null;
    /** It worked on something. */
    working: boolean;
    /** It answered only after as long as paper takes. */
    slow: boolean;
    /** It said idle before paper could have moved. */
    soon: boolean;
    /** It was busy with something else when the label was sent. */
    crowded: boolean;
    /** None of the labels before it was seen at work: work that is seen may be one of theirs. */
    blind: boolean;
    /** An answer took so long that a stop may have come and gone meanwhile. */
    unwatched: boolean;
    /** Until then no stop can have come and gone, whatever was heard. */
    sureUntil: number;
    /** What stood around it, where it gives that back; null where it does not. */
    echo: Echo | null;
    /** The counter had passed it before the next label was sent. */
    counted: boolean;
  } | null;
};

export type Seen = NonNullable<Started['seen']>;

/** What is known about the printer itself. */
export type Printer = {
  /** Nobody else prints here. */
  exclusive: boolean;
  /** Told by the member: its counter counts labels printed to their end and nothing else. */
  wholeCounter: boolean;
  /** It has been seen to say idle too early. */
  answersEarly: boolean;
  /** It answers ahead of what it reads, draws and prints: idle before work is only early, not a contradiction. */
  answersAhead: boolean;
  /** Its status tells whether it works. */
  tellsWork: boolean;
  /** It has been seen at work on a label: where it shows none, it does not print. */
  showsWork: boolean;
  /** Labels in a row that were never seen at work. */
  unseen: number;
  /** Labels in a row whose first answer took as long as paper; where answers are in their turn, as if some had before. */
  slow: number;
  /** Labels in a row to which nothing was answered between their echoes; Infinity while that was never seen. */
  together: number;
};

/** What a label that ended so says of the printer. */
export const learnFrom = (printer: Printer, seen: Seen, state: Settled['state']): Printer => {
  const { working, slow, echo } = seen;
  const isUnseen = state !== 'printed' && !working && !slow;
  return {
    ...printer,
    slow: slow ? printer.slow + 1 : 0,
    unseen: state === 'printed' ? 0 : printer.unseen + (isUnseen ? 1 : 0),
    together: echo?.apart ? 0 : printer.together + (echo ? 1 : 0),
  };
};

/** How long idle must last to prove anything: answers may be old, and it may not show the paper moving. */
const settlingMs = (label: Started): number => SETTLE_MS + label.paperMs;

/**
 * Whether the answer behind it came only with its paper. One late answer says nothing but that the network was slow where
 * answers come ahead of work, as those to the labels before did; label after label it says that the printer is deaf while
 * it prints.
 */
const answeredByPaper = ({ slow }: Seen, printer: Printer): boolean =>
  printer.tellsWork && slow && !printer.showsWork && printer.slow >= SLOW_LABELS - 1;

/** Its work may still come: until then the next label is not sent, so that no work is taken for another label's. */
const mayStillWork = ({ seen }: Started, printer: Printer): boolean => {
  if (
    !printer.tellsWork ||
    !printer.answersAhead ||
    !seen ||
    seen.working ||
    seen.blind ||
    seen.stop !== null
  )
    return false;
  return !answeredByPaper(seen, printer);
};

/** How long after its paper something may still be heard of it. */
const lateMs = (label: Started, printer: Printer): number => {
  if (label.seen && isEchoDue(label.seen)) return ECHO_LATE_MS;
  return mayStillWork(label, printer) ? WORK_LATE_MS : 0;
};

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

/** Once the connection is lost, nothing more can be learned about labels the printer does not count. */
export const settleLost = (started: readonly Started[]): Settled[] =>
  started.map((label) =>
    uncertain(label, lostReason(label.consumed, label.seen?.stop ?? null), null, null),
  );

/** Why idle, or its echo, proves nothing about a label; null when it does. */
const whyNotProven = (label: Started, printer: Printer, answers: Answers): string | null => {
  const { seen } = label;
  if (seen?.echo) return whyNotEchoed(seen, answers, printer.together);
  if (!printer.tellsWork) return SENT_TROUBLE_ONLY;
  if (printer.answersEarly) return SENT_EARLY;
  if (!seen || seen.crowded) return SENT_CROWDED;
  if (seen.blind) return SENT_BLIND;
  if (seen.soon) return SENT_SOON;
  if (answers.leaks()) return SENT_UNSEEN;
  if (answeredByPaper(seen, printer)) return null;
  if (!seen.working) return SENT_UNSEEN;
  return seen.unwatched ? SENT_UNWATCHED : null;
};

/** By idleness or its echo, once it has lasted longer than answers may be late and paper may take. */
const settleUncounted = (
  started: readonly Started[],
  printer: Printer,
  answers: Answers,
): Settled[] => {
  const late = Math.max(...started.map((label) => lateMs(label, printer)));
  const wait = late + Math.max(...started.map(settlingMs));
  if (
    !started.every(({ seen }) => (seen ? isQuietSince(seen, wait, answers) : answers.quiet(wait)))
  )
    return [];
  return started.map((label) => {
    const { seen, consumed } = label;
    if (!seen) return uncertain(label, lostReason(consumed, null), null, null);
    if (seen.stop) return uncertain(label, stoppedReason(seen.stop), null, null);
    if (isEchoDue(seen)) return uncertain(label, NO_ECHO, null, null);
    const why = whyNotProven(label, printer, answers);
    const counters = { counterFrom: null, counterTo: null };
    if (why !== null) return { state: 'sent', evidence: 'consumed', reason: why, ...counters };
    const evidence = seen.echo ? 'printer-echo' : 'printer-idle';
    return { state: 'printed', evidence, reason: '', ...counters };
  });
};

/** What it proves that the counter has passed every label sent. */
const settleCounted = (
  started: readonly Started[],
  base: number,
  printer: Printer,
  answers: Answers,
): Settled[] => {
  const lost = started.some((label) => !label.seen);
  const last = started.at(-1);
  // Somebody else's label moves it too, and we were not connected to see.
  if (lost) return printer.wholeCounter && printer.exclusive ? counted(started, base) : [];
  if (printer.wholeCounter && printer.exclusive) return counted(started, base);
  if (stopOf(started) !== null || !last) return [];
  const since = answers.counter()?.since ?? 0;
  const still = (answers.run()?.until ?? since) - since;
  if (still >= settlingMs(last) && answers.quiet(settlingMs(last))) return counted(started, base);
  // It may count a label when it begins to print, but by then the label before has ended.
  return printer.exclusive ? counted(started.slice(0, -1), base) : [];
};

/**
 * The labels a counter of whole labels had passed before paper can have carried the one behind them: each of those counts
 * is one of theirs, in their order. What was dropped is found out, since the count is then that of the label behind it,
 * and comes no sooner than its paper takes.
 */
const settlePassed = (
  started: readonly Started[],
  base: number,
  printer: Printer,
  answers: Answers,
): Settled[] => {
  const counter = answers.counter();
  if (!printer.exclusive || !printer.wholeCounter || !counter) return [];
  const passed = counter.value - base;
  const behind = started[passed]?.seen;
  if (passed < 1 || !behind || counter.since - behind.sentAt >= behind.leastMs) return [];
  return counted(started.slice(0, passed), base);
};

/**
 * Results for as many of the started labels as can be decided now, oldest first. A counter that did not move is evidence
 * against printing. Without proof, labels are decided only when the printer has been idle, and its counter unchanged, for
 * longer than the counter may be late: the next label starts from that value.
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
  const passed = settlePassed(started, base, printer, answers);
  if (passed.length > 0) return passed;
  // It may show nothing while it draws and prints them.
  const wait = started.reduce((sum, label) => sum + label.paperMs, COUNTER_LATE_MS);
  if (!answers.quiet(wait)) return [];
  if (!counter) return started.map((label) => uncertain(label, NO_COUNTER_ANSWER, base, null));
  if (counter.at - counter.since < wait) return [];
  const [first, ...others] = started;
  // Counted before the next one was sent: it can only be this one.
  if (others.length > 0 && first?.seen?.counted && !first.seen.stop && counter.value === base + 1)
    return counted([first], base);
  const lost = started.some((label) => !label.seen);
  // Somebody else's labels have moved it: it proves nothing about ours.
  if (counter.value > target && !printer.exclusive && !lost)
    return settleUncounted(started, printer, answers);
  const seen = { from: base, to: counter.value, sent: started.length, stop: stopOf(started), lost };
  const reason = counterReason(seen, printer.exclusive);
  return started.map((label) => uncertain(label, reason, base, counter.value));
};
