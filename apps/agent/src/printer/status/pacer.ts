import type { LabelState, Observation } from './label.ts';

/**
 * Predicts when a label is printed, from the durations of earlier labels, where the counter shows
 * each of them. The next label is sent so shortly before that its own paper cannot have moved by
 * then, but the head does not stop.
 */
export type Pace = {
  /**
   * Minimum paper time of the labels the prediction is based on, ms. Labels of another time need
   * new data.
   */
  leastMs: number;
  /** Time from first byte to count for a label on a standing printer, ms. */
  standingMs: number | null;
  /** Time between the counts of two labels, the second waiting when the first was counted, ms. */
  runningMs: number | null;
  /** Last counter change. */
  lastCount: { value: number; at: number };
};

/**
 * Factor of the minimum paper time: how long before the expected end of the current label the next
 * one is sent.
 */
const START_AHEAD = 0.6;
/** Labels with less paper time are too short for the query interval, ms. */
const MIN_PAPER_MS = 60;
/** Weight of the newest label in the moving average. */
const SMOOTHING = 0.3;

export const NO_PACE: Pace = {
  leastMs: 0,
  standingMs: null,
  runningMs: null,
  lastCount: { value: -1, at: -Infinity },
};

const updateSmoothedDuration = (usual: number | null, ms: number): number =>
  usual === null ? ms : usual + (ms - usual) * SMOOTHING;

const hasLabelWaitedForEarlierOne = (
  { lastCount }: Pace,
  base: number,
  { sentAt }: Observation,
): boolean => lastCount.value === base && sentAt < lastCount.at;

/** Updates the pace with a counter reading. `before`: previous reading. */
export const updatePace = (
  pace: Pace,
  labels: readonly LabelState[],
  { now, before, value }: { now: number; before: number | undefined; value: number },
): Pace => {
  if (before === undefined || value === before) return pace;
  const move = { value, at: now };
  const observation = labels.find(({ base }) => base === before)?.seen;
  if (value !== before + 1 || !observation || observation.stopReason !== null)
    return { ...pace, lastCount: move };
  const { minimumMs } = observation;
  const usual =
    minimumMs === pace.leastMs
      ? pace
      : { ...pace, leastMs: minimumMs, standingMs: null, runningMs: null };
  return hasLabelWaitedForEarlierOne(pace, before, observation)
    ? {
        ...usual,
        lastCount: move,
        runningMs: updateSmoothedDuration(usual.runningMs, now - pace.lastCount.at),
      }
    : {
        ...usual,
        lastCount: move,
        standingMs: updateSmoothedDuration(usual.standingMs, now - observation.sentAt),
      };
};

/** Time to send the label after this one; null when unknown. */
export const findNextLabelStart = (pace: Pace, { base, seen }: LabelState): number | null => {
  if (base === null || !seen || seen.minimumMs < MIN_PAPER_MS || seen.minimumMs !== pace.leastMs)
    return null;
  const hasWaited = hasLabelWaitedForEarlierOne(pace, base, seen);
  const durationMs = hasWaited ? pace.runningMs : pace.standingMs;
  if (durationMs === null) return null;
  return (hasWaited ? pace.lastCount.at : seen.sentAt) + durationMs - seen.minimumMs * START_AHEAD;
};
