import { isStopped } from '../view.ts';
import type { Answers } from './answers.ts';
import type { Printer, Started } from './settle.ts';
import type { Pacer } from './pacer.ts';
import { BASELINE_ANSWERS, COUNTER_ANSWER_MS, CROWDED_MS, REST_MS, SETTLE_MS } from './timing.ts';

/** A printer that certainly had nothing to do, and its counter at that time. */
export type Rested = { counter: number | null };

/** When a label may be started, and where it stands on the counter. */
export type Starts = {
  /** The counter's value before a label started now, null without a counter; undefined: do not start one now. */
  next: (now: number, printer: Printer) => number | null | undefined;
  /** Until then the label behind the one under way is not sent; null: it is as soon as it may be. */
  dueAt: (printer: Printer) => number | null;
  /** The counter may still move: a feed, or labels not counted yet. */
  doubt: () => void;
  /** It is stopped: the wait is not because of other users. */
  stopped: (now: number) => void;
  update: (now: number) => void;
  /** Whether it has nothing to do, and will count nothing but the labels sent next. */
  resting: () => boolean;
};

type Options = {
  now: number;
  rested: Rested | null;
  printer: Printer;
  answers: Answers;
  started: readonly Started[];
  pacer: Pacer;
  counts: () => boolean | null;
};

/** A reading of a shared printer's counter this old is read again before a label. */
const FRESH_MS = 200;

export const createStarts = (options: Options): Starts => {
  const { answers, started, counts } = options;
  // Of one that does not tell of work, more idleness tells no more than that nothing is wrong.
  const restMs = options.printer.tellsWork ? REST_MS : SETTLE_MS;
  let resting = false;
  let sinceConnect = true;
  /** When a label could last have been started. */
  let blockedAt = options.now;

  const doubt = (): void => {
    sinceConnect = false;
    resting = false;
  };
  const update = (now: number): void => {
    if (started.length > 0) blockedAt = now;
    if (started.length > 0 || !answers.run()) return;
    const counter = answers.counter();
    if (!resting) {
      const said = counts() === false ? null : counter?.value;
      const unmoved = sinceConnect && options.rested !== null && options.rested.counter === said;
      const still = !counter || counter.at - counter.since >= restMs;
      resting = unmoved || (still && answers.quiet(restMs));
    }
    if (resting) blockedAt = now;
  };

  /** Other users leave no pause: print without a counter value and without proof. */
  const crowded = (now: number, printer: Printer): null | undefined =>
    !printer.exclusive && now - blockedAt > CROWDED_MS ? null : undefined;

  const first = (now: number, printer: Printer): number | null | undefined => {
    const counter = answers.counter();
    const ready = resting && answers.run() !== null;
    if (counter) {
      const fresh = printer.exclusive || now - counter.at <= FRESH_MS;
      return ready && fresh ? counter.value : crowded(now, printer);
    }
    // One that answers out of turn may answer the counter last.
    if (counts() !== false && (answers.statuses() < 2 || now - options.now < COUNTER_ANSWER_MS))
      return undefined;
    const measured = answers.baseline().count >= BASELINE_ANSWERS || printer.answersEarly;
    return ready && measured ? null : crowded(now, printer);
  };

  /** Where each count is to prove its own label at once, the next is not sent so early that it could be the next one's. */
  const dueAt = ({ exclusive, wholeCounter }: Printer): number | null => {
    const [label, more] = started;
    return label && !more && exclusive && wholeCounter ? options.pacer.dueAt(label) : null;
  };

  /** Allows a second label behind one that is being printed, where the counter tells them apart. */
  const second = (label: Started, printer: Printer): number | undefined => {
    const counter = answers.counter();
    if (!printer.exclusive || label.base === null || !counter) return undefined;
    if (!label.seen || !label.consumed || label.seen.stop !== null) return undefined;
    if (counter.value === label.base + 1) return label.base + 1;
    // Idle and not counted: the counter is late, or the label was dropped.
    return counter.value === label.base && !answers.run() ? label.base + 1 : undefined;
  };

  return {
    next: (now, printer) => {
      const last = answers.last();
      if (!last || last.bufferFull || isStopped(last)) return undefined;
      const [label, more] = started;
      if (!label) return first(now, printer);
      if (more || now < (dueAt(printer) ?? now)) return undefined;
      return second(label, printer);
    },
    dueAt,
    doubt,
    stopped: (now) => {
      blockedAt = now;
      doubt();
    },
    update,
    resting: () => resting,
  };
};
