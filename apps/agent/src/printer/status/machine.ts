import type { EchoPlace } from './echo.ts';
import type { Label, Printer } from './label.ts';
import type { SentLabel, Step, Event } from './machine/events.ts';
import { step } from './machine/step.ts';
import { doesCount, openState } from './machine/state.ts';
import type { MachineOptions, Rested, State } from './machine/state.ts';
import type { PrinterStatus } from './status.ts';

export type { MachineOptions, Step };

/** Holds the state of one connection between events; what is decided, `machine/table.ts` says. */
export type Machine = {
  /** `work`: a label waits to be started. */
  step: (now: number, work: boolean) => Step;
  asked: (now: number, counter: boolean) => void;
  /** A label and the question behind it have been sent. */
  sent: (now: number, label: SentLabel, counter: boolean) => void;
  status: (now: number, status: PrinterStatus) => void;
  value: (now: number, value: number | null) => void;
  echo: (now: number, place: EchoPlace, wireMs: number) => void;
  extra: () => void;
  /** Of an answer a part came, and nothing more will. */
  truncated: (now: number) => void;
  /** It answers no more of the questions before the last than it has. */
  part: () => void;
  sign: (now: number, isPart: boolean) => void;
  started: () => readonly Label[];
  answered: () => boolean;
  /** A question has no answer yet. */
  isOwed: () => boolean;
  printer: () => Printer;
  /** Answers were lost on two connections in a row: the greeting of this one asks once. */
  asksOnce: () => boolean;
  echoes: () => boolean;
  counts: () => boolean | null;
  counter: () => number | null;
  /** The printer as we leave it, if it certainly has nothing to do. */
  rested: () => Rested | null;
};

const leave = ({ name, facts }: State): Rested | null => {
  const { isResting, renewals, answers, isAhead } = facts;
  const isUnrested = !isResting || answers.gapAt !== null || answers.gaveUp;
  const counter = answers.counter?.value ?? null;
  if (name === 'ended' && facts.labels.length === 0)
    return {
      counter,
      isUnrested,
      took: answers.took,
      isAhead,
      renewals: renewals + (isResting ? 1 : 0),
      attempts: (facts.restedBefore?.attempts ?? 0) + 1,
    };
  return isUnrested ? null : { counter };
};

const WAIT: Step = { do: 'wait', ms: 1 };

export const createMachine = (options: MachineOptions): Machine => {
  let state = openState(options);
  const take = (event: Event): Step => {
    const { state: next, effects } = step(state, event);
    state = next;
    return effects[0] ?? WAIT;
  };
  const counter = (): number | null => state.facts.answers.counter?.value ?? null;
  return {
    step: (now, work) => take({ name: 'tick', now, work }),
    asked: (now, withCounter) => void take({ name: 'question sent', now, counter: withCounter }),
    sent: (now, label, withCounter) =>
      void take({ name: 'label sent', now, label, counter: withCounter }),
    status: (now, status) => void take({ name: 'status', now, status }),
    value: (now, value) => void take({ name: 'counter', now, value }),
    echo: (now, place, wireMs) => void take({ name: 'echo', now, place, wireMs }),
    extra: () => void take({ name: 'extra', now: state.facts.askedAt }),
    truncated: (now) => void take({ name: 'truncated', now }),
    part: () => void take({ name: 'part', now: state.facts.askedAt }),
    sign: (now, isPart) => void take({ name: 'string', now, isPart }),
    started: () => state.facts.labels,
    isOwed: () => state.facts.answers.open.length > 0,
    answered: () => state.facts.answers.last !== null,
    printer: () => state.facts.printer,
    // One that counts is asked for its counter all the same: another round trip would only cost more answers.
    asksOnce: () =>
      (state.facts.restedBefore?.attempts ?? 0) >= 2 && doesCount(state.facts) !== true,
    echoes: () => state.facts.echoes,
    counts: () => doesCount(state.facts),
    counter,
    rested: () => leave(state),
  };
};
