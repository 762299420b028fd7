import {
  encodeSourceAsGif,
  type FitResult,
  fitGifToByteLimit,
  type Frame,
  type FrameSource,
  GifError,
  type SourceSettings,
} from '@yunbiao/gif';
import { getDuration } from '../model/frames.ts';
import type { Made, Quality, Recipe, Trial } from './messages.ts';
import { type Staged, formatFrameKey } from './stage.ts';

/** Thrown when the limit cannot be reached with the parameters that may be reduced. */
export class CannotFit extends Error {
  /** Smallest size reached, bytes. */
  readonly smallest: number;
  constructor(smallest: number) {
    super(`at least ${smallest} bytes`);
    this.name = 'CannotFit';
    this.smallest = smallest;
  }
}

/** The frames in order. A picture shown several times is stored once. */
const createFrameSource = ({ width, height, pixels }: Staged, { frames }: Recipe): FrameSource => ({
  width,
  height,
  count: frames.length,
  *readFrames(): Iterable<Frame> {
    for (const frame of frames) {
      const data = pixels.get(formatFrameKey(frame));
      if (data) yield { data, delay: frame.delayMs };
    }
  },
});

export const buildGifSourceSettings = (
  quality: Quality,
  { loop, layout }: Pick<Recipe, 'loop' | 'layout'>,
): SourceSettings => ({
  effort: quality.method,
  colors: quality.colours,
  palette: quality.palette,
  dither: { kind: quality.dither ? 'diffusion' : 'none', strength: 1 },
  lossiness: quality.lossy,
  plays: loop,
  alphaThreshold: layout.background === null ? 128 : 0,
});

const toFitTrial = ({ gif, choice, similarity }: FitResult, { frames }: Recipe): Trial => ({
  width: choice.width,
  height: choice.height,
  bytes: gif.size,
  fps: Math.ceil(frames.length / choice.every) / (getDuration(frames) / 1000),
  colours: choice.colors,
  lossy: choice.lossiness,
  score: 100 * similarity,
});

export type WriteCallbacks = {
  /** Progress of writing, 0–1. */
  onWritten: (share: number) => void;
  onTrial: (trial: Trial) => void;
};

const fitToLimit = async (
  source: FrameSource,
  recipe: Recipe,
  limit: number,
  { onWritten, onTrial }: WriteCallbacks,
): Promise<FitResult> => {
  const { layout, quality } = recipe;
  // Start with the best quality: the limit determines colours and loss.
  const startSettings = buildGifSourceSettings(
    { ...quality, colours: 256, lossy: 0 },
    { loop: recipe.loop, layout },
  );
  try {
    return await fitGifToByteLimit(
      source,
      limit,
      { ...startSettings, vary: recipe.vary },
      {
        ...createRetryProgress(onWritten),
        onEncoded: (trial) => onTrial(toFitTrial(trial, recipe)),
      },
    );
  } catch (error) {
    if (error instanceof GifError && error.code === 'cannotFit')
      throw new CannotFit(error.facts.smallest ?? 0);
    throw error;
  }
};

/**
 * Share of the engine's progress used for the search; the rest is for encoding, which can run
 * several times.
 */
const SEARCH_SHARE = 0.5;

/**
 * Progress that never goes back when an encoding has to be repeated: each attempt gets half of the
 * remaining share.
 */
export const createRetryProgress = (wrote: (share: number) => void) => {
  let tries = 0;
  return {
    onTry: (): void => {
      tries += 1;
    },
    onProgress: (share: number): void => {
      if (tries === 0) return wrote(Math.min(share, SEARCH_SHARE));
      const remainingShare = (1 - SEARCH_SHARE) * 0.5 ** (tries - 1);
      const doneShare = Math.max(0, share - SEARCH_SHARE) / (1 - SEARCH_SHARE);
      wrote(1 - remainingShare + (remainingShare / 2) * doneShare);
    },
  };
};

/** Writes the GIF with the given settings, or, with a limit, the best-looking one within it. */
export const writeGif = async (
  staged: Staged,
  recipe: Recipe,
  callbacks: WriteCallbacks,
): Promise<Made> => {
  const source = createFrameSource(staged, recipe);
  const { limit } = recipe;
  const result = limit === null ? null : await fitToLimit(source, recipe, limit, callbacks);
  const { chunks, width, height, frames } =
    result?.gif ??
    (await encodeSourceAsGif(source, buildGifSourceSettings(recipe.quality, recipe), {
      onProgress: callbacks.onWritten,
    }));
  const file = new Blob([...chunks], { type: 'image/gif' });
  return { width, height, frames, file, chosen: result && toFitTrial(result, recipe) };
};
