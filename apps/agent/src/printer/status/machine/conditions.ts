import { settle } from '../settle.ts';
import { LATE_ANSWER_MS } from '../timing.ts';
import { isStopped } from '../../view.ts';
import type { Event } from './events.ts';
import { findQuestion, findSilence, isAnswerLost } from './questions.ts';
import { canRest, findBase, findBaseBehind, findRenewal, isCrowded, isMeasured } from './starts.ts';
import type { Facts } from './state.ts';

/** A format incomplete for this long has lost its sender: a new connection cancels it. */
const STUCK_MS = 20_000;
/** After this much silence a new connection is tried. */
const DEAF_MS = 15_000;

const hasWork = (event: Event): boolean => event.name === 'tick' && event.work;

const isBefore = (now: number, at: number): boolean => now < at && at < Infinity;

/** When each question has its answer, or it was lost. */
const findLastAnswer = ({ askedAt }: Facts): number => askedAt + LATE_ANSWER_MS;

/** Whether answers were lost, and what they tell in spite of that says nothing of rest: too little, or of too long ago. */
const isRestUnclear = (facts: Facts): boolean =>
  facts.answers.againSince !== null && (facts.answers.gapAt !== null || !isMeasured(facts));

/** What a row of the table may ask, of what is known before the event, and of the event. */
export const CONDITIONS = {
  always: () => true,
  'it says that it is stopped': (_: Facts, event: Event) =>
    event.name === 'status' && isStopped(event.status),
  'labels are open': ({ labels }: Facts) => labels.length > 0,
  'no label is open': ({ labels }: Facts) => labels.length === 0,
  'a label is decided': ({ labels, printer, answers }: Facts) =>
    settle(labels, printer, answers).length > 0,
  'nothing was heard for too long': (facts: Facts, { now }: Event) => now > findSilence(facts),
  'nothing was heard for 15 s of a label': ({ labels, answers }: Facts, { now }: Event) =>
    now - answers.signAt > DEAF_MS && labels.some(({ seen }) => seen),
  'half a format has stood there for 20 s': ({ receivingSince }: Facts, { now }: Event) =>
    now - receivingSince > STUCK_MS,
  'it has rested': canRest,
  'its rest is in doubt': ({ isResting, answers }: Facts) => !isResting || answers.gapAt !== null,
  'work waits, others leave no pause': (facts: Facts, event: Event) =>
    hasWork(event) && isCrowded(facts, event.now),
  'work waits, and each answer has its question': (facts: Facts, event: Event) =>
    hasWork(event) && findBase(facts, event.now) !== undefined,
  'work waits, and an answer was lost': (facts: Facts, event: Event) =>
    hasWork(event) && isAnswerLost(facts, event.now) && event.now >= findRenewal(facts),
  'work waits, and an answer may only be late': (facts: Facts, event: Event) =>
    hasWork(event) && isAnswerLost(facts, event.now) && isBefore(event.now, findRenewal(facts)),
  'work waits, and its rest cannot be told': (facts: Facts, event: Event) =>
    hasWork(event) && isRestUnclear(facts) && event.now >= findLastAnswer(facts),
  'work waits, and its rest may yet be told': (facts: Facts, event: Event) =>
    hasWork(event) && isRestUnclear(facts) && event.now < findLastAnswer(facts),
  'work waits, and may go behind the label': (facts: Facts, event: Event) =>
    hasWork(event) && findBaseBehind(facts, event.now) !== undefined,
  'a label is decided, late answers may tell more': (facts: Facts, { now }: Event) => {
    const { labels, answers } = facts;
    if (answers.gapAt === null || now >= findLastAnswer(facts)) return false;
    const decided = settle(labels, facts.printer, answers).map((_, i) => labels[i]?.seen);
    return decided.some((seen) => seen && seen.stop === null && seen.sentAt < (answers.gapAt ?? 0));
  },
  'a question is due': (facts: Facts, event: Event) =>
    event.now >= findQuestion(facts, hasWork(event)),
} as const satisfies Record<string, (facts: Facts, event: Event) => boolean>;

export type Condition = keyof typeof CONDITIONS;
