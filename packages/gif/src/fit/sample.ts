import type { FrameSource, RunOptions } from '../encode/source.ts';
import { Turns } from '../encode/source.ts';
import { GifError } from '../gif-error.ts';
import type { Pixels } from '../picture.ts';
import { computeLuma } from './likeness.ts';

export interface SampleFrame {
  readonly data: Pixels;
  readonly luma: Float32Array;
}

/** Some frames of an animation, in runs of neighbours, as what a frame costs depends on the one before. */
export interface Sample {
  readonly width: number;
  readonly height: number;
  /** Frames of the whole animation. */
  readonly count: number;
  readonly runs: readonly (readonly SampleFrame[])[];
}

/** How much is kept, in pixels: about 16 MB with the brightness beside it. */
const BUDGET = 2_000_000;
const RUN = 6;
const MAX_RUNS = 4;

/** Goes through the source once and keeps some runs, spread evenly; all of a short one. */
export async function sampleSource(
  source: FrameSource,
  { signal, onProgress }: RunOptions = {},
): Promise<Sample> {
  const { width, height, count } = source;
  const turns = new Turns(signal);
  const plan = planRuns(count, width * height);
  const runs: SampleFrame[][] = plan.map(() => []);
  let at = 0;
  for await (const { data } of source.frames()) {
    await turns.pass();
    const run = plan.findIndex(({ from, to }) => at >= from && at < to);
    if (run !== -1) runs[run]?.push({ data: data.slice(), luma: computeLuma(data) });
    at += 1;
    onProgress?.(at / count);
  }
  if (at === 0) throw new GifError('noFrames');
  return { width, height, count: at, runs: runs.filter((run) => run.length > 0) };
}

function planRuns(count: number, pixels: number): { from: number; to: number }[] {
  const affordable = Math.max(RUN, Math.floor(BUDGET / pixels));
  if (count <= affordable) return [{ from: 0, to: count }];
  const runs = Math.max(1, Math.min(MAX_RUNS, Math.floor(affordable / RUN)));
  const length = Math.min(count, Math.floor(affordable / runs));
  return Array.from({ length: runs }, (_, run) => {
    const from = runs === 1 ? 0 : Math.round((run * (count - length)) / (runs - 1));
    return { from, to: from + length };
  });
}
