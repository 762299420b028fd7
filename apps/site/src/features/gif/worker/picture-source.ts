import { probe } from '@yunbiao/contract/image/probe';
import { findOtherFormat, probeBitmap } from './picture-format.ts';
import { isAvif, probeIsoPicture } from './probe-iso.ts';
import { Refused } from './refused.ts';
import { type Seen, seenBitmap, type Source } from './source.ts';
import { BitmapCache } from './bitmap-cache.ts';

/** Pixels of a picture before it is decoded: 64 million are 256 MB. */
export const MAX_PICTURE_PIXELS = 64_000_000;

/** Bytes of a file's head that are looked at for its size. */
const HEAD_BYTES = 256 * 1024;

/** Decoded pictures of all files together, bytes. */
const cache = new BitmapCache(256_000_000);
let serial = 0;

type Declared = { width: number; height: number };

const declared = async (file: Blob): Promise<Declared> => {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const found = probe(head) ?? probeIsoPicture(head) ?? probeBitmap(head);
  if (!found) {
    const name = findOtherFormat(head);
    throw new Refused(name === null ? { code: 'kind' } : { code: 'format', name });
  }
  if (found.width === 0 || found.height === 0) throw new Refused({ code: 'broken' });
  return found;
};

/** Whether this browser can decode what the file says it is: every one decodes what {@link probe} knows. */
const isDecodable = async (head: Uint8Array): Promise<boolean> => {
  if (probe(head) || probeBitmap(head)) return true;
  // Where there is nobody to ask, it is the format rather than the file.
  if (!('ImageDecoder' in self)) return false;
  return ImageDecoder.isTypeSupported(isAvif(head) ? 'image/avif' : 'image/heic');
};

const decode = async (file: Blob): Promise<ImageBitmap> => {
  try {
    return await createImageBitmap(file);
  } catch {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    throw new Refused({ code: (await isDecodable(head)) ? 'broken' : 'noDecoder' });
  }
};

/** Scales a picture down whose sides are longer than anybody looks at here. */
const reduced = async (bitmap: ImageBitmap, longest: number): Promise<ImageBitmap> => {
  const scale = longest / Math.max(bitmap.width, bitmap.height);
  if (scale >= 1) return bitmap;
  const small = await createImageBitmap(bitmap, {
    resizeWidth: Math.max(1, Math.round(bitmap.width * scale)),
    resizeHeight: Math.max(1, Math.round(bitmap.height * scale)),
    resizeQuality: 'high',
  });
  bitmap.close();
  return small;
};

/** A picture decoded, and how large it was. Its size is read from its head before anything is decoded. */
export const decodedPicture = async (
  file: Blob,
  longest: number,
  known?: Declared,
): Promise<{ image: ImageBitmap; width: number; height: number }> => {
  const { width, height } = known ?? (await declared(file));
  if (width * height > MAX_PICTURE_PIXELS) throw new Refused({ code: 'tooLarge', width, height });
  const first = await decode(file);
  const size = { width: first.width, height: first.height };
  return { image: await reduced(first, longest), ...size };
};

/**
 * A picture of one frame. It is decoded once here, which tells whether it is whole, and again when it is drawn and is no
 * longer among those kept. `longest`: px of its longest side here. `animated`: how large an animation is whose first
 * frame it is.
 */
export const openPicture = async (
  file: Blob,
  longest: number,
  animated?: Declared,
): Promise<Source> => {
  const { image, ...size } = await decodedPicture(file, longest, animated);
  const name = `${(serial += 1)}:`;
  if (!cache.put(name, image)) image.close();
  return {
    facts: { kind: 'picture', ...size, isFirstOnly: animated !== undefined },
    async *pictures(ats: readonly number[]): AsyncGenerator<Seen> {
      for (const at of ats) {
        const kept = cache.get(name);
        const image = kept ?? (await reduced(await decode(file), longest));
        const isKept = kept !== undefined || cache.put(name, image);
        yield seenBitmap(at, image, size);
        if (!isKept) image.close();
      }
    },
    close: () => cache.dropAll(name),
  };
};
