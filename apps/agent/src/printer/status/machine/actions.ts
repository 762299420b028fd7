import { abandonOpenQuestions } from '../answers.ts';
import { learnPrinterFactsFromLabel } from '../label.ts';
import { resolveLabelResults } from '../resolve-results.ts';
import type { Event, Step } from './events.ts';
import { findNextQueryTime, computeSilenceDeadline, isCounterQueryDue } from './question-timing.ts';
import { LATE_ANSWER_MS } from '../timing.ts';
import { recordStopBySilence } from './record.ts';
import {
  findCounterBaseOnRestingPrinter,
  findQueuedCounterBase,
  findEarliestLabelStart,
} from './start-conditions.ts';
import { markRestStateDoubtful } from './state.ts';
import type { Facts } from './state.ts';

/**
 * Result of an action: new facts, and the driver's step. Without a step the next row is searched.
 */
export type Result = { facts: Facts; step?: Step };

const resolveProvenLabels = (facts: Facts, now: number): Result => {
  const { answers } = facts;
  const results = resolveLabelResults(facts.labels, facts.printer, answers);
  const ended = facts.labels.slice(0, results.length);
  const printer = ended.reduce((learnt, { seen }, i) => {
    const state = results[i]?.state;
    return !seen || !state || state === 'uncertain'
      ? learnt
      : learnPrinterFactsFromLabel(learnt, seen, state);
  }, facts.printer);
  const remaining: Facts = {
    ...facts,
    printer,
    labels: facts.labels.slice(results.length),
    resolvedByIdleAt: ended.some(({ base }) => base === null) ? now : facts.resolvedByIdleAt,
  };
  // The counter may still count them.
  const isUncounted = results.some(
    ({ counterTo, state }) => state !== 'uncertain' && counterTo === null,
  );
  return {
    facts: isUncounted && answers.counter ? markRestStateDoubtful(remaining) : remaining,
    step: { do: 'settle', settled: results },
  };
};

const planNextWait = (facts: Facts, event: Event): Result => {
  const { now } = event;
  const work = event.name === 'tick' && event.work;
  const start = work ? (findEarliestLabelStart(facts) ?? Infinity) : Infinity;
  const until = Math.min(
    findNextQueryTime(facts, work),
    computeSilenceDeadline(facts),
    start > now ? start : Infinity,
  );
  return { facts, step: { do: 'wait', ms: Math.max(1, until - now + 1) } };
};

const returnFactsUnchanged = (facts: Facts): Result => ({ facts });

export const ACTIONS = {
  '': returnFactsUnchanged,
  'give up the open questions': (facts: Facts) => ({
    facts: { ...facts, answers: abandonOpenQuestions(facts.answers) },
  }),
  'note the stop': (facts: Facts, { now }: Event) => ({ facts: recordStopBySilence(facts, now) }),
  'note the rest': (facts: Facts) => ({
    facts: { ...facts, isResting: true, answers: { ...facts.answers, gapAt: null } },
  }),
  settle: (facts: Facts, { now }: Event) => resolveProvenLabels(facts, now),
  'start a label': (facts: Facts, { now }: Event): Result => ({
    facts,
    step: { do: 'start', base: findCounterBaseOnRestingPrinter(facts, now) ?? null },
  }),
  'start a label without a counter': (facts: Facts): Result => ({
    facts,
    step: { do: 'start', base: null },
  }),
  'start the label behind': (facts: Facts, { now }: Event): Result => ({
    facts,
    step: { do: 'start', base: findQueuedCounterBase(facts, now) ?? null },
  }),
  ask: (facts: Facts, { now }: Event): Result => ({
    facts,
    step: { do: 'ask', counter: isCounterQueryDue(facts, now) },
  }),
  'ask ever more rarely': (facts: Facts): Result => ({ facts, step: { do: 'silent' } }),
  renew: (facts: Facts): Result => ({ facts, step: { do: 'renew' } }),
  'wait for late answers': (facts: Facts, { now }: Event): Result => ({
    facts,
    step: { do: 'wait', ms: Math.max(1, facts.askedAt + LATE_ANSWER_MS - now + 1) },
  }),
  wait: planNextWait,
} as const satisfies Record<string, (facts: Facts, event: Event) => Result>;

export type Action = keyof typeof ACTIONS;
