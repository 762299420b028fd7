import type { Settled } from '../open-labels.ts';
import { lostReason, stoppedReason } from '../reasons.ts';
import { isQuiet } from './answers.ts';
import type { Answers } from './answers.ts';
import { isEchoDue, isQuietSince, whyNotEchoed } from './echo.ts';
import { findStop } from './label.ts';
import type { Label, Observation, Printer } from './label.ts';
import {
  NO_ECHO,
  SENT_BLIND,
  SENT_CROWDED,
  SENT_EARLY,
  SENT_SOON,
  SENT_TROUBLE_ONLY,
  SENT_UNSEEN,
  SENT_UNWATCHED,
} from './sentences.ts';
import { isUnwatched } from './watch.ts';
import { ECHO_LATE_MS, SETTLE_MS, SLOW_LABELS, WORK_LATE_MS } from './timing.ts';

/** How long idle must last to prove anything: answers may be old, and it may not show the paper moving. */
export const getSettlingMs = (label: Label): number => SETTLE_MS + label.paperMs;

/**
 * Whether the answer behind it came only with its paper. One late answer says nothing but that the network was slow where
 * answers come ahead of work, as those to the labels before did; label after label it says that the printer is deaf while
 * it prints.
 */
const isAnsweredByPaper = ({ slow }: Observation, printer: Printer): boolean =>
  printer.tellsWork && slow && !printer.showsWork && printer.slow >= SLOW_LABELS - 1;

/** Its work may still come: until then the next label is not sent, so that no work is taken for another label's. */
const mayStillWork = ({ seen }: Label, printer: Printer): boolean => {
  if (
    !printer.tellsWork ||
    !printer.answersAhead ||
    !seen ||
    seen.working ||
    seen.blind ||
    seen.stop !== null
  )
    return false;
  return !isAnsweredByPaper(seen, printer);
};

/** How long after its paper something may still be heard of it. */
const getLateMs = (label: Label, printer: Printer): number => {
  if (label.seen && isEchoDue(label.seen)) return ECHO_LATE_MS;
  return mayStillWork(label, printer) ? WORK_LATE_MS : 0;
};

export const toUncertain = (
  label: Label,
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

/** Once the connection is lost, nothing more can be learned about labels the printer does not count. */
export const settleLost = (labels: readonly Label[]): Settled[] =>
  labels.map((label) =>
    toUncertain(label, lostReason(label.consumed, label.seen?.stop ?? null), null, null),
  );

/** Why idle, or its echo, proves nothing about a label; null when it does. */
const explainNoProof = (label: Label, printer: Printer, answers: Answers): string | null => {
  const { seen } = label;
  if (seen?.echo) return whyNotEchoed(seen, answers, printer.together);
  if (!printer.tellsWork) return SENT_TROUBLE_ONLY;
  if (printer.answersEarly) return SENT_EARLY;
  if (!seen || seen.crowded) return SENT_CROWDED;
  if (seen.blind) return SENT_BLIND;
  if (seen.soon) return SENT_SOON;
  if (answers.leaks !== 0) return SENT_UNSEEN;
  const isMissed = printer.answersAhead && isUnwatched(seen, answers);
  if (isMissed && !seen.unwatched) return SENT_UNWATCHED;
  if (isAnsweredByPaper(seen, printer)) return null;
  if (!seen.working) return SENT_UNSEEN;
  return isMissed ? SENT_UNWATCHED : null;
};

/** By idleness or its echo, once it has lasted longer than answers may be late and paper may take. */
export const settleByIdleness = (
  labels: readonly Label[],
  printer: Printer,
  answers: Answers,
): Settled[] => {
  const late = Math.max(...labels.map((label) => getLateMs(label, printer)));
  const wait = late + Math.max(...labels.map(getSettlingMs));
  if (
    !labels.every(({ seen }) => (seen ? isQuietSince(seen, wait, answers) : isQuiet(answers, wait)))
  )
    return [];
  return labels.map((label) => {
    const { seen, consumed } = label;
    if (!seen) return toUncertain(label, lostReason(consumed, null), null, null);
    const stop = findStop(label, answers);
    if (stop !== null) return toUncertain(label, stoppedReason(stop), null, null);
    if (isEchoDue(seen)) return toUncertain(label, NO_ECHO, null, null);
    const why = explainNoProof(label, printer, answers);
    const counters = { counterFrom: null, counterTo: null };
    if (why !== null) return { state: 'sent', evidence: 'consumed', reason: why, ...counters };
    const evidence = seen.echo ? 'printer-echo' : 'printer-idle';
    return { state: 'printed', evidence, reason: '', ...counters };
  });
};
