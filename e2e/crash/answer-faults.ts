import type { PrinterKind } from './printer-kind.ts';

/** Answers are lost, or late by 2.5 to 4.5 s with later answers waiting or overtaking. */
export const ANSWER_FAULTS = ['lost', 'late', 'overtaken'] as const;

export type AnswerFault = (typeof ANSWER_FAULTS)[number];

const CHANCE = 0.03;
const LATE_MS: readonly [number, number] = [2500, 4500];

/** The printer with 3 % of its answers lost or late. */
export const spoilAnswers = (kind: PrinterKind, fault: AnswerFault | undefined): PrinterKind => {
  if (!fault) return kind;
  const behind = fault === 'overtaken' ? 'overtakes' : 'waits';
  const status =
    fault === 'lost' ? { lost: CHANCE } : { late: { chance: CHANCE, ms: LATE_MS, behind } };
  const { printer } = kind;
  const options = { ...printer.options, status: { ...printer.options.status, ...status } };
  // A late answer that delays the others looks like a stop to the client.
  return { ...kind, uncertain: null, printer: { ...printer, options } as PrinterKind['printer'] };
};
