import { encodeSourceAsGif } from '../encode/source.ts';
import type { FrameSource } from '../encode/source.ts';
import { GifError } from '../gif-error.ts';
import { scaleSourceFrames, keepEveryNthFrame } from './transform-source.ts';
import type { Estimate } from './estimate.ts';
import { sampleSourceFrames } from './sample.ts';
import { Search, SEARCH_SHARE } from './search.ts';
import type { FitResult, FitRun, FitSettings, EncodedEstimate } from './search.ts';

/** Maximum complete encodings after one that fits, to use the rest of the limit. */
const MAX_RESTORE_ATTEMPTS = 4;
const MIN_FILL_RATIO = 0.93;

/**
 * Finds the best-looking GIF of at most `limit` bytes. Starting from the unchanged source, it
 * repeatedly takes the step that costs the least similarity per saved byte, based on estimates.
 * Then it encodes the complete animation and adjusts the size toward the limit.
 * @throws {GifError} `cannotFit` with the smallest size reached, in bytes; or the signal's reason.
 */
export async function fitGifToByteLimit(
  source: FrameSource,
  limit: number,
  settings: FitSettings = {},
  run: FitRun = {},
): Promise<FitResult> {
  if (!(limit > 0)) throw new GifError('badOption', { option: 'limit' });
  const sample = await sampleSourceFrames(source, {
    signal: run.signal,
    onProgress: (progress) => run.onProgress?.(progress * 0.1),
  });
  const search = new Search(sample, settings, run);
  let sourceEstimate = await search.estimateSource(source);
  let goal = limit;
  let smallest = Infinity;
  for (;;) {
    sourceEstimate = await search.descend(sourceEstimate, goal);
    const result = await encodeGifWithChoice(source, sourceEstimate, settings, run);
    smallest = Math.min(smallest, result.gif.size);
    if (result.gif.size <= limit)
      return undoStepsWithinLimit(
        search,
        { result, estimated: sourceEstimate.size },
        limit,
        (estimate) => encodeGifWithChoice(source, estimate, settings, run),
      );
    // The estimate was too low. Lower the goal by the same ratio, and take at least one more step.
    goal =
      Math.min((limit * sourceEstimate.size) / result.gif.size, sourceEstimate.size - 1) * 0.99;
    if (!search.canDescend(sourceEstimate)) throw new GifError('cannotFit', { smallest, limit });
  }
}

async function encodeGifWithChoice(
  source: FrameSource,
  estimate: Estimate,
  settings: FitSettings,
  run: FitRun,
): Promise<FitResult> {
  const { choice } = estimate;
  run.onTry?.(estimate);
  const scaledSource = scaleSourceFrames(
    keepEveryNthFrame(source, choice.every),
    choice.width,
    choice.height,
  );
  const { colors, lossiness } = choice;
  const gif = await encodeSourceAsGif(
    scaledSource,
    { ...settings, colors, lossiness },
    {
      signal: run.signal,
      onProgress: (progress) => run.onProgress?.(SEARCH_SHARE + (1 - SEARCH_SHARE) * progress),
    },
  );
  const result = { gif, choice, similarity: estimate.similarity };
  run.onEncoded?.(result);
  return result;
}

/** Undoes steps while the limit allows, because the last step may have been large. */
async function undoStepsWithinLimit(
  search: Search,
  first: EncodedEstimate,
  limit: number,
  encode: (estimate: Estimate) => Promise<FitResult>,
): Promise<FitResult> {
  let best = first;
  let aim = limit * 0.98;
  for (let tries = 0; tries < MAX_RESTORE_ATTEMPTS; tries += 1) {
    const { gif } = best.result;
    if (Math.min(gif.size, aim) >= limit * MIN_FILL_RATIO) break;
    const better = await search.findBetter(best, aim);
    if (better === null) break;
    const result = await encode(better);
    if (result.gif.size <= limit) best = { result, estimated: better.size };
    else aim = (aim + gif.size) / 2;
  }
  return best.result;
}
