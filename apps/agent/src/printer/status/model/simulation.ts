import type { LabelResult } from '../../open-labels.ts';
import type { LabelState, PrinterFacts } from '../label.ts';
import type { Machine, createStatusMachine } from '../machine.ts';
import type { RestState } from '../machine/state.ts';
import { resolveLabelsOfLostConnection } from '../resolve-uncounted.ts';
import { createRetryPolicy } from '../retry-policy.ts';
import { estimatePaperTime, SLOW_LABELS } from '../timing.ts';
import type { PaperTime } from '../timing.ts';
import { createSimulatedNetwork } from './network.ts';
import type { Network } from './network.ts';
import type { Fault, ModelParameters } from './parameters.ts';
import { createModelPrinter } from './printer.ts';
import type { ModelPrinter } from './printer.ts';
import { createVirtualTime } from './virtual-time.ts';
import type { VirtualTime } from './virtual-time.ts';

export type Scenario = {
  settings: ModelParameters;
  printer: Pick<PrinterFacts, 'exclusive' | 'wholeCounter'> &
    Partial<Pick<PrinterFacts, 'answersAhead' | 'reportsWork'>>;
  labels: number;
  labelMm: number;
  faults: readonly Fault[];
};

/** A label in the ledger that was started and is not resolved. */
type OpenLabel = { id: number; base: number | null; consumed: boolean; paperMs: number };

/** What a connection learns about the printer for the next one. */
type Observations = Pick<
  PrinterFacts,
  'answersEarly' | 'showsWork' | 'unseenCount' | 'slowCount' | 'unansweredEchoCount'
>;

/** The print client of a scenario, with the printer and the network it works with. */
export type Simulation = {
  readonly scenario: Scenario;
  readonly create: typeof createStatusMachine;
  readonly time: VirtualTime;
  readonly printer: ModelPrinter;
  readonly network: Network;
  readonly paper: PaperTime;
  readonly results: (LabelResult | null)[];
  readonly falselyReported: number[];
  openLabels: OpenLabel[];
  nextLabel: number;
  /** Null while disconnected. */
  machine: Machine | null;
  observations: Observations;
  /** Whether the printer counts; null when unknown. */
  counts: boolean | null;
  restState: RestState | null;
  retryPolicy: ReturnType<typeof createRetryPolicy>;
  cancelWake: (() => void) | null;
  /** A label is about to send its first byte: answers are recorded, but no step runs. */
  isStarting: boolean;
  /** Part of an answer arrived, and nothing after it yet. */
  hasPart: boolean;
  turnCount: number;
  stalledUntil: number;
};

export const createSimulation = (
  scenario: Scenario,
  create: typeof createStatusMachine,
): Simulation => {
  const { settings, labels, labelMm } = scenario;
  const time = createVirtualTime();
  const printer = createModelPrinter(time, settings);
  return {
    scenario,
    create,
    time,
    printer,
    network: createSimulatedNetwork({
      time,
      settings,
      printer,
      lagSeed: Math.round(labelMm * 1000),
    }),
    paper: estimatePaperTime(labelMm, 4),
    results: Array.from({ length: labels }, () => null),
    falselyReported: [],
    openLabels: [],
    nextLabel: 0,
    machine: null,
    observations: {
      answersEarly: false,
      showsWork: false,
      unseenCount: 0,
      slowCount: scenario.printer.answersAhead ? 0 : SLOW_LABELS,
      unansweredEchoCount: Infinity,
    },
    counts: null,
    restState: null,
    retryPolicy: createRetryPolicy(true),
    cancelWake: null,
    isStarting: false,
    hasPart: false,
    turnCount: 0,
    stalledUntil: 0,
  };
};

const recordResult = (simulation: Simulation, id: number, result: LabelResult): void => {
  const { results, printer, falselyReported } = simulation;
  results[id] = result;
  if (result.state === 'printed' && !printer.listCompleteIds().includes(id))
    falselyReported.push(id);
};

/** Records the results of the oldest open labels. */
export const recordResults = (
  simulation: Simulation,
  orderedResults: readonly (LabelResult | null)[],
): void =>
  simulation.openLabels.splice(0, orderedResults.length).forEach(({ id }, i) => {
    const result = orderedResults[i];
    if (result) recordResult(simulation, id, result);
  });

/** Resolves the labels that no counter can resolve later. */
export const resolveUncountedLabels = (
  simulation: Simulation,
  startedLabels: readonly LabelState[],
): void => {
  const lostResults = resolveLabelsOfLostConnection(startedLabels);
  simulation.openLabels.forEach(({ id, base }, i) => {
    const result = lostResults[i];
    if (base === null && result) recordResult(simulation, id, result);
  });
  simulation.openLabels = simulation.openLabels.filter(({ base }) => base !== null);
};

export const loseConnection = (simulation: Simulation): void => {
  const { machine } = simulation;
  if (!machine) return;
  simulation.machine = null;
  simulation.network.connection += 1;
  simulation.restState = null;
  resolveUncountedLabels(simulation, machine.listStarted());
};
