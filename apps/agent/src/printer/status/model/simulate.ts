import { createStatusMachine } from '../machine.ts';
import { createSimulation } from './simulation.ts';
import type { Scenario } from './simulation.ts';
import type { LabelResult } from '../../open-labels.ts';
import { connectSimulatedPrinter } from './turn.ts';

export type { Scenario };

export type Outcome = {
  /** Result of each label; null when it has none. */
  results: (LabelResult | null)[];
  /** Reported as printed before it was completely printed. */
  falselyReported: number[];
  /** Completely printed more than once. */
  printedTwice: number[];
  tookMs: number;
};

const MAX_RUN_MS = 30 * 60_000;

/** Lists ids that occur more than once. */
const listRepeatedIds = (ids: readonly number[]): number[] => {
  const countById = new Map<number, number>();
  for (const id of ids) countById.set(id, (countById.get(id) ?? 0) + 1);
  return [...countById].filter(([, count]) => count > 1).map(([id]) => id);
};

/**
 * Runs the state machine against the simulated printer like the driver, with labels, faults and
 * reconnections.
 */
export const simulate = (scenario: Scenario, create = createStatusMachine): Outcome => {
  const simulation = createSimulation(scenario, create);
  const { time, printer, results, falselyReported } = simulation;
  connectSimulatedPrinter(simulation);
  time.run(() => results.every((result) => result !== null), MAX_RUN_MS);
  const tookMs = time.now();
  // Data sent over an orphaned connection may still print.
  time.run(() => false, tookMs + 60_000);
  return {
    results,
    falselyReported,
    printedTwice: listRepeatedIds(printer.listCompleteIds()),
    tookMs,
  };
};
