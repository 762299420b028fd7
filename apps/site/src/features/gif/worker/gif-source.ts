import { decode, GifError, type GifInfo, inspect, type Limits } from '@yunbiao/gif';
import { MAX_FRAMES } from '../model/frames.ts';
import { BitmapCache } from './bitmap-cache.ts';
import { Refused } from './refused.ts';
import { type Seen, seenBitmap, type Source } from './source.ts';

/** Bytes of a GIF: it is read whole. */
const MAX_BYTES = 100_000_000;

/** What a GIF may claim, checked before anything is decoded. */
const LIMITS: Limits = {
  maxPixels: 4096 * 4096,
  maxFrames: MAX_FRAMES,
  maxTotalPixels: 1_000_000_000,
};

/** Decoded frames of all GIFs together, bytes. */
const cache = new BitmapCache(192_000_000);
let serial = 0;

const refusedFor = (error: unknown): Refused => {
  if (!(error instanceof GifError)) return new Refused({ code: 'broken' });
  const { width = 0, height = 0 } = error.facts;
  if (error.code === 'tooLarge') return new Refused({ code: 'tooLarge', width, height });
  if (error.code === 'tooManyFrames')
    return new Refused({ code: 'tooManyFrames', most: MAX_FRAMES });
  return new Refused({ code: error.code === 'noFrames' ? 'noPicture' : 'broken' });
};

const looked = (bytes: Uint8Array): GifInfo => {
  try {
    return inspect(bytes, LIMITS);
  } catch (error) {
    throw refusedFor(error);
  }
};

const toBitmap = (data: Uint8ClampedArray<ArrayBuffer>, width: number, height: number) =>
  createImageBitmap(new ImageData(data, width, height));

/** A GIF, of which any frame may be asked for: one pass of decoding gives all that are missing, in their order. */
export const openGif = async (file: Blob): Promise<Source> => {
  if (file.size > MAX_BYTES) throw new Refused({ code: 'tooLarge', width: 0, height: 0 });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { width, height, delays, plays, damage } = looked(bytes);
  const size = { width, height };
  const name = `${(serial += 1)}:`;
  const source: Source = {
    facts: { kind: 'gif', ...size, delays, plays, isDamaged: damage !== null },
    async *pictures(ats): AsyncGenerator<Seen> {
      const missing = new Set<number>();
      for (const at of ats) {
        const kept = cache.get(name + at);
        if (kept) yield seenBitmap(at, kept, size);
        else missing.add(at);
      }
      if (missing.size === 0) return;
      const last = Math.max(...missing);
      for (const { index, data } of decode(bytes, LIMITS)) {
        if (missing.has(index)) {
          const image = await toBitmap(data, width, height);
          const isKept = cache.put(name + index, image);
          yield seenBitmap(index, image, size);
          if (!isKept) image.close();
        }
        if (index >= last) return;
      }
    },
    close: () => cache.dropAll(name),
  };
  try {
    for await (const _ of source.pictures([0])) return source;
  } catch (error) {
    throw refusedFor(error);
  }
  throw new Refused({ code: 'broken' });
};
