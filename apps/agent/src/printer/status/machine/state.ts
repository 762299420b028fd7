import { createInitialAnswers } from '../answers.ts';
import type { Answers } from '../answers.ts';
import type { LabelState, PrinterFacts } from '../label.ts';
import { NO_PACE } from '../pacer.ts';
import type { Pace } from '../pacer.ts';
import { REST_MS, STALE_STATUS_MS } from '../timing.ts';

/** State of a printer at the end of a connection: it certainly had nothing to do. */
export type RestState = {
  counter: number | null;
  /** The printer was not resting yet: only its answer behaviour is known. */
  isUnrested?: boolean;
  /**
   * Answer times of the printer, ms, if the connection was renewed only to match answers to
   * queries.
   */
  answerTimes?: readonly number[];
  /** The printer answered a query after a label before that label can have been printed. */
  isAhead?: boolean;
  /** Number of consecutive connections renewed for this reason without starting a label. */
  renewals?: number;
  /** Like `renewals`, but also counts connections on which the printer did not come to rest. */
  attempts?: number;
};

export type MachineOptions = {
  now: number;
  printer: PrinterFacts;
  /** Whether the printer counts its labels, if an earlier connection showed it. */
  counts: boolean | null;
  /**
   * Printer state at the end of this process's last connection. If its counter is unchanged, only
   * this process has used it since.
   */
  restState: RestState | null;
  /** Labels started over an earlier connection. Their `seen` is null. */
  earlierLabels: readonly LabelState[];
};

export const STATES = [
  'greeting',
  'unrested',
  'rested',
  'stopped',
  'printing',
  'silent',
  'leaving',
  'ended',
] as const;

export type StateName = (typeof STATES)[number];

/** Facts of one connection, as plain data. */
export type Facts = {
  connectedAt: number;
  printer: PrinterFacts;
  /** Whether it counts, as an earlier connection showed. */
  countsBefore: boolean | null;
  restedBefore: RestState | null;
  answers: Answers;
  /** Labels without a result, oldest first. */
  labels: readonly LabelState[];
  pace: Pace;
  /** Idle time after which it certainly has nothing to do, ms. */
  restMs: number;
  /** The printer has nothing to do and will count nothing but the labels sent next. */
  isResting: boolean;
  /** Nothing on this connection shows use of the printer since the previous one. */
  isUnchanged: boolean;
  /** Last time at which a label could have started. */
  blockedAt: number;
  /** Last time labels were resolved by idleness alone. */
  resolvedByIdleAt: number;
  askedAt: number;
  /** Current query interval, ms: time from an answer to the next query while changes are likely. */
  questionIntervalMs: number;
  /** Time of the last answered query. */
  lastAnsweredQuestionAt: number;
  /**
   * Time since which it has been busy with something that is not yet work; Infinity when it is not.
   */
  receivingSince: number;
  /**
   * The printer has answered a query after a label before that label can have been printed. So
   * there, too, a missing answer is a lost one.
   */
  answersBeforePrinting: boolean;
  /** Number of consecutive renewed connections since a label was started. */
  renewalCount: number;
  /** The printer returned the echo after the greeting, so labels are sent between echoes. */
  returnsEchoes: boolean;
};

/** State of the conversation with a printer on one connection. */
export type State = { name: StateName; facts: Facts };

export const ASK_FIRST_MS = 20;

export const createMachineState = (options: MachineOptions): State => ({
  name: 'greeting',
  facts: {
    connectedAt: options.now,
    printer: options.printer,
    countsBefore: options.counts,
    restedBefore: options.restState,
    answers: createInitialAnswers(options.now, options.restState?.answerTimes),
    labels: options.earlierLabels,
    pace: NO_PACE,
    // A printer that does not report work: longer idleness proves nothing more than the absence of
    // faults.
    restMs: options.printer.reportsWork ? REST_MS : STALE_STATUS_MS,
    isResting: false,
    isUnchanged: true,
    blockedAt: options.now,
    resolvedByIdleAt: -Infinity,
    askedAt: -Infinity,
    questionIntervalMs: ASK_FIRST_MS,
    lastAnsweredQuestionAt: options.now,
    receivingSince: Infinity,
    answersBeforePrinting: options.restState?.isAhead ?? false,
    renewalCount: options.restState?.renewals ?? 0,
    returnsEchoes: false,
  },
});

/** Whether the printer counts labels; null while unknown. */
export const doesPrinterCountLabels = ({ answers, countsBefore }: Facts): boolean | null =>
  answers.countsLabels ?? countsBefore;

/** Marks the rest as doubtful: the counter may still move by a feed or labels not counted yet. */
export const markRestStateDoubtful = (facts: Facts): Facts => ({
  ...facts,
  isResting: false,
  isUnchanged: false,
});
