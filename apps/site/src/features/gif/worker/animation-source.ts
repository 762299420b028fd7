import { MAX_FRAMES } from '../model/frames.ts';
import { type AnimatedFile, readAnimatedFile } from './animated-file.ts';
import { BitmapCache } from './bitmap-cache.ts';
import { openPicture } from './picture-source.ts';
import { FileRefused } from './file-refused.ts';
import { type DecodedPicture, toDecodedPicture, type Source } from './source.ts';

/** Maximum size of an animation, bytes: it is read completely into memory. */
const MAX_BYTES = 100_000_000;
/** Maximum number of pixels of one frame, and of all frames together. */
const MAX_PIXELS = 4096 * 4096;
const MAX_TOTAL_PIXELS = 1_000_000_000;

/** Decoded frames of all animations, bytes. */
const cache = new BitmapCache(192_000_000);
let serial = 0;

const requireAllowedPixelsAndFrames = ({ width, height, delays }: AnimatedFile): void => {
  const pixels = width * height;
  if (pixels > MAX_PIXELS) throw new FileRefused({ code: 'tooLarge', width, height });
  if (delays.length > MAX_FRAMES)
    throw new FileRefused({ code: 'tooManyFrames', most: MAX_FRAMES });
  if (pixels * delays.length > MAX_TOTAL_PIXELS)
    throw new FileRefused({ code: 'tooLarge', width, height });
  if (pixels === 0 || delays.length === 0) throw new FileRefused({ code: 'broken' });
};

const canBrowserDecode = async (type: AnimatedFile['type']): Promise<boolean> =>
  'ImageDecoder' in self && ImageDecoder.isTypeSupported(type);

/** Number of frames the browser can decode; 0 for an unreadable file. */
const countDecodableFrames = async (decoder: ImageDecoder): Promise<number> => {
  try {
    await decoder.tracks.ready;
    await decoder.completed;
    return decoder.tracks.selectedTrack?.frameCount ?? 0;
  } catch {
    return 0;
  }
};

/**
 * Opens an animated WebP or PNG with random access to its frames. A browser that cannot decode
 * animations provides the first frame only, which `facts` reports.
 * @throws {FileRefused} if the file is too large or broken
 */
export const openAnimation = async (file: Blob, longest: number): Promise<Source> => {
  if (file.size > MAX_BYTES) throw new FileRefused({ code: 'tooLarge', width: 0, height: 0 });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const animated = readAnimatedFile(bytes);
  requireAllowedPixelsAndFrames(animated);
  const { type, width, height, delays, plays } = animated;
  const size = { width, height };
  if (!(await canBrowserDecode(type))) return openPicture(file, longest, size);
  const decoder = new ImageDecoder({ data: bytes, type, preferAnimation: true });
  const count = Math.min(delays.length, await countDecodableFrames(decoder));
  const name = `${(serial += 1)}:`;
  const source: Source = {
    facts: {
      kind: 'gif',
      ...size,
      delays: delays.slice(0, count),
      plays,
      isDamaged: animated.isDamaged || count < delays.length,
    },
    async *readPictures(ats): AsyncGenerator<DecodedPicture> {
      for (const at of ats) {
        const cachedBitmap = cache.get(name + at);
        if (cachedBitmap) {
          yield toDecodedPicture(at, cachedBitmap, size);
          continue;
        }
        const { image: frame } = await decoder.decode({ frameIndex: at });
        const image = await createImageBitmap(frame);
        frame.close();
        const isCached = cache.store(name + at, image);
        yield toDecodedPicture(at, image, size);
        if (!isCached) image.close();
      }
    },
    close: () => {
      decoder.close();
      cache.evictAll(name);
    },
  };
  try {
    if (count > 0) for await (const _ of source.readPictures([0])) return source;
  } catch {
    // Even the first frame is damaged.
  }
  source.close();
  throw new FileRefused({ code: 'broken' });
};
