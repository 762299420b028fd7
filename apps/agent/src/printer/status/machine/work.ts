import type { Question } from '../answers.ts';
import { mapSeen } from '../label.ts';
import type { Observation } from '../label.ts';
import { AFTERTHOUGHT_MS, UNSEEN_LABELS } from '../timing.ts';
import { doubtRest } from './state.ts';
import type { Facts } from './state.ts';

/** An answer may take longer than any before it by as much as this for other reasons than paper. */
const SLOWER_MS = 150;

/** What an idle answer to `question` says of a label sent before it. */
export const readIdleness = (
  { answers, printer }: Facts,
  { now, question, isSure }: { now: number; question: Question | null; isSure: boolean },
  { consumed, seen }: { consumed: boolean; seen: Observation },
): Observation => {
  const { most, usual } = answers.baseline;
  const askedAt = question?.at ?? -Infinity;
  const took = now - seen.sentAt;
  const isPrompt = askedAt - seen.sentAt < seen.leastMs && now - askedAt <= usual;
  if (took < seen.leastMs || isPrompt) return { ...seen, soon: !printer.answersAhead };
  // Longer than any earlier answer took, by at least what the paper takes.
  const isSlow = !consumed && isSure && took > seen.leastMs + 2 * most + SLOWER_MS;
  return isSlow ? { ...seen, slow: true } : seen;
};

/** Whether work that is seen says that it had been idle too early. */
const isEarly = ({ printer, labels, idledAt }: Facts, now: number): boolean => {
  const isAfterthought = printer.exclusive && now - idledAt < AFTERTHOUGHT_MS;
  if (printer.answersAhead) return isAfterthought && labels.length === 0;
  return isAfterthought || labels.some(({ base, seen }) => base === null && seen);
};

export const noteWork = (facts: Facts, now: number, wasIdle: boolean): Facts => {
  const labels = mapSeen(facts.labels, (seen) => ({ ...seen, working: true }));
  const { printer } = facts;
  const hasOwn = labels.some(({ seen }) => seen);
  // It shows its work after all: the next label waits until none of this can be an earlier one's.
  const isNews = hasOwn && printer.answersAhead && printer.unseen >= UNSEEN_LABELS;
  const learnt = hasOwn ? { ...printer, showsWork: true, unseen: 0 } : printer;
  const noted = { ...(isNews ? doubtRest(facts) : facts), labels, printer: learnt };
  return wasIdle && isEarly(noted, now)
    ? { ...noted, printer: { ...learnt, answersEarly: true } }
    : noted;
};
