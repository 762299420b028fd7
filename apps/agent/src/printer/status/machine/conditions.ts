import { resolveLabelResults } from '../resolve-results.ts';
import { LATE_ANSWER_MS } from '../timing.ts';
import { isPrinterStopped } from '../../view.ts';
import type { Event } from './events.ts';
import { findNextQueryTime, computeSilenceDeadline, isAnswerLost } from './question-timing.ts';
import {
  isCertainlyResting,
  findCounterBaseOnRestingPrinter,
  findQueuedCounterBase,
  computeConnectionRenewalTime,
  mustStartWithoutCounterBase,
  isAnswerTimeMeasured,
} from './start-conditions.ts';
import type { Facts } from './state.ts';

/** Time after which an incomplete format has lost its sender, ms. A new connection cancels it. */
const INCOMPLETE_FORMAT_MS = 20_000;
/** Silence after which to open a new connection, ms. */
const SILENCE_RENEWAL_MS = 15_000;

const isTickWithWork = (event: Event): boolean => event.name === 'tick' && event.work;

const isBeforeFiniteTime = (now: number, at: number): boolean => now < at && at < Infinity;

/** Time by which each query is answered or its answer is lost. */
const findAnswerDeadline = ({ askedAt }: Facts): number => askedAt + LATE_ANSWER_MS;

/**
 * Whether answers were lost, and the remaining ones are too few or too old to show that the printer
 * rests.
 */
const isRestUnclear = (facts: Facts): boolean =>
  facts.answers.againSince !== null &&
  (facts.answers.gapAt !== null || !isAnswerTimeMeasured(facts));

/** Conditions of the table's rows, on the facts before the event and the event. */
export const CONDITIONS = {
  always: () => true,
  'it says that it is stopped': (_: Facts, event: Event) =>
    event.name === 'status' && isPrinterStopped(event.status),
  'labels are open': ({ labels }: Facts) => labels.length > 0,
  'no label is open': ({ labels }: Facts) => labels.length === 0,
  'a label is decided': ({ labels, printer, answers }: Facts) =>
    resolveLabelResults(labels, printer, answers).length > 0,
  'nothing was heard for too long': (facts: Facts, { now }: Event) =>
    now > computeSilenceDeadline(facts),
  'nothing was heard for 15 s of a label': ({ labels, answers }: Facts, { now }: Event) =>
    now - answers.lastStringAt > SILENCE_RENEWAL_MS && labels.some(({ seen }) => seen),
  'half a format has stood there for 20 s': ({ receivingSince }: Facts, { now }: Event) =>
    now - receivingSince > INCOMPLETE_FORMAT_MS,
  'it has rested': isCertainlyResting,
  'its rest is in doubt': ({ isResting, answers }: Facts) => !isResting || answers.gapAt !== null,
  'work waits, others leave no pause': (facts: Facts, event: Event) =>
    isTickWithWork(event) && mustStartWithoutCounterBase(facts, event.now),
  'work waits, and each answer has its question': (facts: Facts, event: Event) =>
    isTickWithWork(event) && findCounterBaseOnRestingPrinter(facts, event.now) !== undefined,
  'work waits, and an answer was lost': (facts: Facts, event: Event) =>
    isTickWithWork(event) &&
    isAnswerLost(facts, event.now) &&
    event.now >= computeConnectionRenewalTime(facts),
  'work waits, and an answer may only be late': (facts: Facts, event: Event) =>
    isTickWithWork(event) &&
    isAnswerLost(facts, event.now) &&
    isBeforeFiniteTime(event.now, computeConnectionRenewalTime(facts)),
  'work waits, and its rest cannot be told': (facts: Facts, event: Event) =>
    isTickWithWork(event) && isRestUnclear(facts) && event.now >= findAnswerDeadline(facts),
  'work waits, and its rest may yet be told': (facts: Facts, event: Event) =>
    isTickWithWork(event) && isRestUnclear(facts) && event.now < findAnswerDeadline(facts),
  'work waits, and may go behind the label': (facts: Facts, event: Event) =>
    isTickWithWork(event) && findQueuedCounterBase(facts, event.now) !== undefined,
  'a label is decided, late answers may tell more': (facts: Facts, { now }: Event) => {
    const { labels, answers } = facts;
    if (answers.gapAt === null || now >= findAnswerDeadline(facts)) return false;
    const decided = resolveLabelResults(labels, facts.printer, answers).map(
      (_, i) => labels[i]?.seen,
    );
    return decided.some(
      (observation) =>
        observation && observation.stopReason === null && observation.sentAt < (answers.gapAt ?? 0),
    );
  },
  'a question is due': (facts: Facts, event: Event) =>
    event.now >= findNextQueryTime(facts, isTickWithWork(event)),
} as const satisfies Record<string, (facts: Facts, event: Event) => boolean>;

export type Condition = keyof typeof CONDITIONS;
