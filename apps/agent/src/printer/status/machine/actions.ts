import { forgetQuestions } from '../answers.ts';
import { learnFrom } from '../label.ts';
import { settle } from '../settle.ts';
import type { Event, Step } from './events.ts';
import { findQuestion, findSilence, isCounterDue } from './questions.ts';
import { LATE_ANSWER_MS } from '../timing.ts';
import { noteSilence } from './record.ts';
import { findBase, findBaseBehind, findDueStart } from './starts.ts';
import { doubtRest } from './state.ts';
import type { Facts } from './state.ts';

/** What a row does: to what is known, and what the driver is to do; without a step, the next row is looked for. */
export type Result = { facts: Facts; step?: Step };

const settleLabels = (facts: Facts, now: number): Result => {
  const { answers } = facts;
  const settled = settle(facts.labels, facts.printer, answers);
  const ended = facts.labels.slice(0, settled.length);
  const printer = ended.reduce((learnt, { seen }, i) => {
    const state = settled[i]?.state;
    return !seen || !state || state === 'uncertain' ? learnt : learnFrom(learnt, seen, state);
  }, facts.printer);
  const left: Facts = {
    ...facts,
    printer,
    labels: facts.labels.slice(settled.length),
    idledAt: ended.some(({ base }) => base === null) ? now : facts.idledAt,
  };
  // The counter may still come to count them.
  const isUncounted = settled.some(
    ({ counterTo, state }) => state !== 'uncertain' && counterTo === null,
  );
  return {
    facts: isUncounted && answers.counter ? doubtRest(left) : left,
    step: { do: 'settle', settled },
  };
};

const wait = (facts: Facts, event: Event): Result => {
  const { now } = event;
  const work = event.name === 'tick' && event.work;
  const start = work ? (findDueStart(facts) ?? Infinity) : Infinity;
  const until = Math.min(
    findQuestion(facts, work),
    findSilence(facts),
    start > now ? start : Infinity,
  );
  return { facts, step: { do: 'wait', ms: Math.max(1, until - now + 1) } };
};

const keep = (facts: Facts): Result => ({ facts });

export const ACTIONS = {
  '': keep,
  'give up the open questions': (facts: Facts) => ({
    facts: { ...facts, answers: forgetQuestions(facts.answers) },
  }),
  'note the stop': (facts: Facts, { now }: Event) => ({ facts: noteSilence(facts, now) }),
  'note the rest': (facts: Facts) => ({
    facts: { ...facts, isResting: true, answers: { ...facts.answers, gapAt: null } },
  }),
  settle: (facts: Facts, { now }: Event) => settleLabels(facts, now),
  'start a label': (facts: Facts, { now }: Event): Result => ({
    facts,
    step: { do: 'start', base: findBase(facts, now) ?? null },
  }),
  'start a label without a counter': (facts: Facts): Result => ({
    facts,
    step: { do: 'start', base: null },
  }),
  'start the label behind': (facts: Facts, { now }: Event): Result => ({
    facts,
    step: { do: 'start', base: findBaseBehind(facts, now) ?? null },
  }),
  ask: (facts: Facts, { now }: Event): Result => ({
    facts,
    step: { do: 'ask', counter: isCounterDue(facts, now) },
  }),
  'ask ever more rarely': (facts: Facts): Result => ({ facts, step: { do: 'silent' } }),
  renew: (facts: Facts): Result => ({ facts, step: { do: 'renew' } }),
  'wait for late answers': (facts: Facts, { now }: Event): Result => ({
    facts,
    step: { do: 'wait', ms: Math.max(1, facts.askedAt + LATE_ANSWER_MS - now + 1) },
  }),
  wait,
} as const satisfies Record<string, (facts: Facts, event: Event) => Result>;

export type Action = keyof typeof ACTIONS;
