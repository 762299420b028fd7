import { decodeGifFrames, GifError, type GifInfo, readGifInfo, type Limits } from '@yunbiao/gif';
import { MAX_FRAMES } from '../model/frames.ts';
import { BitmapCache } from './bitmap-cache.ts';
import { FileRefused } from './file-refused.ts';
import { type DecodedPicture, toDecodedPicture, type Source } from './source.ts';

/** Maximum size of a GIF, bytes: it is read completely into memory. */
const MAX_BYTES = 100_000_000;

/** Limits checked against the header before decoding. */
const LIMITS: Limits = {
  maxPixels: 4096 * 4096,
  maxFrames: MAX_FRAMES,
  maxTotalPixels: 1_000_000_000,
};

/** Decoded frames of all GIFs, bytes. */
const cache = new BitmapCache(192_000_000);
let serial = 0;

const toFileRefused = (error: unknown): FileRefused => {
  if (!(error instanceof GifError)) return new FileRefused({ code: 'broken' });
  const { width = 0, height = 0 } = error.facts;
  if (error.code === 'tooLarge') return new FileRefused({ code: 'tooLarge', width, height });
  if (error.code === 'tooManyFrames')
    return new FileRefused({ code: 'tooManyFrames', most: MAX_FRAMES });
  return new FileRefused({ code: error.code === 'noFrames' ? 'noPicture' : 'broken' });
};

const inspectGif = (bytes: Uint8Array): GifInfo => {
  try {
    return readGifInfo(bytes, LIMITS);
  } catch (error) {
    throw toFileRefused(error);
  }
};

const createBitmapFromPixels = (
  data: Uint8ClampedArray<ArrayBuffer>,
  width: number,
  height: number,
) => createImageBitmap(new ImageData(data, width, height));

/**
 * Opens a GIF with random access to its frames. One decoding pass provides all missing frames in
 * order.
 * @throws {FileRefused} if the file is too large or broken
 */
export const openGif = async (file: Blob): Promise<Source> => {
  if (file.size > MAX_BYTES) throw new FileRefused({ code: 'tooLarge', width: 0, height: 0 });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { width, height, delays, plays, damage } = inspectGif(bytes);
  const size = { width, height };
  const name = `${(serial += 1)}:`;
  const source: Source = {
    facts: { kind: 'gif', ...size, delays, plays, isDamaged: damage !== null },
    async *readPictures(ats): AsyncGenerator<DecodedPicture> {
      const missing = new Set<number>();
      for (const at of ats) {
        const cachedBitmap = cache.get(name + at);
        if (cachedBitmap) yield toDecodedPicture(at, cachedBitmap, size);
        else missing.add(at);
      }
      if (missing.size === 0) return;
      const lastMissing = Math.max(...missing);
      for (const { index, data } of decodeGifFrames(bytes, LIMITS)) {
        if (missing.has(index)) {
          const image = await createBitmapFromPixels(data, width, height);
          const isKept = cache.store(name + index, image);
          yield toDecodedPicture(index, image, size);
          if (!isKept) image.close();
        }
        if (index >= lastMissing) return;
      }
    },
    close: () => cache.evictAll(name),
  };
  try {
    for await (const _ of source.readPictures([0])) return source;
  } catch (error) {
    throw toFileRefused(error);
  }
  throw new FileRefused({ code: 'broken' });
};
