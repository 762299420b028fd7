import type { Settled } from '../open-labels.ts';
import { isStopped, stopsOf } from '../view.ts';
import { createAnswers } from './answers.ts';
import type { Answers, Question } from './answers.ts';
import { type EchoPlace, NO_ECHO, noteAnswered, noteEcho } from './echo.ts';
import type { PrinterStatus } from './status.ts';
import { createPacer } from './pacer.ts';
import { learnFrom, settle } from './settle.ts';
import type { Printer, Started } from './settle.ts';
import { createStarts } from './starts.ts';
import type { Rested } from './starts.ts';
import {
  AFTERTHOUGHT_MS,
  ASK_MOST_MS,
  BASELINE_ANSWERS,
  SILENCE_MS,
  UNSEEN_LABELS,
} from './timing.ts';
import type { PaperTime } from './timing.ts';
import { createWatch } from './watch.ts';

/** What the driver does next. */
export type Step =
  | { do: 'settle'; settled: Settled[] }
  /** A label may be started; `base` is its place on the counter. */
  | { do: 'start'; base: number | null }
  | { do: 'ask'; counter: boolean }
  /** It does not answer: it is stopped, or does not speak the language. */
  | { do: 'silent' }
  /** Nothing more can be learned over this connection: open a new one. */
  | { do: 'renew' }
  /** Do nothing until an answer comes or `ms` have passed. */
  | { do: 'wait'; ms: number };

export type MachineOptions = {
  now: number;
  printer: Printer;
  /** Whether it counts its labels, as far as an earlier connection showed. */
  counts: boolean | null;
  /** The printer as this process last left it; if its counter is still the same, nobody has used it since. */
  rested: Rested | null;
  /** Labels started over an earlier connection: their `seen` is null. */
  left: readonly Started[];
};

/** Decides what to do on one connection: events in, one step at a time out. Pure: no I/O and no clock. */
export type Machine = {
  /** `work`: a label waits to be started. */
  step: (now: number, work: boolean) => Step;
  asked: (now: number, counter: boolean) => void;
  /** A label and the question behind it have been sent. */
  sent: (now: number, label: { base: number | null; paper: PaperTime }, counter: boolean) => void;
  status: (now: number, status: PrinterStatus) => void;
  value: (now: number, value: number | null) => void;
  /** It gave back what stood there. */
  /** `wireMs`: what the bytes of the label alone take. */
  echo: (now: number, place: EchoPlace, wireMs: number) => void;
  /** An answer came that nobody had asked for. */
  extra: () => void;
  /** An STX…ETX string came, as part of an answer or not. */
  sign: (now: number) => void;
  started: () => readonly Started[];
  answered: () => boolean;
  printer: () => Printer;
  echoes: () => boolean;
  counts: () => boolean | null;
  counter: () => number | null;
  /** The printer as we leave it, if it certainly has nothing to do. */
  rested: () => Rested | null;
};

const ASK_FIRST_MS = 20;
const STOPPED_MS = 250;
const UNSURE_MS = 250;
const WATCH_MS = 2000;
/** An answer may take longer than any before it by as much as this for other reasons than paper. */
const SLOWER_MS = 150;
/** An answer that came broken is asked for again after this. */
const BROKEN_MS = 500;
/** A format incomplete for this long has lost its sender: a new connection cancels it. */
const STUCK_MS = 20_000;
/** After this much silence a new connection is tried. */
const DEAF_MS = 15_000;
const UNANSWERED = '没有应答';

export const createMachine = (options: MachineOptions): Machine => {
  const answers: Answers = createAnswers(options.now);
  const started: Started[] = [...options.left];
  let printer = options.printer;
  const counts = (): boolean | null => answers.counts() ?? options.counts;
  const pacer = createPacer(started);
  const starts = createStarts({ ...options, answers, started, counts, pacer });
  /** When labels were last decided by idleness alone. */
  let idledAt = -Infinity;
  let askedAt = -Infinity;
  let pace = ASK_FIRST_MS;
  let silent = false;
  let renew = false;
  let receivingSince = Infinity;
  /** It gave back what stood behind the greeting, so labels go between such. */
  let echoes = false;
  const watch = createWatch({
    now: options.now,
    answersAhead: options.printer.answersAhead,
    answers,
    started,
  });

  const stop = (now: number, words: string): void => {
    for (const { seen } of started) if (seen) seen.stop ??= words;
    starts.stopped(now);
  };

  /** When the oldest question has been open for so long that the printer must have stopped. */
  const silentAt = (): number => {
    const question = answers.open();
    if (!question) return Infinity;
    const paper = started.reduce((sum, { paperMs }) => sum + paperMs, 0);
    // A question that may stand behind a label may be answered only when that is printed.
    const usual = SILENCE_MS + (question.label || answers.unpaired() ? paper : 0);
    return Math.max(question.at, answers.signAt()) + Math.max(usual, 4 * answers.baseline().most);
  };

  /** Notes what an idle answer to `question` says about the labels sent before it. */
  const look = (now: number, question: Question | null): void => {
    const { most, usual } = answers.baseline();
    const asked = question?.at ?? -Infinity;
    for (const { consumed, seen } of started) {
      if (!seen) continue;
      const took = now - seen.sentAt;
      const prompt = asked - seen.sentAt < seen.leastMs && now - asked <= usual;
      if (took < seen.leastMs || prompt) seen.soon = !printer.answersAhead;
      // Longer than any earlier answer took, by at least what the paper takes.
      else if (!consumed && !answers.unpaired() && took > seen.leastMs + 2 * most + SLOWER_MS)
        seen.slow = true;
    }
  };

  /** Whether work that is seen says that it had been idle too early. */
  const isEarly = (now: number): boolean => {
    const afterthought = printer.exclusive && now - idledAt < AFTERTHOUGHT_MS;
    if (printer.answersAhead) return afterthought && started.length === 0;
    return afterthought || started.some(({ base, seen }) => base === null && seen);
  };
  const sawWork = (now: number, wasIdle: boolean): void => {
    for (const { seen } of started) if (seen) seen.working = true;
    if (started.some(({ seen }) => seen)) {
      // It shows its work after all: the next label waits until none of this can be an earlier one's.
      if (printer.answersAhead && printer.unseen >= UNSEEN_LABELS) starts.doubt();
      printer = { ...printer, showsWork: true, unseen: 0 };
    }
    if (wasIdle && isEarly(now)) printer = { ...printer, answersEarly: true };
  };

  const status = (now: number, said: PrinterStatus): void => {
    if (now > silentAt()) stop(now, UNANSWERED);
    if (silent) {
      // It is unclear which question this answers.
      answers.forget();
      renew = true;
      silent = false;
    }
    const { kind, question, wasIdle } = answers.status(now, said);
    receivingSince = kind === 'receiving' ? Math.min(receivingSince, now) : Infinity;
    if (kind === 'idle') look(now, question);
    if (question) watch.answered(now, question.at);
    if (question && !answers.unpaired()) noteAnswered(started, question.at);
    if (kind === 'stopped') stop(now, stopsOf(said).join('、'));
    if (kind === 'working') sawWork(now, wasIdle);
    for (const label of started)
      if (question && label.seen && question.at >= label.seen.sentAt) label.consumed = true;
  };

  /** How long after the last question the next one is due. */
  const interval = (work: boolean): number => {
    const last = answers.last();
    if (!last) return 0;
    if (isStopped(last)) return started.length > 0 || work ? STOPPED_MS : WATCH_MS / 2;
    // Two labels, and a count that proves the first one only if it is seen soon.
    if (started.length > 1 && printer.wholeCounter) return ASK_FIRST_MS;
    if (started.length > 0) return pace;
    const measuring = counts() !== true && answers.baseline().count < BASELINE_ANSWERS;
    if (measuring && answers.run()) return 0;
    if (work) return pace;
    return starts.resting() ? WATCH_MS : UNSURE_MS;
  };

  const settleNow = (settled: Settled[], now: number): Step => {
    const ended = started.splice(0, settled.length);
    if (ended.some(({ base }) => base === null)) idledAt = now;
    ended.forEach(({ seen }, i) => {
      const state = settled[i]?.state;
      if (state === 'uncertain' || !seen) return;
      printer = learnFrom(printer, seen, state ?? 'sent');
    });
    // The counter may still come to count them.
    const uncounted = settled.some(
      ({ counterTo, state }) => state !== 'uncertain' && counterTo === null,
    );
    if (uncounted && answers.counter()) starts.doubt();
    return { do: 'settle', settled };
  };

  /** Gives up on an answer that came in part and goes no further. */
  const giveUpBroken = (now: number): void => {
    const question = answers.open();
    if (!question || silent) return;
    if (answers.signAt() > question.at && now - answers.signAt() > BROKEN_MS) answers.forget();
  };
  /** How long nothing is asked, before a label is started or proven by the time of an answer. */
  const hushFor = (now: number, settled: readonly Settled[]): number => {
    const isProven = settled.some(
      ({ state, counterTo }) => state === 'printed' && counterTo === null,
    );
    if (started.length > 0 && !isProven) return 0;
    return answers.open() && answers.unsure() ? Infinity : watch.hush(now);
  };

  const step = (now: number, work: boolean): Step => {
    giveUpBroken(now);
    const hush = hushFor(now, settle(started, printer, answers));
    const settled = hush > 0 ? [] : settle(started, printer, answers);
    if (settled.length > 0) return settleNow(settled, now);
    if (now > silentAt()) {
      stop(now, UNANSWERED);
      silent = true;
    }
    // It may answer on a new connection though it does not on this one.
    const deaf = silent && now - answers.signAt() > DEAF_MS && started.some(({ seen }) => seen);
    if (silent) return deaf ? { do: 'renew' } : { do: 'silent' };
    if (now - receivingSince > STUCK_MS) return { do: 'renew' };
    if (renew && started.length === 0) return { do: 'renew' };
    starts.update(now);
    if (hush > 0 && !answers.open()) return { do: 'wait', ms: hush };
    const base = work && !answers.open() ? starts.next(now, printer) : undefined;
    if (base !== undefined) return { do: 'start', base };
    const due = askedAt + interval(work);
    if (!answers.open() && now >= due)
      return { do: 'ask', counter: counts() !== false && !answers.counterAsked(now) };
    const broken = answers.open() ? answers.signAt() + BROKEN_MS : Infinity;
    const next = work ? (starts.dueAt(printer) ?? Infinity) : Infinity;
    const until = answers.open()
      ? Math.min(silentAt(), broken > now ? broken : Infinity)
      : Math.min(due, next > now ? next : Infinity);
    return { do: 'wait', ms: Math.max(1, until - now + 1) };
  };

  const asked = (now: number, counter: boolean): void => {
    answers.asked({ at: now, label: false }, counter);
    watch.asked();
    askedAt = now;
    pace = Math.min(ASK_MOST_MS, pace * 1.5);
  };

  return {
    step,
    asked,
    sent: (now, { base, paper }, counter) => {
      const crowded = base === null && (answers.run() === null || answers.counter() !== null);
      const blind = printer.answersAhead && printer.unseen >= UNSEEN_LABELS;
      const blank = {
        stop: null,
        working: false,
        slow: false,
        soon: false,
        unwatched: false,
        sureUntil: -Infinity,
        counted: false,
        echo: echoes ? { ...NO_ECHO } : null,
      };
      for (const label of started)
        if (label.seen && answers.counter()?.value === base) label.seen.counted = true;
      const seen = { leastMs: paper.leastMs, sentAt: now, crowded, blind, ...blank };
      started.push({ base, consumed: false, paperMs: paper.mostMs, seen });
      answers.interrupt();
      answers.asked({ at: now, label: true }, counter);
      watch.asked();
      askedAt = now;
      pace = ASK_FIRST_MS;
    },
    status,
    value: (now, value) => {
      const before = answers.counter()?.value;
      answers.value(now, value);
      if (value !== null) pacer.counted(now, before, value);
      // A feed, or somebody else's label after all: more may follow.
      const moved = before !== undefined && value !== null && value !== before;
      if (moved && printer.exclusive && started.length === 0) starts.doubt();
    },
    extra: answers.extra,
    echo: (now, place, wireMs) => {
      if (place === 'greeting') echoes = true;
      for (const label of started)
        if (label.seen) {
          noteEcho(label.seen, { place, wireMs, now });
          if (place === 'behind') label.consumed = true;
        }
    },
    sign: answers.sign,
    started: () => started,
    answered: () => answers.last() !== null,
    printer: () => printer,
    echoes: () => echoes,
    counts,
    counter: () => answers.counter()?.value ?? null,
    rested: () => (starts.resting() ? { counter: answers.counter()?.value ?? null } : null),
  };
};
