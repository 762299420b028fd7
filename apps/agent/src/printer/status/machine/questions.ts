import { isCounterAsked, isWaiting } from '../answers.ts';
import { isStopped } from '../../view.ts';
import {
  AGAIN_MS,
  ASK_MOST_MS,
  BASELINE_ANSWERS,
  MAX_REPEATS,
  PART_MS,
  SHORTEST_STOP_MS,
  SILENCE_MS,
} from '../timing.ts';
import { ASK_FIRST_MS, doesCount } from './state.ts';
import type { Facts } from './state.ts';

const STOPPED_MS = 250;
const UNSURE_MS = 250;
const WATCH_MS = 2000;
/** While a label waits for the printer to rest it is asked no more often: each answer is one that may be late. */
const MAX_REST_GAP_MS = 400;
const RTT_ROOM_MS = 30;

const sumPaper = ({ labels }: Facts): number =>
  labels.reduce((sum, { paperMs }) => sum + paperMs, 0);

/** When nothing has been heard for so long that the printer must have stopped. */
export const findSilence = (facts: Facts): number => {
  const { answers } = facts;
  const [question] = answers.open;
  if (!question) return Infinity;
  const { againSince, gaveUp, surplus } = answers;
  // A question that may stand behind a label may be answered only when that is printed.
  const isBehind = question.label || againSince !== null || gaveUp || surplus;
  const usual = SILENCE_MS + (isBehind ? sumPaper(facts) : 0);
  return Math.max(question.at, answers.signAt) + Math.max(usual, 4 * answers.baseline.most);
};

/** How long an answer is waited for before the question is asked again, ms. */
const getPatience = ({ answers }: Facts): number => Math.max(AGAIN_MS, 2 * answers.baseline.usual);

/** Between two questions while it comes to rest, ms: where it can be, so short that no stop fits in though one is lost. */
const getRestGap = (facts: Facts): number => {
  const { most } = facts.answers.baseline;
  const room = SHORTEST_STOP_MS - getPatience(facts) - 2 * most - RTT_ROOM_MS;
  return Math.min(facts.restMs / 4, room < ASK_MOST_MS ? MAX_REST_GAP_MS : room, MAX_REST_GAP_MS);
};

/** When a question is asked again because the last one has no answer. Each loses one answer, and never a connection. */
const getRepeatTime = (facts: Facts): number => {
  const { answers, askedAt, connectedAt } = facts;
  // Its answer has begun, also behind a label, and the rest of it does not come.
  if (answers.partAt !== null && answers.repeats < MAX_REPEATS) return answers.partAt + PART_MS;
  // What has never answered may be no printer of the language.
  const isKnown = answers.last || facts.restedBefore || answers.signAt > connectedAt;
  // Behind a label it may be answered only when that is printed.
  const mayBeBehind = !facts.isAhead && answers.open.some(({ label }) => label);
  if (!isKnown || mayBeBehind || answers.repeats >= MAX_REPEATS) return Infinity;
  return askedAt + getPatience(facts);
};

/** How long after the last question the next one is due. */
const getInterval = (facts: Facts, work: boolean): number => {
  const { answers, labels, printer } = facts;
  if (!answers.last) return 0;
  if (isStopped(answers.last)) return labels.length > 0 || work ? STOPPED_MS : WATCH_MS / 2;
  // Two labels, and a count that proves the first one only if it is seen soon.
  if (labels.length > 1 && printer.wholeCounter) return ASK_FIRST_MS;
  if (labels.length > 0) return facts.gapMs;
  const isMeasuring = answers.baseline.count < BASELINE_ANSWERS;
  if (isMeasuring && answers.run) return answers.againSince === null ? 0 : facts.gapMs;
  if (facts.isResting) return work ? facts.gapMs : WATCH_MS;
  if (!work) return UNSURE_MS;
  return answers.run ? Math.max(facts.gapMs, getRestGap(facts)) : facts.gapMs;
};

/** When the next question is due. */
export const findQuestion = (facts: Facts, work: boolean): number => {
  const { answers, askedAt, labels, isResting, restMs } = facts;
  if (isWaiting(answers, askedAt)) return getRepeatTime(facts);
  const due = askedAt + getInterval(facts, work);
  if (!answers.run || labels.length > 0 || isResting) return due;
  const rests = Math.max(answers.run.from, answers.gapAt ?? -Infinity) + restMs;
  return rests > askedAt ? Math.min(due, rests) : due;
};

/** Whether the counter is asked for with the next question: while it rests, only as it begins to and in the end. */
export const isCounterDue = (facts: Facts, now: number): boolean => {
  const { answers, restMs, labels, isResting } = facts;
  if (doesCount(facts) === false || isCounterAsked(answers, now)) return false;
  const { counter, run } = answers;
  if (labels.length > 0 || isResting || !counter || !run || answers.counterQuestions > 0)
    return true;
  const from = Math.max(run.from, answers.gapAt ?? -Infinity);
  return counter.at < from || now - Math.max(from, counter.since) >= restMs;
};

/** A question was asked that is later waited for less and less. */
export const lengthenGap = (gapMs: number): number => Math.min(ASK_MOST_MS, gapMs * 1.5);

/** Whether the counter was asked for in vain, or is told so late that it has to be taken for lost. */
const isCounterLost = ({ answers }: Facts, now: number): boolean =>
  answers.counter !== null && answers.counterQuestions > 0 && !isCounterAsked(answers, now);

/** Whether an answer was lost, or is so late that it has to be taken for lost. */
export const isAnswerLost = (facts: Facts, now: number): boolean =>
  facts.answers.againSince !== null || isCounterLost(facts, now);

/** Whether every question has its answer. */
export const isAnswered = ({ answers }: Facts): boolean =>
  answers.open.length === 0 && (answers.counter === null || answers.counterQuestions === 0);
