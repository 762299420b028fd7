import { estimate, type Frame, type Sample, sampleSource } from '@yunbiao/gif';
import { Composer } from './composer.ts';
import type { Sampled } from './messages.ts';
import type { Source } from './source.ts';
import { getSettings } from './write-gif.ts';

/** Frames of a run, composed at full size. */
const composed = async (
  run: Sampled['runs'][number],
  composer: Composer,
  sources: ReadonlyMap<number, Source>,
): Promise<Frame[]> => {
  const drawn = new Map<string, Frame['data']>();
  for (const source of new Set(run.map((key) => key.source))) {
    const ats = run.filter((key) => key.source === source).map(({ at }) => at);
    const rising = [...new Set(ats)].toSorted((a, b) => a - b);
    for await (const seen of sources.get(source)?.pictures(rising) ?? []) {
      composer.draw(seen);
      drawn.set(`${source}@${seen.at}`, composer.pixels());
    }
  }
  return run.flatMap(({ source, at }) => {
    const data = drawn.get(`${source}@${at}`);
    return data ? [{ data, delay: 100 }] : [];
  });
};

/** Composes what is sampled; null where nothing of it can be had. */
export const getSample = async (
  { runs, count, layout }: Sampled,
  sources: ReadonlyMap<number, Source>,
): Promise<Sample | null> => {
  const composer = await Composer.of(layout, { scale: 1, isRead: true });
  const { width, height } = composer.size;
  const kept: Sample['runs'][number][] = [];
  for (const run of runs) {
    const frames = await composed(run, composer, sources);
    if (frames.length === 0) continue;
    const part = await sampleSource({ width, height, count: frames.length, frames: () => frames });
    kept.push(...part.runs);
  }
  return kept.length === 0 ? null : { width, height, count, runs: kept };
};

/** Bytes of the whole file, about. */
export const estimatedBytes = async (
  sample: Sample,
  { quality, layout }: Sampled,
  signal: AbortSignal,
): Promise<number> => {
  const { width, height } = sample;
  const { colours: colors, lossy: lossiness } = quality;
  const settings = getSettings(quality, { loop: 'forever', layout });
  const choice = { width, height, every: 1, colors, lossiness };
  return (await estimate(sample, choice, settings, { signal })).size;
};
