import type { PrinterStatus } from '../status.ts';
import type { Answer, Item } from './device.ts';
import type { Simulation } from './simulation.ts';

export const buildStatusQuestions = (withCounter: boolean): Item[] => [
  ...(withCounter ? [{ kind: 'counter' } as const] : []),
  { kind: 'status' },
];

/** Builds a label between its echoes, and the questions after it. */
export const buildLabelWithEchoesAndQuestions = (
  { machine, counts }: Simulation,
  id: number,
): Item[] => {
  const label: Item = { kind: 'label', id };
  const echoedLabel: Item[] = machine?.isEchoing()
    ? [{ kind: 'echo', place: 'before' }, label, { kind: 'echo', place: 'behind' }]
    : [label];
  return [...echoedLabel, ...buildStatusQuestions(counts !== false)];
};

/** Builds the first questions of a connection. `asksOnce`: a single one instead of three. */
export const buildGreetingItems = ({ scenario }: Simulation, asksOnce: boolean): Item[] => {
  const echo: Item[] =
    scenario.settings.echo === 'none' ? [] : [{ kind: 'echo', place: 'greeting' }];
  return asksOnce
    ? [{ kind: 'status' }, ...echo]
    : [{ kind: 'status' }, { kind: 'counter' }, ...echo, { kind: 'status' }];
};

/** Records a part that nothing completes any more. */
const recordTruncatedPart = (simulation: Simulation): void => {
  if (simulation.hasPart) simulation.machine?.recordTruncated(simulation.time.now());
  simulation.hasPart = false;
};

export const recordAnswerPart = (simulation: Simulation): void => {
  recordTruncatedPart(simulation);
  simulation.machine?.recordString(simulation.time.now(), true);
  simulation.hasPart = true;
};

/** Stores what the machine has learned from an answer for later connections. */
const storeMachineObservations = (simulation: Simulation): void => {
  const { machine, openLabels } = simulation;
  if (!machine) return;
  machine.listStarted().forEach(({ consumed }, i) => {
    const label = openLabels[i];
    if (label) label.consumed = consumed;
  });
  const { answersEarly, showsWork, unseenCount, slowCount, unansweredEchoCount } =
    machine.getPrinter();
  simulation.observations = {
    answersEarly,
    showsWork,
    unseenCount,
    slowCount,
    unansweredEchoCount,
  };
  simulation.counts = machine.isCounting() ?? simulation.counts;
};

export const recordPrinterAnswer = (simulation: Simulation, answer: Answer): void => {
  const { machine, time, retryPolicy } = simulation;
  if (!machine) return;
  const now = time.now();
  retryPolicy.recordAnswer();
  recordTruncatedPart(simulation);
  if ('status' in answer) {
    machine.recordString(now, false);
    machine.recordStatus(now, answer.status satisfies PrinterStatus);
  } else if ('echo' in answer) {
    machine.recordString(now, false);
    machine.recordEcho(now, answer.echo, 0);
  }
  if ('counter' in answer) machine.recordCounter(now, answer.counter);
  storeMachineObservations(simulation);
};
