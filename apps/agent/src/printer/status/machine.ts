import type { EchoPlace } from './echo.ts';
import type { LabelState, PrinterFacts } from './label.ts';
import type { SentLabel, Step, Event } from './machine/events.ts';
import { applyMachineEvent } from './machine/step.ts';
import { doesPrinterCountLabels, createMachineState } from './machine/state.ts';
import type { MachineOptions, RestState, State } from './machine/state.ts';
import type { PrinterStatus } from './status.ts';

export type { MachineOptions, Step };

/** Holds the state of one connection between events. The decisions are in `machine/table.ts`. */
export type Machine = {
  /** `work`: a label waits to be started. */
  step: (now: number, work: boolean) => Step;
  recordQuestion: (now: number, counter: boolean) => void;
  /** A label and the query after it have been sent. */
  recordLabel: (now: number, label: SentLabel, counter: boolean) => void;
  recordStatus: (now: number, status: PrinterStatus) => void;
  recordCounter: (now: number, value: number | null) => void;
  recordEcho: (now: number, place: EchoPlace, wireMs: number) => void;
  recordExtra: () => void;
  /** Records that only part of an answer arrived, and nothing more will. */
  recordTruncated: (now: number) => void;
  /** Records that the printer will not answer queries before the last one any further. */
  recordPart: () => void;
  recordString: (now: number, isPart: boolean) => void;
  listStarted: () => readonly LabelState[];
  hasAnswered: () => boolean;
  /** Whether a query is unanswered. */
  hasOpenQuestion: () => boolean;
  getPrinter: () => PrinterFacts;
  /**
   * Answers were lost on two consecutive connections: the greeting of this one sends a single
   * query.
   */
  shouldAskOnce: () => boolean;
  isEchoing: () => boolean;
  isCounting: () => boolean | null;
  getCounter: () => number | null;
  /** State for the next connection, if the printer certainly has nothing to do. */
  getRestState: () => RestState | null;
};

const toRestStateForNextConnection = ({ name, facts }: State): RestState | null => {
  const { isResting, renewalCount, answers, answersBeforePrinting } = facts;
  const isUnrested = !isResting || answers.gapAt !== null || answers.hasAbandonedQuestions;
  const counter = answers.counter?.value ?? null;
  if (name === 'ended' && facts.labels.length === 0)
    return {
      counter,
      isUnrested,
      answerTimes: answers.answerTimes,
      isAhead: answersBeforePrinting,
      renewals: renewalCount + (isResting ? 1 : 0),
      attempts: (facts.restedBefore?.attempts ?? 0) + 1,
    };
  return isUnrested ? null : { counter };
};

const WAIT: Step = { do: 'wait', ms: 1 };

export const createStatusMachine = (options: MachineOptions): Machine => {
  let state = createMachineState(options);
  const handleEvent = (event: Event): Step => {
    const { state: next, effects } = applyMachineEvent(state, event);
    state = next;
    return effects[0] ?? WAIT;
  };
  const getLastCounterValue = (): number | null => state.facts.answers.counter?.value ?? null;
  return {
    step: (now, work) => handleEvent({ name: 'tick', now, work }),
    recordQuestion: (now, withCounter) =>
      void handleEvent({ name: 'question sent', now, counter: withCounter }),
    recordLabel: (now, label, withCounter) =>
      void handleEvent({ name: 'label sent', now, label, counter: withCounter }),
    recordStatus: (now, status) => void handleEvent({ name: 'status', now, status }),
    recordCounter: (now, value) => void handleEvent({ name: 'counter', now, value }),
    recordEcho: (now, place, wireMs) => void handleEvent({ name: 'echo', now, place, wireMs }),
    recordExtra: () => void handleEvent({ name: 'extra', now: state.facts.askedAt }),
    recordTruncated: (now) => void handleEvent({ name: 'truncated', now }),
    recordPart: () => void handleEvent({ name: 'part', now: state.facts.askedAt }),
    recordString: (now, isPart) => void handleEvent({ name: 'string', now, isPart }),
    listStarted: () => state.facts.labels,
    hasOpenQuestion: () => state.facts.answers.open.length > 0,
    hasAnswered: () => state.facts.answers.lastStatus !== null,
    getPrinter: () => state.facts.printer,
    // A counting printer is queried for the counter anyway: a separate round trip would only lose
    // more answers.
    shouldAskOnce: () =>
      (state.facts.restedBefore?.attempts ?? 0) >= 2 &&
      doesPrinterCountLabels(state.facts) !== true,
    isEchoing: () => state.facts.returnsEchoes,
    isCounting: () => doesPrinterCountLabels(state.facts),
    getCounter: getLastCounterValue,
    getRestState: () => toRestStateForNextConnection(state),
  };
};
