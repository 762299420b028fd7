import type { FrameSource } from '../encode/source.ts';
import { GifError } from '../gif-error.ts';
import type { Frame } from '../picture.ts';
import { createPictureResizer } from '../scale/resize.ts';

/** Scales all frames. Returns the source itself when the size is the same. */
export function scaleSourceFrames(source: FrameSource, width: number, height: number): FrameSource {
  if (width === source.width && height === source.height) return source;
  const resize = createPictureResizer(source, { width, height });
  return {
    width,
    height,
    count: source.count,
    async *readFrames() {
      for await (const { data, delay } of source.readFrames()) yield { data: resize(data), delay };
    },
  };
}

/**
 * Keeps the first of every `stride` frames, shown for the time of all of them.
 * @throws {GifError} `badOption` if `stride` is not a positive integer
 */
export function keepEveryNthFrame(source: FrameSource, stride: number): FrameSource {
  if (stride === 1) return source;
  if (!Number.isInteger(stride) || stride < 1) throw new GifError('badOption', { option: 'every' });
  return {
    width: source.width,
    height: source.height,
    count: Math.ceil(source.count / stride),
    async *readFrames() {
      let keptFrame: { data: Frame['data']; delay: number } | null = null;
      let at = 0;
      for await (const { data, delay } of source.readFrames()) {
        if (at % stride === 0) {
          if (keptFrame !== null) yield keptFrame;
          // The source may reuse the memory for the skipped frames.
          keptFrame = { data: data.slice(), delay };
        } else if (keptFrame !== null) {
          keptFrame.delay += delay;
        }
        at += 1;
      }
      if (keptFrame !== null) yield keptFrame;
    },
  };
}
