import type { Label, Observation } from './label.ts';

/**
 * When a label will have come out, by how long those before it took, where the counter tells each of them: the next one is
 * sent so shortly before that its own paper cannot have moved by then, and the head does not stop.
 */
export type Pace = {
  /** Shortest paper time of the labels this was learned from, ms: others take another time. */
  leastMs: number;
  /** From its first byte until it was counted, ms: a label the printer stood still before. */
  standing: number | null;
  /** Between the counts of two labels, the second waiting when the first came out, ms. */
  running: number | null;
  /** The counter's last move. */
  move: { value: number; at: number };
};

/** Of the shortest time a label's paper takes: sent so long before the label ahead of it is expected to be out. */
const AHEAD = 0.6;
/** What takes less paper cannot be sent between two looks at the counter. */
const MIN_PAPER_MS = 60;
/** How much the newest label says. */
const WEIGHT = 0.3;

export const NO_PACE: Pace = {
  leastMs: 0,
  standing: null,
  running: null,
  move: { value: -1, at: -Infinity },
};

const mix = (usual: number | null, ms: number): number =>
  usual === null ? ms : usual + (ms - usual) * WEIGHT;

const hasWaited = ({ move }: Pace, base: number, { sentAt }: Observation): boolean =>
  move.value === base && sentAt < move.at;

/** The counter is read, and was `before` when it was read last. */
export const learnPace = (
  pace: Pace,
  labels: readonly Label[],
  { now, before, value }: { now: number; before: number | undefined; value: number },
): Pace => {
  if (before === undefined || value === before) return pace;
  const move = { value, at: now };
  const seen = labels.find(({ base }) => base === before)?.seen;
  if (value !== before + 1 || !seen || seen.stop !== null) return { ...pace, move };
  const { leastMs } = seen;
  const usual =
    leastMs === pace.leastMs ? pace : { ...pace, leastMs, standing: null, running: null };
  return hasWaited(pace, before, seen)
    ? { ...usual, move, running: mix(usual.running, now - pace.move.at) }
    : { ...usual, move, standing: mix(usual.standing, now - seen.sentAt) };
};

/** The time to send the next label behind this one; null: unknown. */
export const findNextStart = (pace: Pace, { base, seen }: Label): number | null => {
  if (base === null || !seen || seen.leastMs < MIN_PAPER_MS || seen.leastMs !== pace.leastMs)
    return null;
  const waited = hasWaited(pace, base, seen);
  const takes = waited ? pace.running : pace.standing;
  if (takes === null) return null;
  return (waited ? pace.move.at : seen.sentAt) + takes - seen.leastMs * AHEAD;
};
