import { MAX_FRAMES } from '../model/frames.ts';
import { type AnimatedFile, readAnimatedFile } from './animated-file.ts';
import { BitmapCache } from './bitmap-cache.ts';
import { openPicture } from './picture-source.ts';
import { Refused } from './refused.ts';
import { type Seen, seenBitmap, type Source } from './source.ts';

/** Bytes of an animation: it is read whole. */
const MAX_BYTES = 100_000_000;
/** Pixels of a frame, and of all frames together. */
const MAX_PIXELS = 4096 * 4096;
const MAX_TOTAL_PIXELS = 1_000_000_000;

/** Decoded frames of all animations together, bytes. */
const cache = new BitmapCache(192_000_000);
let serial = 0;

const requireSize = ({ width, height, delays }: AnimatedFile): void => {
  const pixels = width * height;
  if (pixels > MAX_PIXELS) throw new Refused({ code: 'tooLarge', width, height });
  if (delays.length > MAX_FRAMES) throw new Refused({ code: 'tooManyFrames', most: MAX_FRAMES });
  if (pixels * delays.length > MAX_TOTAL_PIXELS)
    throw new Refused({ code: 'tooLarge', width, height });
  if (pixels === 0 || delays.length === 0) throw new Refused({ code: 'broken' });
};

const canDecode = async (type: AnimatedFile['type']): Promise<boolean> =>
  'ImageDecoder' in self && ImageDecoder.isTypeSupported(type);

/** How many frames the browser finds; 0 for a file it cannot read. */
const countFrames = async (decoder: ImageDecoder): Promise<number> => {
  try {
    await decoder.tracks.ready;
    await decoder.completed;
    return decoder.tracks.selectedTrack?.frameCount ?? 0;
  } catch {
    return 0;
  }
};

/**
 * An animated WebP or PNG, of which any frame may be asked for. A browser that decodes no animations gives the first
 * frame, which is told.
 */
export const openAnimation = async (file: Blob, longest: number): Promise<Source> => {
  if (file.size > MAX_BYTES) throw new Refused({ code: 'tooLarge', width: 0, height: 0 });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const animated = readAnimatedFile(bytes);
  requireSize(animated);
  const { type, width, height, delays, plays } = animated;
  const size = { width, height };
  if (!(await canDecode(type))) return openPicture(file, longest, size);
  const decoder = new ImageDecoder({ data: bytes, type, preferAnimation: true });
  const count = Math.min(delays.length, await countFrames(decoder));
  const name = `${(serial += 1)}:`;
  const source: Source = {
    facts: {
      kind: 'gif',
      ...size,
      delays: delays.slice(0, count),
      plays,
      isDamaged: animated.isDamaged || count < delays.length,
    },
    async *pictures(ats): AsyncGenerator<Seen> {
      for (const at of ats) {
        const known = cache.get(name + at);
        if (known) {
          yield seenBitmap(at, known, size);
          continue;
        }
        const { image: frame } = await decoder.decode({ frameIndex: at });
        const image = await createImageBitmap(frame);
        frame.close();
        const isCached = cache.put(name + at, image);
        yield seenBitmap(at, image, size);
        if (!isCached) image.close();
      }
    },
    close: () => {
      decoder.close();
      cache.dropAll(name);
    },
  };
  try {
    if (count > 0) for await (const _ of source.pictures([0])) return source;
  } catch {
    // It is broken from its first frame on.
  }
  source.close();
  throw new Refused({ code: 'broken' });
};
