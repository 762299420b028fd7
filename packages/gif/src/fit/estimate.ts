import { getMaker } from '../encode/maker.ts';
import { checkOptions, listSurveyOptions } from '../encode/options.ts';
import type { EncoderOptions } from '../encode/options.ts';
import { Turns } from '../encode/source.ts';
import type { RunOptions, SourceSettings } from '../encode/source.ts';
import { GifWriter } from '../encode/writer.ts';
import { ColorSurvey } from '../palette/survey.ts';
import type { Pixels } from '../picture.ts';
import { createResize } from '../scale/resize.ts';
import { createEnlarge, likeness, computeLuma } from './likeness.ts';
import type { Size } from './likeness.ts';
import type { Sample, SampleFrame } from './sample.ts';

/** How an animation is made smaller. */
export interface Choice {
  readonly width: number;
  readonly height: number;
  /** Of every so many frames one is kept. */
  readonly every: number;
  readonly colors: number;
  readonly lossiness: number;
}

export interface Estimate {
  readonly choice: Choice;
  /** Bytes of the whole file, about. */
  readonly size: number;
  /** How alike to the source it looks, frames that are left out counted: up to 1. */
  readonly likeness: number;
}

/** Bytes of a file besides its frames. */
const FRAME_BYTES = 32;

/** Encodes the sample alone and infers the size of the whole; quick enough to follow a slider. */
export async function estimate(
  sample: Sample,
  choice: Choice,
  settings: SourceSettings = {},
  { signal }: RunOptions = {},
): Promise<Estimate> {
  const turns = new Turns(signal);
  const enlarge = createEnlarge(choice, sample);
  const runs = sizedRuns(sample, choice).map((run) =>
    run.filter((_, at) => at % choice.every === 0),
  );
  const options = getOptions(choice, settings, runs);
  const totals = { first: 0, later: 0, laterCount: 0, likeness: 0, compared: 0 };
  for (const [at, run] of runs.entries()) {
    await turns.pass();
    const { sizes, shown } = encodeRun(options, run, (data) => enlarge(computeLuma(data)));
    totals.first += sizes[0] ?? 0;
    for (const size of sizes.slice(1)) totals.later += size;
    totals.laterCount += sizes.length - 1;
    addLikeness(totals, sample, sample.runs[at] ?? [], shown, choice.every);
  }
  const kept = Math.ceil(sample.count / choice.every);
  const first = totals.first / runs.length;
  const later = totals.laterCount === 0 ? first : totals.later / totals.laterCount;
  const table = options.palette === undefined ? 0 : options.palette.rgb.length;
  const size = Math.round(FRAME_BYTES + table + first + (kept - 1) * later);
  return { choice, size, likeness: totals.likeness / totals.compared };
}

interface Sized extends Size {
  readonly runs: readonly (readonly Pixels[])[];
}

/** The size each sample was last asked for: what is tried next is often of the same. */
const lastSizes = new WeakMap<Sample, Sized>();

function sizedRuns(sample: Sample, { width, height }: Size): Sized['runs'] {
  const whole = width === sample.width && height === sample.height;
  if (whole) return sample.runs.map((run) => run.map(({ data }) => data));
  const last = lastSizes.get(sample);
  if (last?.width === width && last.height === height) return last.runs;
  const resize = createResize(sample, { width, height });
  const runs = sample.runs.map((run) => run.map(({ data }) => resize(data)));
  lastSizes.set(sample, { width, height, runs });
  return runs;
}

function getOptions(
  choice: Choice,
  settings: SourceSettings,
  runs: readonly (readonly Pixels[])[],
): EncoderOptions {
  const { palette: kind, ...rest } = settings;
  const { width, height, colors, lossiness } = choice;
  const options = { ...rest, width, height, colors, lossiness };
  const checked = checkOptions(options);
  if (kind !== 'shared') return options;
  const survey = new ColorSurvey(listSurveyOptions(checked));
  for (const run of runs) for (const data of run) survey.add(data);
  return { ...options, palette: survey.palette() };
}

/** Each frame by itself, also one like the last: the places of frames must stay known. */
function encodeRun(
  options: EncoderOptions,
  run: readonly Pixels[],
  toLuma: (data: Pixels) => Float32Array,
): { sizes: number[]; shown: Float32Array[] } {
  const shown: Float32Array[] = [];
  const maker = getMaker(
    { ...options, onShown: ({ data }) => shown.push(toLuma(data)) },
    checkOptions(options),
  );
  const writer = new GifWriter();
  const sizes = run.map((data, at) => {
    const frame = maker.make(data, run[at + 1] ?? null, 10);
    writer.frame(frame);
    maker.settle(data, frame);
    return writer.take().length;
  });
  return { sizes, shown };
}

function addLikeness(
  totals: { likeness: number; compared: number },
  { width, height }: Sample,
  run: readonly SampleFrame[],
  shown: readonly Float32Array[],
  every: number,
): void {
  for (const [at, { luma }] of run.entries()) {
    const seen = shown[Math.floor(at / every)];
    if (seen === undefined) continue;
    totals.likeness += likeness(luma, seen, width, height);
    totals.compared += 1;
  }
}
