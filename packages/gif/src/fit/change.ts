import type { FrameSource } from '../encode/source.ts';
import { GifError } from '../gif-error.ts';
import type { Frame } from '../picture.ts';
import { createResize } from '../scale/resize.ts';

/** The same frames at another size; as it is when the size is the same. */
export function scaleSource(source: FrameSource, width: number, height: number): FrameSource {
  if (width === source.width && height === source.height) return source;
  const resize = createResize(source, { width, height });
  return {
    width,
    height,
    count: source.count,
    async *frames() {
      for await (const { data, delay } of source.frames()) yield { data: resize(data), delay };
    },
  };
}

/** Of every `every` frames the first, shown for as long as all of them. */
export function thinSource(source: FrameSource, every: number): FrameSource {
  if (every === 1) return source;
  if (!Number.isInteger(every) || every < 1) throw new GifError('badOption', { option: 'every' });
  return {
    width: source.width,
    height: source.height,
    count: Math.ceil(source.count / every),
    async *frames() {
      let kept: { data: Frame['data']; delay: number } | null = null;
      let at = 0;
      for await (const { data, delay } of source.frames()) {
        if (at % every === 0) {
          if (kept !== null) yield kept;
          // The source may use its memory again for the frames that are left out.
          kept = { data: data.slice(), delay };
        } else if (kept !== null) {
          kept.delay += delay;
        }
        at += 1;
      }
      if (kept !== null) yield kept;
    },
  };
}
