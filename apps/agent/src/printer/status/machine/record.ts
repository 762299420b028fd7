import {
  addCounter,
  addQuestion,
  addSign,
  addSurplus,
  addTruncated,
  dropEarlier,
  interruptRun,
  isPaired,
} from '../answers.ts';
import type { Question } from '../answers.ts';
import { addStatus } from '../hear.ts';
import type { Heard } from '../hear.ts';
import { NO_ECHO, readEcho, separateEchoes } from '../echo.ts';
import { mapSeen, UNANSWERED } from '../label.ts';
import type { Label, Observation } from '../label.ts';
import { learnPace } from '../pacer.ts';
import type { PrinterStatus } from '../status.ts';
import { UNSEEN_LABELS } from '../timing.ts';
import { listStops } from '../../view.ts';
import { watchStops } from '../watch.ts';
import type { Event, SentLabel } from './events.ts';
import { findSilence, lengthenGap } from './questions.ts';
import { ASK_FIRST_MS, doubtRest } from './state.ts';
import type { Facts } from './state.ts';
import { noteWork, readIdleness } from './work.ts';

/** The printer stopped: labels under way may be torn, and a feed may follow. */
const noteStop = (facts: Facts, now: number, words: string): Facts => ({
  ...doubtRest(facts),
  labels: mapSeen(facts.labels, (seen) => ({ ...seen, stop: seen.stop ?? words })),
  blockedAt: now,
});

/** Nothing was heard for so long that it must have stopped. */
export const noteSilence = (facts: Facts, now: number): Facts => noteStop(facts, now, UNANSWERED);

/** Whether this answers the question behind a label before its paper can have moved. */
const isBeforePaper = (labels: readonly Label[], now: number, { at, label }: Question): boolean =>
  label && labels.some(({ seen }) => seen?.sentAt === at && now - at < seen.leastMs);

const noteConsumed = (labels: readonly Label[], { at }: Question): readonly Label[] =>
  labels.map((label) =>
    label.seen && at >= label.seen.sentAt ? { ...label, consumed: true } : label,
  );

const noteKind = (facts: Facts, now: number, { kind, wasIdle }: Heard): Facts => {
  const { last } = facts.answers;
  if (kind === 'stopped' && last) return noteStop(facts, now, listStops(last).join('、'));
  if (kind === 'working') return noteWork(facts, now, wasIdle);
  return facts;
};

const recordStatus = (before: Facts, now: number, status: PrinterStatus): Facts => {
  const late = now > findSilence(before) ? noteSilence(before, now) : before;
  const isSure = isPaired(late.answers);
  const { answers, heard } = addStatus(late.answers, now, status);
  const { kind, question } = heard;
  let facts: Facts = {
    ...late,
    answers,
    receivingSince: kind === 'receiving' ? Math.min(late.receivingSince, now) : Infinity,
  };
  if (kind === 'idle')
    facts.labels = facts.labels.map((label) =>
      label.seen
        ? {
            ...label,
            seen: readIdleness(facts, { now, question, isSure }, { ...label, seen: label.seen }),
          }
        : label,
    );
  if (question) {
    // The last of those that were asked again: how late the first of them came is known only now.
    const askedAt = answers.open.length === 0 ? late.answers.againSince : null;
    const answered = { now, askedAt: askedAt ?? question.at, lastAskedAt: facts.watchedAt };
    if (facts.printer.answersAhead) facts.labels = watchStops(facts.labels, answered);
    facts.watchedAt = question.at;
    facts.isAhead ||= isSure && isBeforePaper(facts.labels, now, question);
    if (isSure) facts.labels = separateEchoes(facts.labels, question.at);
  }
  facts = noteKind(facts, now, heard);
  return question ? { ...facts, labels: noteConsumed(facts.labels, question) } : facts;
};

const recordCounter = (before: Facts, now: number, value: number | null): Facts => {
  const last = before.answers.counter?.value;
  const facts: Facts = { ...before, answers: addCounter(before.answers, now, value) };
  if (value === null) return facts;
  facts.pace = learnPace(facts.pace, facts.labels, { now, before: last, value });
  // A feed, or another sender's label after all: more may follow.
  const hasMoved = last !== undefined && value !== last;
  const isUnexpected = hasMoved && facts.printer.exclusive && facts.labels.length === 0;
  return isUnexpected ? doubtRest(facts) : facts;
};

const recordLabel = (
  facts: Facts,
  now: number,
  { label: { base, paper }, counter }: { label: SentLabel; counter: boolean },
): Facts => {
  const { answers, printer, echoes } = facts;
  const seen: Observation = {
    leastMs: paper.leastMs,
    sentAt: now,
    stop: null,
    working: false,
    slow: false,
    soon: false,
    crowded: base === null && (answers.run === null || answers.counter !== null),
    blind: printer.answersAhead && printer.unseen >= UNSEEN_LABELS,
    unwatched: false,
    sureUntil: -Infinity,
    echo: echoes ? NO_ECHO : null,
    counted: false,
  };
  const before = mapSeen(facts.labels, (other) =>
    answers.counter?.value === base ? { ...other, counted: true } : other,
  );
  return {
    ...facts,
    labels: [...before, { base, consumed: false, paperMs: paper.mostMs, seen }],
    answers: addQuestion(interruptRun(answers), { at: now, label: true }, counter),
    askedAt: now,
    gapMs: ASK_FIRST_MS,
    renewals: 0,
  };
};

const recordQuestion = (facts: Facts, now: number, counter: boolean): Facts => ({
  ...facts,
  answers: addQuestion(facts.answers, { at: now, label: false }, counter),
  askedAt: now,
  gapMs: lengthenGap(facts.gapMs),
});

const recordEcho = (facts: Facts, event: Event & { name: 'echo' }): Facts => ({
  ...facts,
  echoes: facts.echoes || event.place === 'greeting',
  labels: mapSeen(facts.labels, (seen) => readEcho(seen, event)).map((label) =>
    label.seen && event.place === 'behind' ? { ...label, consumed: true } : label,
  ),
});

/** Until a label could last have been started: where others leave no pause, one goes without. */
const recordTime = (facts: Facts, now: number): Facts =>
  facts.labels.length > 0 || facts.isResting ? { ...facts, blockedAt: now } : facts;

/** What an event says in any state. */
export const record = (facts: Facts, event: Event): Facts => {
  const { now } = event;
  switch (event.name) {
    case 'question sent':
      return recordQuestion(facts, now, event.counter);
    case 'label sent':
      return recordLabel(facts, now, event);
    case 'status':
      return recordStatus(facts, now, event.status);
    case 'counter':
      return recordCounter(facts, now, event.value);
    case 'echo':
      return recordEcho(facts, event);
    case 'extra':
      return { ...facts, answers: addSurplus(facts.answers) };
    case 'truncated':
      return { ...facts, answers: addTruncated(facts.answers) };
    case 'part':
      return { ...facts, answers: dropEarlier(facts.answers) };
    case 'string':
      return { ...facts, answers: addSign(facts.answers, now, event.isPart) };
    case 'tick':
      return recordTime(facts, now);
  }
};
