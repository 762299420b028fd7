import type { Settled } from '../../open-labels.ts';
import type { PrinterStatus } from '../status.ts';
import { createMachine } from '../machine.ts';
import type { Machine, Step } from '../machine.ts';
import { createManners } from '../manners.ts';
import { settleLost } from '../settle-uncounted.ts';
import type { Label, Printer } from '../label.ts';
import type { Rested } from '../machine/state.ts';
import { paperTime, SLOW_LABELS } from '../timing.ts';
import type { Fault, Knobs } from './knobs.ts';
import { createModelPrinter } from './printer.ts';
import type { Answer, Item } from './printer.ts';
import { createVirtualTime } from './time.ts';

export type Scenario = {
  knobs: Knobs;
  printer: Pick<Printer, 'exclusive' | 'wholeCounter'> &
    Partial<Pick<Printer, 'answersAhead' | 'tellsWork'>>;
  labels: number;
  labelMm: number;
  faults: readonly Fault[];
};

export type Outcome = {
  /** Decisions by label; null: none. */
  ends: (Settled | null)[];
  /** Reported as printed before it had come out whole. */
  falselyClaimed: number[];
  /** Came out whole more than once. */
  doubled: number[];
  tookMs: number;
};

const NET_MS = 1;
const LONGEST_MS = 30 * 60_000;
const RECONNECT_MS = 60;
const STALL_MS = 1500;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
const createChance = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

/** Runs the machine against the modelled printer as the driver does, with labels, faults and reconnections. */
export const drive = (scenario: Scenario, create = createMachine): Outcome => {
  const { knobs, labels, labelMm, faults } = scenario;
  const time = createVirtualTime();
  const device = createModelPrinter(time, knobs);
  const paper = paperTime(labelMm, 4);
  const ends: (Settled | null)[] = Array.from({ length: labels }, () => null);
  const falselyClaimed: number[] = [];
  /** Labels in the ledger: started, not ended. */
  let open: { id: number; base: number | null; consumed: boolean; paperMs: number }[] = [];
  let nextLabel = 0;
  let machine: Machine | null = null;
  let connection = 0;
  let powered = true;
  let answersEarly = false;
  let showsWork = false;
  let unseen = 0;
  let slow = scenario.printer.answersAhead ? 0 : SLOW_LABELS;
  let together = Infinity;
  let counts: boolean | null = null;
  let rested: Rested | null = null;
  let manners = createManners(true);
  let wake: (() => void) | null = null;
  /** A label is on its way to its first byte: answers are heard, and nothing is decided. */
  let isStarting = false;
  const begun: number[] = [];

  const conclude = (id: number, settled: Settled): void => {
    ends[id] = settled;
    if (settled.state === 'printed' && !device.whole().includes(id)) falselyClaimed.push(id);
  };
  const settleUncounted = (started: readonly Label[]): void => {
    const settled = settleLost(started);
    open.forEach(({ id, base }, i) => {
      const one = settled[i];
      if (base === null && one) conclude(id, one);
    });
    open = open.filter(({ base }) => base !== null);
  };

  /** Anything from 0 to `lag`, the same for the same scenario. */
  const seed = Math.round(labelMm * 1000);
  let answered = seed;
  const lagged = (lag: number): number => {
    answered += 1;
    const nth = answered - seed;
    if (knobs.hiccupEvery > 0 && nth % knobs.hiccupEvery === 0) return knobs.hiccupMs;
    const mixed = Math.imul(answered ^ (answered >>> 15), 0x2c1b3c6d);
    return ((mixed ^ (mixed >>> 12)) >>> 0) % (lag + 1);
  };
  const chance = createChance(knobs.seed);
  /** When the last answer over this connection comes: on a wire, no other comes sooner. */
  let wireDue = { connection: 0, at: 0 };
  const drawDelay = (): number => (chance() < knobs.lateness ? 2500 + 2000 * chance() : 0);
  const send = (items: readonly Item[]): void => {
    const mine = connection;
    const lag = knobs.lagMs;
    let due = time.now();
    if (knobs.lateness > 0 && !knobs.overtaking && wireDue.connection === mine)
      due = Math.max(due, wireDue.at);
    time.after(NET_MS, () => {
      if (!powered) return;
      device.receive(items.filter(isHeard), (answer) => {
        if (chance() < knobs.loss) return;
        const late = drawDelay();
        const soon = Math.max(due, time.now() + lagged(lag));
        if (late === 0 || !knobs.overtaking) due = soon + late;
        wireDue = { connection: mine, at: due };
        const isCut = 'status' in answer && chance() < knobs.truncation;
        time.after(soon + late - time.now() + NET_MS, () => {
          if (mine === connection) (isCut ? hearPart : hear)(answer);
        });
      });
    });
  };
  let deafUntil = -Infinity;
  const isHeard = ({ kind }: Item): boolean => {
    if (kind === 'label' || knobs.deafMs === 0) return true;
    const isAnswered = kind !== 'counter' || knobs.counter === 'counts';
    const hears = time.now() >= deafUntil;
    if (hears && isAnswered) deafUntil = time.now() + knobs.deafMs;
    return hears;
  };
  /** A part of an answer came, and nothing behind it yet. */
  let hasPart = false;
  const hearPart = (): void => {
    endParts();
    machine?.sign(time.now(), true);
    hasPart = true;
    turn();
  };
  const endParts = (): void => {
    if (hasPart) machine?.truncated(time.now());
    hasPart = false;
  };
  const hear = (answer: Answer): void => {
    if (!machine) return;
    const now = time.now();
    manners.answered();
    endParts();
    if ('status' in answer) {
      machine.sign(now, false);
      machine.status(now, answer.status satisfies PrinterStatus);
    } else if ('echo' in answer) {
      machine.sign(now, false);
      machine.echo(now, answer.echo, 0);
    }
    if ('counter' in answer) machine.value(now, answer.counter);
    machine.started().forEach(({ consumed }, i) => {
      const label = open[i];
      if (label) label.consumed = consumed;
    });
    ({ answersEarly, showsWork, unseen, slow, together } = machine.printer());
    counts = machine.counts() ?? counts;
    turn();
  };

  const questions = (withCounter: boolean): Item[] => [
    ...(withCounter ? [{ kind: 'counter' } as const] : []),
    { kind: 'status' },
  ];
  const ask = (withCounter: boolean): void => {
    machine?.asked(time.now(), withCounter);
    send(questions(withCounter));
  };

  const connect = (): void => {
    if (machine || !powered) return;
    connection += 1;
    hasPart = false;
    const now = time.now();
    machine = create({
      now,
      printer: {
        answersAhead: false,
        tellsWork: true,
        ...scenario.printer,
        answersEarly,
        showsWork,
        unseen,
        slow,
        together,
      },
      counts,
      rested,
      left: open.map((label) => ({ ...label, seen: null })),
    });
    manners.asked(now);
    machine.asked(now, false);
    const greeting = knobs.echo === 'none' ? [] : [{ kind: 'echo', place: 'greeting' } as const];
    if (machine.asksOnce()) send([{ kind: 'status' }, ...greeting]);
    else {
      machine.asked(now, true);
      send([{ kind: 'status' }, { kind: 'counter' }, ...greeting, { kind: 'status' }]);
    }
    turn();
  };
  const lose = (): void => {
    if (!machine) return;
    const { started } = machine;
    machine = null;
    connection += 1;
    rested = null;
    settleUncounted(started());
  };

  const strike = (fault: Fault): void => {
    switch (fault.kind) {
      case 'stop':
        return powered ? device.stop(fault.forMs, fault.head) : undefined;
      case 'cancel':
        return device.cancel();
      case 'drop':
        return device.dropNext();
      case 'power':
        if (!powered) return;
        powered = false;
        device.powerOff();
        lose();
        time.after(fault.forMs, () => {
          powered = true;
          device.powerOn();
          connect();
        });
        return;
      case 'cut':
        lose();
        time.after(RECONNECT_MS, connect);
        return;
      case 'agent':
        lose();
        manners = createManners(true);
        settleUncounted(open.map((label) => ({ ...label, seen: null })));
        time.after(fault.forMs, connect);
    }
  };
  /** The bytes of a label on the way to a printer whose connection may end before they are there. */
  const deliver = (id: number): void => {
    const cut = faults.find(
      (fault) =>
        (fault.kind === 'cut' || fault.kind === 'agent') &&
        fault.label === id &&
        fault.afterMs <= NET_MS,
    );
    const label: Item = { kind: 'label', id };
    const around: Item[] = machine?.echoes()
      ? [{ kind: 'echo', place: 'before' }, label, { kind: 'echo', place: 'behind' }]
      : [label];
    const items: Item[] = [...around, ...questions(counts !== false)];
    if (cut?.kind !== 'cut' && cut?.kind !== 'agent') return send(items);
    // Written and not read: the kernel may still deliver it, or not.
    if (cut.delivers)
      time.after(cut.reachesAfterMs, () => powered && device.receive(items, () => undefined));
  };
  const start = (base: number | null): void => {
    const id = nextLabel;
    nextLabel += 1;
    begun.push(id);
    open.push({ id, base, consumed: false, paperMs: paper.mostMs });
    for (const fault of faults) if (fault.label === id && fault.kind === 'drop') strike(fault);
    machine?.sent(time.now(), { base, paper }, counts !== false);
    deliver(id);
    for (const fault of faults)
      if (fault.label === id && fault.kind !== 'drop')
        time.after(fault.afterMs, () => strike(fault));
  };

  /** What the driver does with one step. False: there is nothing to do but wait. */
  const act = (step: Step): boolean => {
    switch (step.do) {
      case 'settle':
        open.splice(0, step.settled.length).forEach(({ id }, i) => {
          const settled = step.settled[i];
          if (settled) conclude(id, settled);
        });
        return true;
      case 'start': {
        if (knobs.startsAfterMs === 0) {
          start(step.base);
          return true;
        }
        const mine = connection;
        isStarting = true;
        time.after(knobs.startsAfterMs, () => {
          isStarting = false;
          if (mine === connection) start(step.base);
          turn();
        });
        return false;
      }
      case 'ask':
        ask(step.counter);
        return true;
      case 'renew': {
        const left = machine?.rested() ?? null;
        lose();
        rested = left;
        time.after(RECONNECT_MS, connect);
        return false;
      }
      case 'silent':
        if (manners.mayAsk(time.now(), true)) {
          manners.asked(time.now());
          ask(false);
        }
        wake = time.after(500, turn);
        return false;
      case 'wait':
        wake = time.after(Math.min(step.ms, 1000), turn);
        return false;
    }
  };
  let [turns, stalledUntil] = [0, 0];
  const turn = (): void => {
    if (isStarting) return;
    wake?.();
    wake = null;
    turns += 1;
    if (knobs.stallEvery > 0 && turns % knobs.stallEvery === 0)
      stalledUntil = time.now() + STALL_MS;
    if (time.now() < stalledUntil) {
      wake = time.after(stalledUntil - time.now(), turn);
      return;
    }
    for (let n = 0; machine; n += 1) {
      if (n > 1000) throw new Error('the machine goes round in circles');
      if (!act(machine.step(time.now(), nextLabel < labels))) return;
    }
  };

  connect();
  time.run(() => ends.every((end) => end !== null), LONGEST_MS);
  const tookMs = time.now();
  // What was sent over an orphaned connection may come out after all.
  time.run(() => false, tookMs + 60_000);
  const times = new Map<number, number>();
  for (const id of device.whole()) times.set(id, (times.get(id) ?? 0) + 1);
  const doubled = [...times].filter(([, count]) => count > 1).map(([id]) => id);
  return { ends, falselyClaimed, doubled, tookMs };
};
