import { encodeSource, type Frame, type FrameSource, type SourceSettings } from '@yunbiao/gif';
import type { Made, Recipe } from './messages.ts';
import { type Staged, stagedKey } from './stage.ts';

/** The frames in their order; a picture that is shown twice is held once. */
const sourceOf = ({ width, height, pixels }: Staged, { frames }: Recipe): FrameSource => ({
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

const settingsOf = ({ quality, loop, layout }: Recipe): SourceSettings => ({
  effort: quality.method,
  colors: quality.colours,
  palette: quality.palette,
  dither: { kind: quality.dither ? 'diffusion' : 'none', strength: 1 },
  lossiness: quality.lossy,
  plays: loop,
  alphaThreshold: layout.background === null ? 128 : 0,
});

/** Writes the GIF with the settings asked for; `wrote`: frames so far. */
export const gifFile = async (
  staged: Staged,
  recipe: Recipe,
  wrote: (frame: number, of: number) => void,
): Promise<Made> => {
  const of = recipe.frames.length;
  const { chunks, width, height, frames } = await encodeSource(
    sourceOf(staged, recipe),
    settingsOf(recipe),
    { onProgress: (share) => wrote(Math.round(share * of), of) },
  );
  return {
    width,
    height,
    frames,
    file: new Blob([...chunks], { type: 'image/gif' }),
    chosen: null,
  };
};
