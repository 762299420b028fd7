import { estimateGifFromSample, type Frame, type Sample, sampleSourceFrames } from '@yunbiao/gif';
import { Composer } from './composer.ts';
import type { EstimateInput } from './messages.ts';
import type { Source } from './source.ts';
import { buildGifSourceSettings } from './write-gif.ts';

/** Composes the frames of a run at full size. */
const composeFrameRun = async (
  run: EstimateInput['runs'][number],
  composer: Composer,
  sources: ReadonlyMap<number, Source>,
): Promise<Frame[]> => {
  const drawnPixels = new Map<string, Frame['data']>();
  for (const source of new Set(run.map((key) => key.source))) {
    const ats = run.filter((key) => key.source === source).map(({ at }) => at);
    const rising = [...new Set(ats)].toSorted((a, b) => a - b);
    for await (const decoded of sources.get(source)?.readPictures(rising) ?? []) {
      composer.draw(decoded);
      drawnPixels.set(`${source}@${decoded.at}`, composer.readPixels());
    }
  }
  return run.flatMap(({ source, at }) => {
    const data = drawnPixels.get(`${source}@${at}`);
    return data ? [{ data, delay: 100 }] : [];
  });
};

/** Composes the sampled frames; null when none can be read. */
export const composeSampleFrames = async (
  { runs, count, layout }: EstimateInput,
  sources: ReadonlyMap<number, Source>,
): Promise<Sample | null> => {
  const composer = await Composer.create(layout, { scale: 1, isReadBack: true });
  const { width, height } = composer.size;
  const sampledParts: Sample['runs'][number][] = [];
  for (const run of runs) {
    const frames = await composeFrameRun(run, composer, sources);
    if (frames.length === 0) continue;
    const part = await sampleSourceFrames({
      width,
      height,
      count: frames.length,
      readFrames: () => frames,
    });
    sampledParts.push(...part.runs);
  }
  return sampledParts.length === 0 ? null : { width, height, count, runs: sampledParts };
};

/** Estimated size of the complete file, bytes. */
export const estimateBytes = async (
  sample: Sample,
  { quality, layout }: EstimateInput,
  signal: AbortSignal,
): Promise<number> => {
  const { width, height } = sample;
  const { colours, lossy: lossiness } = quality;
  const settings = buildGifSourceSettings(quality, { loop: 'forever', layout });
  const choice = { width, height, every: 1, colors: colours, lossiness };
  return (await estimateGifFromSample(sample, choice, settings, { signal })).size;
};
