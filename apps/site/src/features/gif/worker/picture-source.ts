import { probeImage } from '@yunbiao/contract/image/probe';
import { findUnsupportedFormatName, probeBitmap } from './picture-format.ts';
import { isAvif, probeIsoPicture } from './probe-iso.ts';
import { FileRefused } from './file-refused.ts';
import { type DecodedPicture, toDecodedPicture, type Source } from './source.ts';
import { BitmapCache } from './bitmap-cache.ts';

/** Maximum number of pixels of a picture, checked before decoding: 64 million take 256 MB. */
export const MAX_PICTURE_PIXELS = 64_000_000;

/** Bytes read from the head of a file to find its size. */
const HEAD_BYTES = 256 * 1024;

/** Decoded pictures of all files, bytes. */
const cache = new BitmapCache(256_000_000);
let serial = 0;

type Declared = { width: number; height: number };

const readDeclaredSize = async (file: Blob): Promise<Declared> => {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const declaredSize = probeImage(head) ?? probeIsoPicture(head) ?? probeBitmap(head);
  if (!declaredSize) {
    const name = findUnsupportedFormatName(head);
    throw new FileRefused(name === null ? { code: 'kind' } : { code: 'format', name });
  }
  if (declaredSize.width === 0 || declaredSize.height === 0)
    throw new FileRefused({ code: 'broken' });
  return declaredSize;
};

/**
 * Returns true when this browser supports the declared format. Every browser supports the formats
 * of {@link probeImage}.
 */
const isDecodable = async (head: Uint8Array): Promise<boolean> => {
  if (probeImage(head) || probeBitmap(head)) return true;
  // Without ImageDecoder it is unknown: assume that the format is unsupported, not the file
  // damaged.
  if (!('ImageDecoder' in self)) return false;
  return ImageDecoder.isTypeSupported(isAvif(head) ? 'image/avif' : 'image/heic');
};

const decodeBitmap = async (file: Blob): Promise<ImageBitmap> => {
  try {
    return await createImageBitmap(file);
  } catch {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    throw new FileRefused({ code: (await isDecodable(head)) ? 'broken' : 'noDecoder' });
  }
};

/** Scales a picture down to sides of at most `longest` px. */
const shrinkBitmap = async (bitmap: ImageBitmap, longest: number): Promise<ImageBitmap> => {
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

/**
 * Decodes a picture and returns its original size. The size is read from the head and checked
 * before decoding.
 * @throws {FileRefused} if the picture is too large or broken
 */
export const decodePicture = async (
  file: Blob,
  longest: number,
  declared?: Declared,
): Promise<{ image: ImageBitmap; width: number; height: number }> => {
  const { width, height } = declared ?? (await readDeclaredSize(file));
  if (width * height > MAX_PICTURE_PIXELS)
    throw new FileRefused({ code: 'tooLarge', width, height });
  const first = await decodeBitmap(file);
  const size = { width: first.width, height: first.height };
  return { image: await shrinkBitmap(first, longest), ...size };
};

/**
 * Opens a still picture. Decodes it once to detect damage, and again when it is drawn after its
 * eviction from the cache. `longest`: maximum side, px. `animated`: size of the animation when this
 * is its first frame.
 */
export const openPicture = async (
  file: Blob,
  longest: number,
  animated?: Declared,
): Promise<Source> => {
  const { image, ...size } = await decodePicture(file, longest, animated);
  const name = `${(serial += 1)}:`;
  if (!cache.store(name, image)) image.close();
  return {
    facts: { kind: 'picture', ...size, isFirstOnly: animated !== undefined },
    async *readPictures(ats: readonly number[]): AsyncGenerator<DecodedPicture> {
      for (const at of ats) {
        const cachedBitmap = cache.get(name);
        const image = cachedBitmap ?? (await shrinkBitmap(await decodeBitmap(file), longest));
        const isKept = cachedBitmap !== undefined || cache.store(name, image);
        yield toDecodedPicture(at, image, size);
        if (!isKept) image.close();
      }
    },
    close: () => cache.evictAll(name),
  };
};
