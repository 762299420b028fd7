import {
  encodeSource,
  type FitResult,
  fitToSize,
  type Frame,
  type FrameSource,
  GifError,
  type SourceSettings,
} from '@yunbiao/gif';
import { getDuration } from '../model/frames.ts';
import type { Made, Quality, Recipe, Trial } from './messages.ts';
import { type Staged, stagedKey } from './stage.ts';

/** Nothing that may be given up makes it small enough. */
export class CannotFit extends Error {
  /** Bytes of the smallest that was reached. */
  readonly smallest: number;
  constructor(smallest: number) {
    super(`at least ${smallest} bytes`);
    this.name = 'CannotFit';
    this.smallest = smallest;
  }
}

/** The frames in their order; a picture that is shown twice is held once. */
const getSource = ({ width, height, pixels }: Staged, { frames }: Recipe): FrameSource => ({
  width,
  height,
  count: frames.length,
  *frames(): Iterable<Frame> {
    for (const frame of frames) {
      const data = pixels.get(stagedKey(frame));
      if (data) yield { data, delay: frame.delayMs };
    }
  },
});

export const getSettings = (
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

const getTrial = ({ gif, choice, likeness }: FitResult, { frames }: Recipe): Trial => ({
  width: choice.width,
  height: choice.height,
  bytes: gif.size,
  fps: Math.ceil(frames.length / choice.every) / (getDuration(frames) / 1000),
  colours: choice.colors,
  lossy: choice.lossiness,
  score: 100 * likeness,
});

export type OnWay = {
  /** Share of the writing that is done, 0–1. */
  wrote: (share: number) => void;
  onTrial: (trial: Trial) => void;
};

const fitted = async (
  source: FrameSource,
  recipe: Recipe,
  limit: number,
  { wrote, onTrial }: OnWay,
): Promise<FitResult> => {
  const { layout, quality } = recipe;
  // Where the limit decides about colours and loss, it begins with the best.
  const begun = getSettings({ ...quality, colours: 256, lossy: 0 }, { loop: recipe.loop, layout });
  try {
    return await fitToSize(
      source,
      limit,
      { ...begun, vary: recipe.vary },
      { ...onward(wrote), onMade: (made) => onTrial(getTrial(made, recipe)) },
    );
  } catch (error) {
    if (error instanceof GifError && error.code === 'cannotFit')
      throw new CannotFit(error.facts.smallest ?? 0);
    throw error;
  }
};

/** The engine searches for so much of its progress, then encodes, as often as it takes. */
const SEARCHED = 0.5;

/** Progress that does not go back when a whole encoding was in vain: each has half of what is left. */
export const onward = (wrote: (share: number) => void) => {
  let tries = 0;
  return {
    onTry: (): void => {
      tries += 1;
    },
    onProgress: (share: number): void => {
      if (tries === 0) return wrote(Math.min(share, SEARCHED));
      const left = (1 - SEARCHED) * 0.5 ** (tries - 1);
      const done = Math.max(0, share - SEARCHED) / (1 - SEARCHED);
      wrote(1 - left + (left / 2) * done);
    },
  };
};

/** Writes the GIF: with the settings asked for, or the best-looking one that is no larger than the limit. */
export const gifFile = async (staged: Staged, recipe: Recipe, way: OnWay): Promise<Made> => {
  const source = getSource(staged, recipe);
  const { limit } = recipe;
  const result = limit === null ? null : await fitted(source, recipe, limit, way);
  const { chunks, width, height, frames } =
    result?.gif ??
    (await encodeSource(source, getSettings(recipe.quality, recipe), { onProgress: way.wrote }));
  const file = new Blob([...chunks], { type: 'image/gif' });
  return { width, height, frames, file, chosen: result && getTrial(result, recipe) };
};
