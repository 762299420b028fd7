import type { LabelResult } from '../open-labels.ts';
import { describeConnectionLoss, describeStop } from '../reasons.ts';
import { hasAnsweredIdleForMs } from './answers.ts';
import type { Answers } from './answers.ts';
import {
  isEchoBehindLabelMissing,
  hasBeenIdleSinceEcho,
  explainWhyEchoProvesNothing,
} from './echo.ts';
import { findStopReason } from './label.ts';
import type { LabelState, Observation, PrinterFacts } from './label.ts';
import {
  NO_ECHO_REASON,
  NEVER_SHOWS_WORK_REASON,
  BUSY_AT_START_REASON,
  IDLE_THEN_BUSY_REASON,
  IDLE_BEFORE_PAPER_REASON,
  REPORTS_FAULTS_ONLY_REASON,
  WORK_NOT_OBSERVED_REASON,
  IDLE_STATUS_GAP_REASON,
} from './messages.ts';
import { isStopPossiblyMissed } from './missed-stops.ts';
import { ECHO_LATE_MS, STALE_STATUS_MS, SLOW_LABELS, WORK_LATE_MS } from './timing.ts';

/**
 * Duration of idle answers that proves anything: answers may be stale, and paper movement may not
 * show.
 */
export const getMinProvingIdleMs = (label: LabelState): number => STALE_STATUS_MS + label.paperMs;

/**
 * Whether its answer came only after its paper. Where answers precede work, one late answer may
 * only be a slow network; several consecutive ones show that the printer does not answer while
 * printing.
 */
const wasAnsweredAfterPaper = ({ answeredSlowly }: Observation, printer: PrinterFacts): boolean =>
  printer.reportsWork &&
  answeredSlowly &&
  !printer.showsWork &&
  printer.slowCount >= SLOW_LABELS - 1;

/**
 * Whether its work may still show. The next label waits, so that no work is attributed to the wrong
 * label.
 */
const mayLabelStillShowWork = ({ seen }: LabelState, printer: PrinterFacts): boolean => {
  if (
    !printer.reportsWork ||
    !printer.answersAhead ||
    !seen ||
    seen.wasWorking ||
    seen.isWorkAmbiguous ||
    seen.stopReason !== null
  )
    return false;
  return !wasAnsweredAfterPaper(seen, printer);
};

/** Time after its paper in which something may still arrive, ms. */
const getLateEvidenceMs = (label: LabelState, printer: PrinterFacts): number => {
  if (label.seen && isEchoBehindLabelMissing(label.seen)) return ECHO_LATE_MS;
  return mayLabelStillShowWork(label, printer) ? WORK_LATE_MS : 0;
};

export const createUncertainResult = (
  label: LabelState,
  reason: string,
  from: number | null,
  to: number | null,
): LabelResult => ({
  state: 'uncertain',
  evidence: label.consumed ? 'consumed' : 'none',
  reason,
  counterFrom: from,
  counterTo: to,
});

/**
 * After the connection is lost, nothing more can be observed about labels the printer does not
 * count.
 */
export const resolveLabelsOfLostConnection = (labels: readonly LabelState[]): LabelResult[] =>
  labels.map((label) =>
    createUncertainResult(
      label,
      describeConnectionLoss(label.consumed, label.seen?.stopReason ?? null),
      null,
      null,
    ),
  );

/** Explains why idle or the echo proves nothing about a label; null when it does. */
const explainWhyIdleProvesNothing = (
  label: LabelState,
  printer: PrinterFacts,
  answers: Answers,
): string | null => {
  const { seen } = label;
  if (seen?.echo) return explainWhyEchoProvesNothing(seen, answers, printer.unansweredEchoCount);
  if (!printer.reportsWork) return REPORTS_FAULTS_ONLY_REASON;
  if (printer.answersEarly) return IDLE_THEN_BUSY_REASON;
  if (!seen || seen.wasBusy) return BUSY_AT_START_REASON;
  if (seen.isWorkAmbiguous) return NEVER_SHOWS_WORK_REASON;
  if (seen.reportedIdleEarly) return IDLE_BEFORE_PAPER_REASON;
  if (answers.phantomRemaining !== 0) return WORK_NOT_OBSERVED_REASON;
  const mayHaveMissedStop = printer.answersAhead && isStopPossiblyMissed(seen, answers);
  if (mayHaveMissedStop && !seen.mayHaveMissedStop) return IDLE_STATUS_GAP_REASON;
  if (wasAnsweredAfterPaper(seen, printer)) return null;
  if (!seen.wasWorking) return WORK_NOT_OBSERVED_REASON;
  return mayHaveMissedStop ? IDLE_STATUS_GAP_REASON : null;
};

/**
 * Resolves labels by idleness or echo, once it has lasted longer than late answers and paper may
 * take.
 */
export const resolveLabelsByIdleness = (
  labels: readonly LabelState[],
  printer: PrinterFacts,
  answers: Answers,
): LabelResult[] => {
  const lateAnswerMs = Math.max(...labels.map((label) => getLateEvidenceMs(label, printer)));
  const wait = lateAnswerMs + Math.max(...labels.map(getMinProvingIdleMs));
  if (
    !labels.every(({ seen }) =>
      seen ? hasBeenIdleSinceEcho(seen, wait, answers) : hasAnsweredIdleForMs(answers, wait),
    )
  )
    return [];
  return labels.map((label) => {
    const { seen, consumed } = label;
    if (!seen)
      return createUncertainResult(label, describeConnectionLoss(consumed, null), null, null);
    const stop = findStopReason(label, answers);
    if (stop !== null) return createUncertainResult(label, describeStop(stop), null, null);
    if (isEchoBehindLabelMissing(seen))
      return createUncertainResult(label, NO_ECHO_REASON, null, null);
    const reason = explainWhyIdleProvesNothing(label, printer, answers);
    const counters = { counterFrom: null, counterTo: null };
    if (reason !== null) return { state: 'sent', evidence: 'consumed', reason, ...counters };
    const evidence = seen.echo ? 'printer-echo' : 'printer-idle';
    return { state: 'printed', evidence, reason: '', ...counters };
  });
};
