import type { Step } from '../machine.ts';
import { createRetryPolicy } from '../retry-policy.ts';
import type { Answer, Item } from './device.ts';
import {
  buildGreetingItems,
  buildLabelWithEchoesAndQuestions,
  buildStatusQuestions,
  recordPrinterAnswer,
  recordAnswerPart,
} from './exchange.ts';
import { NETWORK_MS, sendItemsToPrinter } from './network.ts';
import { findConnectionEndingFault } from './parameters.ts';
import type { Fault } from './parameters.ts';
import { loseConnection, recordResults, resolveUncountedLabels } from './simulation.ts';
import type { Simulation } from './simulation.ts';

const RECONNECT_MS = 60;
const STALL_MS = 1500;
/** Steps without a wait above which the machine is in an endless loop. */
const MAX_STEPS = 1000;

const handleSimulatedAnswer = (simulation: Simulation, answer: Answer, isPart: boolean): void => {
  if (!simulation.machine) return;
  if (isPart) recordAnswerPart(simulation);
  else recordPrinterAnswer(simulation, answer);
  simulateDriverTurn(simulation);
};

const sendSimulatedItems = (simulation: Simulation, items: readonly Item[]): void =>
  sendItemsToPrinter(simulation.network, items, (answer, isPart) =>
    handleSimulatedAnswer(simulation, answer, isPart),
  );

const sendQuestion = (simulation: Simulation, withCounter: boolean): void => {
  simulation.machine?.recordQuestion(simulation.time.now(), withCounter);
  sendSimulatedItems(simulation, buildStatusQuestions(withCounter));
};

export const connectSimulatedPrinter = (simulation: Simulation): void => {
  const { scenario, network, retryPolicy } = simulation;
  if (simulation.machine || !network.isPowered) return;
  network.connection += 1;
  simulation.hasPart = false;
  const now = simulation.time.now();
  const machine = simulation.create({
    now,
    printer: {
      answersAhead: false,
      reportsWork: true,
      ...scenario.printer,
      ...simulation.observations,
    },
    counts: simulation.counts,
    restState: simulation.restState,
    earlierLabels: simulation.openLabels.map((label) => ({ ...label, seen: null })),
  });
  simulation.machine = machine;
  retryPolicy.recordQuestion(now);
  machine.recordQuestion(now, false);
  const asksOnce = machine.shouldAskOnce();
  if (!asksOnce) machine.recordQuestion(now, true);
  sendSimulatedItems(simulation, buildGreetingItems(simulation, asksOnce));
  simulateDriverTurn(simulation);
};

const scheduleSimulatedConnect = (simulation: Simulation, ms: number): void =>
  void simulation.time.schedule(ms, () => connectSimulatedPrinter(simulation));

const simulatePowerFailure = (simulation: Simulation, forMs: number): void => {
  const { network, printer, time } = simulation;
  if (!network.isPowered) return;
  network.isPowered = false;
  printer.powerOff();
  loseConnection(simulation);
  time.schedule(forMs, () => {
    network.isPowered = true;
    printer.powerOn();
    connectSimulatedPrinter(simulation);
  });
};

/** Ends the print client and starts it again: it remembers what the ledger holds only. */
const restartClient = (simulation: Simulation, forMs: number): void => {
  loseConnection(simulation);
  simulation.retryPolicy = createRetryPolicy(true);
  const { openLabels } = simulation;
  resolveUncountedLabels(
    simulation,
    openLabels.map((label) => ({ ...label, seen: null })),
  );
  scheduleSimulatedConnect(simulation, forMs);
};

const injectSimulatedFault = (simulation: Simulation, fault: Fault): void => {
  const { network, printer } = simulation;
  switch (fault.kind) {
    case 'stop':
      return network.isPowered ? printer.stop(fault.forMs, fault.head) : undefined;
    case 'cancel':
      return printer.cancel();
    case 'drop':
      return printer.dropNext();
    case 'power':
      return simulatePowerFailure(simulation, fault.forMs);
    case 'cut':
      loseConnection(simulation);
      return scheduleSimulatedConnect(simulation, RECONNECT_MS);
    case 'agent':
      return restartClient(simulation, fault.forMs);
  }
};

/** Sends a label's bytes. The connection may end before they arrive. */
const sendLabelOrCutConnection = (simulation: Simulation, id: number): void => {
  const { scenario, network, printer, time } = simulation;
  const cut = findConnectionEndingFault(scenario.faults, id, NETWORK_MS);
  const items = buildLabelWithEchoesAndQuestions(simulation, id);
  if (!cut) return sendSimulatedItems(simulation, items);
  // Written but not read: the kernel may still deliver it.
  if (cut.delivers)
    time.schedule(
      cut.reachesAfterMs,
      () => network.isPowered && printer.receive(items, () => undefined),
    );
};

const startNextLabel = (simulation: Simulation, base: number | null): void => {
  const { scenario, time, paper } = simulation;
  const id = simulation.nextLabel;
  simulation.nextLabel += 1;
  simulation.openLabels.push({ id, base, consumed: false, paperMs: paper.maximumMs });
  const faults = scenario.faults.filter(({ label }) => label === id);
  for (const fault of faults) if (fault.kind === 'drop') injectSimulatedFault(simulation, fault);
  simulation.machine?.recordLabel(time.now(), { base, paper }, simulation.counts !== false);
  sendLabelOrCutConnection(simulation, id);
  for (const fault of faults)
    if (fault.kind !== 'drop')
      time.schedule(fault.afterMs, () => injectSimulatedFault(simulation, fault));
};

/** Starts a label after its disk write, unless the connection ends before. */
const scheduleLabelStart = (simulation: Simulation, base: number | null): void => {
  const { network, scenario, time } = simulation;
  const { connection } = network;
  simulation.isStarting = true;
  time.schedule(scenario.settings.startsAfterMs, () => {
    simulation.isStarting = false;
    if (connection === network.connection) startNextLabel(simulation, base);
    simulateDriverTurn(simulation);
  });
};

/** Opens a new connection with the knowledge that the printer is at rest. */
const renewConnection = (simulation: Simulation): void => {
  const restState = simulation.machine?.getRestState() ?? null;
  loseConnection(simulation);
  simulation.restState = restState;
  scheduleSimulatedConnect(simulation, RECONNECT_MS);
};

const scheduleDriverTurn = (simulation: Simulation, ms: number): void => {
  simulation.cancelWake = simulation.time.schedule(ms, () => simulateDriverTurn(simulation));
};

const retrySimulatedQuestion = (simulation: Simulation): void => {
  const { retryPolicy, time } = simulation;
  if (!retryPolicy.canAsk(time.now(), true)) return;
  retryPolicy.recordQuestion(time.now());
  sendQuestion(simulation, false);
};

/** Performs a step like the driver. Returns false when the driver must wait. */
const performMachineStep = (simulation: Simulation, step: Step): boolean => {
  switch (step.do) {
    case 'settle':
      recordResults(simulation, step.settled);
      return true;
    case 'start': {
      const isImmediate = simulation.scenario.settings.startsAfterMs === 0;
      (isImmediate ? startNextLabel : scheduleLabelStart)(simulation, step.base);
      return isImmediate;
    }
    case 'ask':
      sendQuestion(simulation, step.counter);
      return true;
    case 'renew':
      renewConnection(simulation);
      return false;
    case 'silent':
      retrySimulatedQuestion(simulation);
      scheduleDriverTurn(simulation, 500);
      return false;
    case 'wait':
      scheduleDriverTurn(simulation, Math.min(step.ms, 1000));
      return false;
  }
};

/** Performs steps until the driver must wait. */
const simulateDriverTurn = (simulation: Simulation): void => {
  const { scenario, time } = simulation;
  if (simulation.isStarting) return;
  simulation.cancelWake?.();
  simulation.cancelWake = null;
  simulation.turnCount += 1;
  const { stallEvery } = scenario.settings;
  if (stallEvery > 0 && simulation.turnCount % stallEvery === 0)
    simulation.stalledUntil = time.now() + STALL_MS;
  if (time.now() < simulation.stalledUntil)
    return scheduleDriverTurn(simulation, simulation.stalledUntil - time.now());
  for (let n = 0; simulation.machine; n += 1) {
    if (n > MAX_STEPS) throw new Error('the machine goes round in circles');
    const hasWork = simulation.nextLabel < scenario.labels;
    if (!performMachineStep(simulation, simulation.machine.step(time.now(), hasWork))) return;
  }
};
