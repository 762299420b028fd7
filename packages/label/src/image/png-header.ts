import { LabelError } from '../errors.ts';
import { decodeBase64 } from './base64.ts';
import { MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE } from './picture.ts';

/** PNG header (PNG specification, 11.2.2); `colour` is the colour type. */
export type PngHeader = {
  width: number;
  height: number;
  depth: number;
  colour: number;
  isInterlaced: boolean;
};

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length of the signature plus the first chunk's length, type and data. */
const HEADER_BYTES = 29;
/**
 * Allowed bit depths per colour type (table 11.1): grey, RGB, palette, grey with alpha, RGB with
 * alpha.
 */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Reads the size of a PNG before decompressing. @throws LabelError `bad-image` if unsupported */
export function readPngHeader(bytes: Uint8Array): PngHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isPng =
    bytes.length >= HEADER_BYTES &&
    SIGNATURE.every((byte, i) => bytes[i] === byte) &&
    view.getUint32(12) === 0x49484452;
  if (!isPng) throw new LabelError('bad-image', '图片不是 PNG');
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [depth = 0, colour = 0, , , interlace = 0] = bytes.subarray(24);
  if (!(DEPTHS[colour] ?? []).includes(depth) || interlace > 1)
    throw new LabelError('bad-image', '图片不是 PNG 规定的格式，可能没有保存完整');
  const isTooLarge =
    width > MAX_PICTURE_SIDE || height > MAX_PICTURE_SIDE || width * height > MAX_PICTURE_PIXELS;
  if (width < 1 || height < 1 || isTooLarge) {
    const max = `每边最多 ${MAX_PICTURE_SIDE}，一共最多 ${MAX_PICTURE_PIXELS / 10_000} 万像素`;
    throw new LabelError('bad-image', `图片是 ${width} × ${height} 像素，${max}`);
  }
  return { width, height, depth, colour, isInterlaced: interlace === 1 };
}

/** Number of base64 characters to decode for the whole PNG header. */
const HEADER_CHARACTERS = 40;

/**
 * Whether a picture of a template has 16 bits per sample or is interlaced, which older print
 * clients cannot read. False for an invalid picture.
 */
export function isPngDeepOrInterlaced(base64: string): boolean {
  if (describePngFault(base64) !== '') return false;
  const { depth, isInterlaced } = readPngHeader(decodeBase64(base64, HEADER_CHARACTERS));
  return depth === 16 || isInterlaced;
}

/** Chinese reason for rejecting a picture, from its first bytes; '' for a valid one. */
export function describePngFault(base64: string): string {
  try {
    readPngHeader(decodeBase64(base64, HEADER_CHARACTERS));
    return '';
  } catch (error) {
    if (error instanceof LabelError) return error.message;
    throw error;
  }
}
