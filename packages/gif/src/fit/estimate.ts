import { createFrameMakerForSettings } from '../encode/create-maker.ts';
import { validateEncoderOptions, buildColorSurveyOptions } from '../encode/options.ts';
import type { EncoderOptions } from '../encode/options.ts';
import { EventLoopYielder } from '../encode/source.ts';
import type { RunOptions, SourceSettings } from '../encode/source.ts';
import { GifWriter } from '../encode/writer.ts';
import { ColorSurvey } from '../palette/survey.ts';
import type { Pixels } from '../picture.ts';
import { createPictureResizer } from '../scale/resize.ts';
import { createLumaEnlarger, computeStructuralSimilarity, computeLuma } from './similarity.ts';
import type { Size } from './similarity.ts';
import type { Sample, SampleFrame } from './sample.ts';

/** Settings that reduce the size of an animation. */
export interface Choice {
  readonly width: number;
  readonly height: number;
  /** One of this many frames is kept. */
  readonly every: number;
  readonly colors: number;
  readonly lossiness: number;
}

export interface Estimate {
  readonly choice: Choice;
  /** Estimated bytes of the complete file. */
  readonly size: number;
  /** Similarity to the source, skipped frames included; at most 1. */
  readonly similarity: number;
}

/** Bytes of a file without its frames. */
const FILE_OVERHEAD_BYTES = 32;

/**
 * Encodes only the sample and extrapolates to the complete file; fast enough to follow a slider.
 */
export async function estimateGifFromSample(
  sample: Sample,
  choice: Choice,
  settings: SourceSettings = {},
  { signal }: RunOptions = {},
): Promise<Estimate> {
  const turns = new EventLoopYielder(signal);
  const enlarge = createLumaEnlarger(choice, sample);
  const runs = resizeSampleFrames(sample, choice).map((run) =>
    run.filter((_, at) => at % choice.every === 0),
  );
  const options = buildEncoderOptions(choice, settings, runs);
  const totals = { first: 0, later: 0, laterCount: 0, likeness: 0, compared: 0 };
  for (const [at, run] of runs.entries()) {
    await turns.yieldIfDue();
    const { sizes, shown } = encodeSampleRun(options, run, (data) => enlarge(computeLuma(data)));
    totals.first += sizes[0] ?? 0;
    for (const size of sizes.slice(1)) totals.later += size;
    totals.laterCount += sizes.length - 1;
    addRunSimilarity(totals, sample, sample.runs[at] ?? [], shown, choice.every);
  }
  const keptFrameCount = Math.ceil(sample.count / choice.every);
  const first = totals.first / runs.length;
  const later = totals.laterCount === 0 ? first : totals.later / totals.laterCount;
  const table = options.palette === undefined ? 0 : options.palette.rgb.length;
  const size = Math.round(FILE_OVERHEAD_BYTES + table + first + (keptFrameCount - 1) * later);
  return { choice, size, similarity: totals.likeness / totals.compared };
}

interface Sized extends Size {
  readonly runs: readonly (readonly Pixels[])[];
}

/**
 * Frames of each sample at the last requested size: consecutive estimates often use the same size.
 */
const lastSizes = new WeakMap<Sample, Sized>();

function resizeSampleFrames(sample: Sample, { width, height }: Size): Sized['runs'] {
  const isFullSize = width === sample.width && height === sample.height;
  if (isFullSize) return sample.runs.map((run) => run.map(({ data }) => data));
  const last = lastSizes.get(sample);
  if (last?.width === width && last.height === height) return last.runs;
  const resize = createPictureResizer(sample, { width, height });
  const runs = sample.runs.map((run) => run.map(({ data }) => resize(data)));
  lastSizes.set(sample, { width, height, runs });
  return runs;
}

function buildEncoderOptions(
  choice: Choice,
  settings: SourceSettings,
  runs: readonly (readonly Pixels[])[],
): EncoderOptions {
  const { palette, ...rest } = settings;
  const { width, height, colors, lossiness } = choice;
  const options = { ...rest, width, height, colors, lossiness };
  const checkedOptions = validateEncoderOptions(options);
  if (palette !== 'shared') return options;
  const survey = new ColorSurvey(buildColorSurveyOptions(checkedOptions));
  for (const run of runs) for (const data of run) survey.add(data);
  return { ...options, palette: survey.buildPalette() };
}

/**
 * Encodes each frame separately, including identical ones, so that the positions of frames stay
 * known.
 */
function encodeSampleRun(
  options: EncoderOptions,
  run: readonly Pixels[],
  toLuma: (data: Pixels) => Float32Array,
): { sizes: number[]; shown: Float32Array[] } {
  const shownLumas: Float32Array[] = [];
  const maker = createFrameMakerForSettings(
    { ...options, onShown: ({ data }) => shownLumas.push(toLuma(data)) },
    validateEncoderOptions(options),
  );
  const writer = new GifWriter();
  const sizes = run.map((data, at) => {
    const frame = maker.make(data, run[at + 1] ?? null, 10);
    writer.writeFrame(frame);
    maker.commit(data, frame);
    return writer.drain().length;
  });
  return { sizes, shown: shownLumas };
}

function addRunSimilarity(
  totals: { likeness: number; compared: number },
  { width, height }: Sample,
  run: readonly SampleFrame[],
  shownFrames: readonly Float32Array[],
  stride: number,
): void {
  for (const [at, { luma }] of run.entries()) {
    const shownLuma = shownFrames[Math.floor(at / stride)];
    if (shownLuma === undefined) continue;
    totals.likeness += computeStructuralSimilarity(luma, shownLuma, width, height);
    totals.compared += 1;
  }
}
