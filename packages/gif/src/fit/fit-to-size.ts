import { encodeSource } from '../encode/source.ts';
import type { FrameSource } from '../encode/source.ts';
import { GifError } from '../gif-error.ts';
import { scaleSource, thinSource } from './change.ts';
import type { Estimate } from './estimate.ts';
import { sampleSource } from './sample.ts';
import { Search, SEARCH_SHARE } from './search.ts';
import type { FitResult, FitRun, FitSettings, Made } from './search.ts';

/** Whole encodings after one was found that fits, to use what is left of the limit. */
const FILL_TRIES = 4;
const FULL_ENOUGH = 0.93;

/**
 * The best-looking GIF of at most `limit` bytes: from the source as it is, what costs least of the likeness for each
 * byte saved is given up, step by step, by estimates; then it is encoded whole, and the size is drawn close to the limit.
 * @throws {GifError} `cannotFit` with the smallest that was reached, in bytes; or the signal's reason.
 */
export async function fitToSize(
  source: FrameSource,
  limit: number,
  settings: FitSettings = {},
  run: FitRun = {},
): Promise<FitResult> {
  if (!(limit > 0)) throw new GifError('badOption', { option: 'limit' });
  const sample = await sampleSource(source, {
    signal: run.signal,
    onProgress: (done) => run.onProgress?.(done * 0.1),
  });
  const search = new Search(sample, settings, run);
  let chosen = await search.start(source);
  let goal = limit;
  let smallest = Infinity;
  for (;;) {
    chosen = await search.descend(chosen, goal);
    const result = await encodeChoice(source, chosen, settings, run);
    smallest = Math.min(smallest, result.gif.size);
    if (result.gif.size <= limit)
      return fill(search, { result, estimated: chosen.size }, limit, (tried) =>
        encodeChoice(source, tried, settings, run),
      );
    // The estimate was too low by so much: aim lower by as much, and at least give up one thing more.
    goal = Math.min((limit * chosen.size) / result.gif.size, chosen.size - 1) * 0.99;
    if (!search.canDescend(chosen)) throw new GifError('cannotFit', { smallest, limit });
  }
}

async function encodeChoice(
  source: FrameSource,
  tried: Estimate,
  settings: FitSettings,
  run: FitRun,
): Promise<FitResult> {
  const { choice } = tried;
  run.onTry?.(tried);
  const changed = scaleSource(thinSource(source, choice.every), choice.width, choice.height);
  const { colors, lossiness } = choice;
  const gif = await encodeSource(
    changed,
    { ...settings, colors, lossiness },
    {
      signal: run.signal,
      onProgress: (done) => run.onProgress?.(SEARCH_SHARE + (1 - SEARCH_SHARE) * done),
    },
  );
  const result = { gif, choice, likeness: tried.likeness };
  run.onMade?.(result);
  return result;
}

/** Takes back what was given up while there is room: the last step down was a large one. */
async function fill(
  search: Search,
  first: Made,
  limit: number,
  encode: (tried: Estimate) => Promise<FitResult>,
): Promise<FitResult> {
  let best = first;
  let aim = limit * 0.98;
  for (let tries = 0; tries < FILL_TRIES; tries += 1) {
    const { gif } = best.result;
    if (Math.min(gif.size, aim) >= limit * FULL_ENOUGH) break;
    const tried = await search.better(best, aim);
    if (tried === null) break;
    const result = await encode(tried);
    if (result.gif.size <= limit) best = { result, estimated: tried.size };
    else aim = (aim + gif.size) / 2;
  }
  return best.result;
}
