import type { Seen, Started } from './settle.ts';

/**
 * When a label will have come out, by how long those before it took, where the counter tells each of them: the next one is
 * sent so shortly before that its own paper cannot have moved by then, and the head does not stop.
 */
export type Pacer = {
  /** The counter is read, and was `before` when it was read last. */
  counted: (now: number, before: number | undefined, value: number) => void;
  /** The time to send the next one behind this label; null: nobody knows. */
  dueAt: (label: Started) => number | null;
};

/** Of the shortest time a label's paper takes: sent so long before the label ahead of it is expected to be out. */
const AHEAD = 0.6;
/** What takes less paper cannot be sent between two looks at the counter. */
const LEAST_MS = 60;
/** How much the newest label says. */
const WEIGHT = 0.3;

const mixed = (usual: number | null, ms: number): number =>
  usual === null ? ms : usual + (ms - usual) * WEIGHT;

export const createPacer = (started: readonly Started[]): Pacer => {
  /** Shortest paper time of the labels this was learned from: others take another time. */
  let of = 0;
  /** From its first byte until it was counted, ms: a label the printer stood still before. */
  let standing: number | null = null;
  /** Between the counts of two labels, the second waiting when the first came out, ms. */
  let running: number | null = null;
  let last = { value: -1, at: -Infinity };

  const know = ({ leastMs }: Seen): void => {
    if (leastMs === of) return;
    of = leastMs;
    standing = running = null;
  };
  const hasWaited = (base: number, { sentAt }: Seen): boolean =>
    last.value === base && sentAt < last.at;

  return {
    counted: (now, before, value) => {
      if (before === undefined || value === before) return;
      const label = started.find(({ base }) => base === before);
      if (value === before + 1 && label?.seen && label.seen.stop === null) {
        know(label.seen);
        if (hasWaited(before, label.seen)) running = mixed(running, now - last.at);
        else standing = mixed(standing, now - label.seen.sentAt);
      }
      last = { value, at: now };
    },
    dueAt: ({ base, seen }) => {
      if (base === null || !seen || seen.leastMs < LEAST_MS || seen.leastMs !== of) return null;
      const waited = hasWaited(base, seen);
      const takes = waited ? running : standing;
      if (takes === null) return null;
      return (waited ? last.at : seen.sentAt) + takes - seen.leastMs * AHEAD;
    },
  };
};
