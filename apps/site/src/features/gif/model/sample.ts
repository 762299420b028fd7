/**
 * Number of frames in a run. Frames are sampled in runs, because the size of a frame depends on the
 * one before.
 */
const RUN_LENGTH = 6;
const MAX_RUNS = 3;

/** Runs of consecutive frames, spread over all frames; all frames when there are few. */
export const selectSpreadFrameRuns = <T>(frames: readonly T[]): T[][] => {
  if (frames.length <= RUN_LENGTH * MAX_RUNS) return frames.length === 0 ? [] : [[...frames]];
  return Array.from({ length: MAX_RUNS }, (_, run) => {
    const from = Math.round((run * (frames.length - RUN_LENGTH)) / (MAX_RUNS - 1));
    return frames.slice(from, from + RUN_LENGTH);
  });
};
