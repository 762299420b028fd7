import type { LabelResult } from '../open-labels.ts';
import type { Answers } from './answers.ts';

/** State of a label without a result. */
export type LabelState = {
  /** The printer's counter as expected before it; null when it does not count. */
  base: number | null;
  /** The printer has accepted every byte. */
  consumed: boolean;
  /** Maximum paper time, ms. */
  paperMs: number;
  /** Null when the label was sent over an earlier connection. */
  seen: Observation | null;
};

/** Observations of a label since its first byte. */
export type Observation = {
  /** Minimum paper time, ms. */
  minimumMs: number;
  sentAt: number;
  /** Reason of a stop, for display; null when no stop was observed. */
  stopReason: string | null;
  /** The printer was observed working. */
  wasWorking: boolean;
  /** The printer answered only after a time as long as the paper takes. */
  answeredSlowly: boolean;
  /** The printer reported idle before the paper could have moved. */
  reportedIdleEarly: boolean;
  /** The printer was busy with other work when the label was sent. */
  wasBusy: boolean;
  /** No earlier label was observed working, so observed work may belong to one of them. */
  isWorkAmbiguous: boolean;
  /** An answer took so long that an unnoticed stop may have occurred. */
  mayHaveMissedStop: boolean;
  /** No unnoticed stop can have occurred before this time. */
  noStopBefore: number;
  /** Echoes around it; null when the printer returns none. */
  echo: Echo | null;
  /** The counter had counted it before the next label was sent. */
  wasCounted: boolean;
};

/** Facts about the printer. */
export type PrinterFacts = {
  /** Only this client prints on the printer. */
  exclusive: boolean;
  /** Set by the member: the counter counts completely printed labels and nothing else. */
  wholeCounter: boolean;
  /** The printer has reported idle too early. */
  answersEarly: boolean;
  /**
   * The printer answers before it reads, draws and prints: idle before work is only early, not a
   * contradiction.
   */
  answersAhead: boolean;
  /** The printer's status shows whether it works. */
  reportsWork: boolean;
  /**
   * The printer was once observed working on a label. So when no work is observed, it does not
   * print.
   */
  showsWork: boolean;
  /** Number of consecutive labels without observed work. */
  unseenCount: number;
  /**
   * Number of consecutive labels whose first answer took as long as the paper. Starts at the limit
   * if answers come in order.
   */
  slowCount: number;
  /**
   * Number of consecutive labels without an answer between their echoes; Infinity while that was
   * never observed.
   */
  unansweredEchoCount: number;
};

/** Updates the facts about the printer after a label ended. */
export const learnPrinterFactsFromLabel = (
  printer: PrinterFacts,
  { wasWorking, answeredSlowly, echo }: Observation,
  state: LabelResult['state'],
): PrinterFacts => {
  const isUnseen = state !== 'printed' && !wasWorking && !answeredSlowly;
  return {
    ...printer,
    slowCount: answeredSlowly ? printer.slowCount + 1 : 0,
    unseenCount: state === 'printed' ? 0 : printer.unseenCount + (isUnseen ? 1 : 0),
    unansweredEchoCount: echo?.isApart ? 0 : printer.unansweredEchoCount + (echo ? 1 : 0),
  };
};

/** Maps the observation of each label of this connection. */
export const mapObservations = (
  labels: readonly LabelState[],
  change: (observation: Observation, label: LabelState) => Observation,
): readonly LabelState[] =>
  labels.map((label) => (label.seen ? { ...label, seen: change(label.seen, label) } : label));

export const UNANSWERED = '没有应答';

/**
 * Returns the reason of a stop during a label, including a possible unnoticed one; null when there
 * was none.
 */
export const findStopReason = (
  { seen }: LabelState,
  { gapAt }: Pick<Answers, 'gapAt'>,
): string | null => {
  if (!seen || seen.stopReason !== null) return seen?.stopReason ?? null;
  return gapAt !== null && gapAt > seen.sentAt ? UNANSWERED : null;
};

/** Returns the reason of the first stop during any of these labels. */
export const findFirstStopReason = (
  labels: readonly LabelState[],
  answers: Pick<Answers, 'gapAt'>,
): string | null =>
  labels.map((label) => findStopReason(label, answers)).find((stop) => stop !== null) ?? null;

/** Arrival times of a label's echoes. */
export type Echo = {
  beforeAt: number | null;
  behindAt: number | null;
  /** Transfer time of its bytes, ms; Infinity while unknown. */
  wireMs: number;
  /**
   * A query sent after the first echo was answered before the second echo. So the printer had not
   * reached the second one: network and load delay data but keep its order.
   */
  isApart: boolean;
};
