/** Frames of a run: what one costs depends on the one before. */
const RUN = 6;
const MOST_RUNS = 3;

/** Runs of neighbours, spread over all frames; all of them where they are few. */
export const sampledRuns = <T>(frames: readonly T[]): T[][] => {
  if (frames.length <= RUN * MOST_RUNS) return frames.length === 0 ? [] : [[...frames]];
  return Array.from({ length: MOST_RUNS }, (_, run) => {
    const from = Math.round((run * (frames.length - RUN)) / (MOST_RUNS - 1));
    return frames.slice(from, from + RUN);
  });
};
