import { LabelError } from '../errors.ts';
import { bytesOfBase64 } from './base64.ts';
import { PICTURE_PIXELS, PICTURE_SIDE } from './picture.ts';

/** What a PNG says of itself (PNG specification, 11.2.2); `colour` is its colour type. */
export type PngHeader = {
  width: number;
  height: number;
  depth: number;
  colour: number;
  isInterlaced: boolean;
};

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length of the signature with the first chunk's length, type and content. */
const HEADER_BYTES = 29;
/** Depths there are by colour type (table 11.1): grey, colours, palette, grey and colours with alpha. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Reads how large a PNG claims to be, before anything is unpacked. @throws LabelError `bad-image` for one we do not take */
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
    throw new LabelError('bad-image', '图片不是 PNG 规定的格式，可能没有存完整');
  const isTooLarge =
    width > PICTURE_SIDE || height > PICTURE_SIDE || width * height > PICTURE_PIXELS;
  if (width < 1 || height < 1 || isTooLarge) {
    const most = `每边最多 ${PICTURE_SIDE}，一共最多 ${PICTURE_PIXELS / 10_000} 万像素`;
    throw new LabelError('bad-image', `图片是 ${width} × ${height} 像素，${most}`);
  }
  return { width, height, depth, colour, isInterlaced: interlace === 1 };
}

/** Base64 of enough bytes for a header. */
const HEADER_CHARACTERS = 40;

/**
 * Whether a picture of a template has 16 bits a sample or is interlaced, which clients of before do not read. False for one
 * that nobody reads.
 */
export function isDeepOrInterlaced(base64: string): boolean {
  if (pngTrouble(base64) !== '') return false;
  const { depth, isInterlaced } = readPngHeader(bytesOfBase64(base64, HEADER_CHARACTERS));
  return depth === 16 || isInterlaced;
}

/** Why a picture of a template is refused, in Chinese, by its first bytes; '' for one that is taken. */
export function pngTrouble(base64: string): string {
  try {
    readPngHeader(bytesOfBase64(base64, HEADER_CHARACTERS));
    return '';
  } catch (error) {
    if (error instanceof LabelError) return error.message;
    throw error;
  }
}
