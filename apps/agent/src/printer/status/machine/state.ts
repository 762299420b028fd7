import { openAnswers } from '../answers.ts';
import type { Answers } from '../answers.ts';
import type { Label, Printer } from '../label.ts';
import { NO_PACE } from '../pacer.ts';
import type { Pace } from '../pacer.ts';
import { REST_MS, SETTLE_MS } from '../timing.ts';

/** A printer as a connection was left: it certainly had nothing to do. */
export type Rested = {
  counter: number | null;
  /** It had not rested yet: only what was learned of its answers is known. */
  isUnrested?: boolean;
  /** How long its answers took, ms, where the connection was renewed only to know which answer is which. */
  took?: readonly number[];
  /** It answered a question behind a label before that can have been printed. */
  isAhead?: boolean;
  /** Connections in a row that were renewed so, and over which no label was started. */
  renewals?: number;
  /** The same, where it had not come to rest as well. */
  attempts?: number;
};

export type MachineOptions = {
  now: number;
  printer: Printer;
  /** Whether it counts its labels, as far as an earlier connection showed. */
  counts: boolean | null;
  /** The printer as this process last left it; if its counter is still the same, only this process has used it since. */
  rested: Rested | null;
  /** Labels started over an earlier connection: their `seen` is null. */
  left: readonly Label[];
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

/** What is known on one connection: plain data. */
export type Facts = {
  connectedAt: number;
  printer: Printer;
  /** As an earlier connection showed. */
  countsBefore: boolean | null;
  restedBefore: Rested | null;
  answers: Answers;
  /** Labels without a result, oldest first. */
  labels: readonly Label[];
  pace: Pace;
  /** How long it must be idle before it has certainly nothing to do, ms. */
  restMs: number;
  /** It has nothing to do, and will count nothing but the labels sent next. */
  isResting: boolean;
  /** Nothing was seen on this connection that says it was used since the one before. */
  isUnchanged: boolean;
  /** When a label could last have been started. */
  blockedAt: number;
  /** When labels were last decided by idleness alone. */
  idledAt: number;
  askedAt: number;
  /** How long after an answer the next question is due while it is likely to say something new, ms. */
  gapMs: number;
  /** When the last question was asked that was answered. */
  watchedAt: number;
  /** Since when it has been busy with something that is not yet work; Infinity: it is not. */
  receivingSince: number;
  /** It has answered a question behind a label before that can have been printed: there, too, no answer is a lost one. */
  isAhead: boolean;
  /** Connections renewed in a row since a label was started. */
  renewals: number;
  /** It gave back what stood behind the greeting, so labels go between such. */
  echoes: boolean;
};

/** Where the conversation with a printer stands on one connection. */
export type State = { name: StateName; facts: Facts };

export const ASK_FIRST_MS = 20;

export const openState = (options: MachineOptions): State => ({
  name: 'greeting',
  facts: {
    connectedAt: options.now,
    printer: options.printer,
    countsBefore: options.counts,
    restedBefore: options.rested,
    answers: openAnswers(options.now, options.rested?.took),
    labels: options.left,
    pace: NO_PACE,
    // Of one that does not tell of work, more idleness tells no more than that nothing is wrong.
    restMs: options.printer.tellsWork ? REST_MS : SETTLE_MS,
    isResting: false,
    isUnchanged: true,
    blockedAt: options.now,
    idledAt: -Infinity,
    askedAt: -Infinity,
    gapMs: ASK_FIRST_MS,
    watchedAt: options.now,
    receivingSince: Infinity,
    isAhead: options.rested?.isAhead ?? false,
    renewals: options.rested?.renewals ?? 0,
    echoes: false,
  },
});

/** Null: not known yet. */
export const doesCount = ({ answers, countsBefore }: Facts): boolean | null =>
  answers.counts ?? countsBefore;

/** The counter may still move: a feed, or labels not counted yet. */
export const doubtRest = (facts: Facts): Facts => ({
  ...facts,
  isResting: false,
  isUnchanged: false,
});
