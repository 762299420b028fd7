import {
  recordCounterAnswer,
  addOpenQuestion,
  recordAnswerStringTime,
  markSurplusUnlessExpected,
  countPartAsAnswerToOldestQuery,
  keepOnlyLastOpenQuestion,
  resetIdleRun,
  isEachAnswerMatchedToQuery,
} from '../answers.ts';
import type { Question } from '../answers.ts';
import { addStatus } from '../add-status.ts';
import type { ClassifiedStatus } from '../add-status.ts';
import { NO_ECHO, applyEchoToObservation, markEchoesSeparatedByAnswer } from '../echo.ts';
import { mapObservations, UNANSWERED } from '../label.ts';
import type { LabelState, Observation } from '../label.ts';
import { updatePace } from '../pacer.ts';
import type { PrinterStatus } from '../status.ts';
import { UNSEEN_LABELS } from '../timing.ts';
import { listStoppingFaults } from '../../view.ts';
import { markPossiblyMissedStops } from '../missed-stops.ts';
import type { Event, SentLabel } from './events.ts';
import { computeSilenceDeadline, computeNextQueryInterval } from './question-timing.ts';
import { ASK_FIRST_MS, markRestStateDoubtful } from './state.ts';
import type { Facts } from './state.ts';
import { recordObservedWork, applyIdleness } from './observed-work.ts';

/** Records that the printer stopped: current labels may be torn, and a feed may follow. */
const recordPrinterStop = (facts: Facts, now: number, reason: string): Facts => ({
  ...markRestStateDoubtful(facts),
  labels: mapObservations(facts.labels, (observation) => ({
    ...observation,
    stopReason: observation.stopReason ?? reason,
  })),
  blockedAt: now,
});

/** Records a stop, because the silence lasted so long that the printer must have stopped. */
export const recordStopBySilence = (facts: Facts, now: number): Facts =>
  recordPrinterStop(facts, now, UNANSWERED);

/** Whether this answers the query after a label before its paper can have moved. */
const isAnswerBeforePaperMoved = (
  labels: readonly LabelState[],
  now: number,
  { at, label }: Question,
): boolean => label && labels.some(({ seen }) => seen?.sentAt === at && now - at < seen.minimumMs);

const markLabelsConsumed = (
  labels: readonly LabelState[],
  { at }: Question,
): readonly LabelState[] =>
  labels.map((label) =>
    label.seen && at >= label.seen.sentAt ? { ...label, consumed: true } : label,
  );

const recordStatusKind = (
  facts: Facts,
  now: number,
  { kind, wasIdle }: ClassifiedStatus,
): Facts => {
  const { lastStatus } = facts.answers;
  if (kind === 'stopped' && lastStatus)
    return recordPrinterStop(facts, now, listStoppingFaults(lastStatus).join('、'));
  if (kind === 'working') return recordObservedWork(facts, now, wasIdle);
  return facts;
};

const recordStatusAnswer = (before: Facts, now: number, status: PrinterStatus): Facts => {
  const factsWithSilence =
    now > computeSilenceDeadline(before) ? recordStopBySilence(before, now) : before;
  const isSure = isEachAnswerMatchedToQuery(factsWithSilence.answers);
  const { answers, heard } = addStatus(factsWithSilence.answers, now, status);
  const { kind, question } = heard;
  let facts: Facts = {
    ...factsWithSilence,
    answers,
    receivingSince:
      kind === 'receiving' ? Math.min(factsWithSilence.receivingSince, now) : Infinity,
  };
  if (kind === 'idle')
    facts.labels = facts.labels.map((label) =>
      label.seen
        ? {
            ...label,
            seen: applyIdleness(facts, { now, question, isSure }, { ...label, seen: label.seen }),
          }
        : label,
    );
  if (question) {
    // The last of the repeated queries: only now the delay of the first one is known.
    const askedAt = answers.open.length === 0 ? factsWithSilence.answers.againSince : null;
    const answerTimes = {
      now,
      askedAt: askedAt ?? question.at,
      lastAskedAt: facts.lastAnsweredQuestionAt,
    };
    if (facts.printer.answersAhead)
      facts.labels = markPossiblyMissedStops(facts.labels, answerTimes);
    facts.lastAnsweredQuestionAt = question.at;
    facts.answersBeforePrinting ||= isSure && isAnswerBeforePaperMoved(facts.labels, now, question);
    if (isSure) facts.labels = markEchoesSeparatedByAnswer(facts.labels, question.at);
  }
  facts = recordStatusKind(facts, now, heard);
  return question ? { ...facts, labels: markLabelsConsumed(facts.labels, question) } : facts;
};

const recordCounterValue = (before: Facts, now: number, value: number | null): Facts => {
  const last = before.answers.counter?.value;
  const facts: Facts = { ...before, answers: recordCounterAnswer(before.answers, now, value) };
  if (value === null) return facts;
  facts.pace = updatePace(facts.pace, facts.labels, { now, before: last, value });
  // The counter moved without a label of ours: by a feed or another sender's label. More may
  // follow.
  const hasMoved = last !== undefined && value !== last;
  const isUnexpected = hasMoved && facts.printer.exclusive && facts.labels.length === 0;
  return isUnexpected ? markRestStateDoubtful(facts) : facts;
};

const recordLabel = (
  facts: Facts,
  now: number,
  { label: { base, paper }, counter }: { label: SentLabel; counter: boolean },
): Facts => {
  const { answers, printer, returnsEchoes } = facts;
  const observation: Observation = {
    minimumMs: paper.minimumMs,
    sentAt: now,
    stopReason: null,
    wasWorking: false,
    answeredSlowly: false,
    reportedIdleEarly: false,
    wasBusy: base === null && (answers.idleRun === null || answers.counter !== null),
    isWorkAmbiguous: printer.answersAhead && printer.unseenCount >= UNSEEN_LABELS,
    mayHaveMissedStop: false,
    noStopBefore: -Infinity,
    echo: returnsEchoes ? NO_ECHO : null,
    wasCounted: false,
  };
  const before = mapObservations(facts.labels, (otherObservation) =>
    answers.counter?.value === base ? { ...otherObservation, wasCounted: true } : otherObservation,
  );
  return {
    ...facts,
    labels: [...before, { base, consumed: false, paperMs: paper.maximumMs, seen: observation }],
    answers: addOpenQuestion(resetIdleRun(answers), { at: now, label: true }, counter),
    askedAt: now,
    questionIntervalMs: ASK_FIRST_MS,
    renewalCount: 0,
  };
};

const recordSentQuestion = (facts: Facts, now: number, counter: boolean): Facts => ({
  ...facts,
  answers: addOpenQuestion(facts.answers, { at: now, label: false }, counter),
  askedAt: now,
  questionIntervalMs: computeNextQueryInterval(facts.questionIntervalMs),
});

const recordEchoEvent = (facts: Facts, event: Event & { name: 'echo' }): Facts => ({
  ...facts,
  returnsEchoes: facts.returnsEchoes || event.place === 'greeting',
  labels: mapObservations(facts.labels, (observation) =>
    applyEchoToObservation(observation, event),
  ).map((label) => (label.seen && event.place === 'behind' ? { ...label, consumed: true } : label)),
});

/**
 * Updates the last time at which a label could have started. A label starts without a pause when
 * others leave none.
 */
const updateBlockedTime = (facts: Facts, now: number): Facts =>
  facts.labels.length > 0 || facts.isResting ? { ...facts, blockedAt: now } : facts;

/** Applies an event, in any state. */
export const applyEventToFacts = (facts: Facts, event: Event): Facts => {
  const { now } = event;
  switch (event.name) {
    case 'question sent':
      return recordSentQuestion(facts, now, event.counter);
    case 'label sent':
      return recordLabel(facts, now, event);
    case 'status':
      return recordStatusAnswer(facts, now, event.status);
    case 'counter':
      return recordCounterValue(facts, now, event.value);
    case 'echo':
      return recordEchoEvent(facts, event);
    case 'extra':
      return { ...facts, answers: markSurplusUnlessExpected(facts.answers) };
    case 'truncated':
      return { ...facts, answers: countPartAsAnswerToOldestQuery(facts.answers) };
    case 'part':
      return { ...facts, answers: keepOnlyLastOpenQuestion(facts.answers) };
    case 'string':
      return { ...facts, answers: recordAnswerStringTime(facts.answers, now, event.isPart) };
    case 'tick':
      return updateBlockedTime(facts, now);
  }
};
