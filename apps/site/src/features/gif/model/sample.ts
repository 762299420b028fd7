/** Frames of a run: what one costs depends on the one before. */
const RUN = 6;
const MAX_RUNS = 3;

/** Runs of neighbours, spread over all frames; all of them where they are few. */
export const sampledRuns = <T>(frames: readonly T[]): T[][] => {
  if (frames.length <= RUN * MAX_RUNS) return frames.length === 0 ? [] : [[...frames]];
  return Array.from({ length: MAX_RUNS }, (_, run) => {
    const from = Math.round((run * (frames.length - RUN)) / (MAX_RUNS - 1));
    return frames.slice(from, from + RUN);
  });
};
