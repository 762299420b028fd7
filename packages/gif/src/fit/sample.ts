import type { FrameSource, RunOptions } from '../encode/source.ts';
import { EventLoopYielder } from '../encode/source.ts';
import { GifError } from '../gif-error.ts';
import type { Pixels } from '../picture.ts';
import { computeLuma } from './similarity.ts';

export interface SampleFrame {
  readonly data: Pixels;
  readonly luma: Float32Array;
}

/**
 * A sample of an animation: runs of consecutive frames, because the size of a frame depends on the
 * previous one.
 */
export interface Sample {
  readonly width: number;
  readonly height: number;
  /** Frames of the complete animation. */
  readonly count: number;
  readonly runs: readonly (readonly SampleFrame[])[];
}

/** Maximum pixels of a sample: about 16 MB including luma. */
const BUDGET = 2_000_000;
const RUN = 6;
const MAX_RUNS = 4;

/**
 * Reads the source once and keeps evenly spaced runs; all frames of a short animation.
 * @throws {GifError} `noFrames`
 */
export async function sampleSourceFrames(
  source: FrameSource,
  { signal, onProgress }: RunOptions = {},
): Promise<Sample> {
  const { width, height, count } = source;
  const turns = new EventLoopYielder(signal);
  const plan = planSampleRuns(count, width * height);
  const runs: SampleFrame[][] = plan.map(() => []);
  let at = 0;
  for await (const { data } of source.readFrames()) {
    await turns.yieldIfDue();
    const run = plan.findIndex(({ from, to }) => at >= from && at < to);
    if (run !== -1) runs[run]?.push({ data: data.slice(), luma: computeLuma(data) });
    at += 1;
    onProgress?.(at / count);
  }
  if (at === 0) throw new GifError('noFrames');
  return { width, height, count: at, runs: runs.filter((run) => run.length > 0) };
}

function planSampleRuns(count: number, pixels: number): { from: number; to: number }[] {
  const affordable = Math.max(RUN, Math.floor(BUDGET / pixels));
  if (count <= affordable) return [{ from: 0, to: count }];
  const runs = Math.max(1, Math.min(MAX_RUNS, Math.floor(affordable / RUN)));
  const length = Math.min(count, Math.floor(affordable / runs));
  return Array.from({ length: runs }, (_, run) => {
    const from = runs === 1 ? 0 : Math.round((run * (count - length)) / (runs - 1));
    return { from, to: from + length };
  });
}
