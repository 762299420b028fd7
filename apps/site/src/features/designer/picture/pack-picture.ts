import { IMAGE_TEXT_LENGTH } from '@yunbiao/contract/limits/template';
import { bitmapToPng, grayToPng } from '@yunbiao/label';
import { zlibSync } from 'fflate';

/** Grey values of a picture, 0 black to 255 white, row by row. */
export type Gray = { width: number; height: number; gray: Uint8Array };

/** Tolerance for black and white: lossy compression changes line art slightly. */
const BLACK_WHITE_TOLERANCE = 12;

const isLineArt = ({ gray }: Gray): boolean =>
  gray.every((value) => value <= BLACK_WHITE_TOLERANCE || value >= 255 - BLACK_WHITE_TOLERANCE);

const deflateZlib = (bytes: Uint8Array, level: number): Uint8Array =>
  zlibSync(bytes, { level: level as 6 });

const toBitmap = ({ width, height, gray }: Gray) => {
  const stride = Math.ceil(width / 8);
  const data = new Uint8Array(stride * height);
  gray.forEach((value, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const at = y * stride + (x >> 3);
    if (value < 128) data[at] = (data[at] ?? 0) | (0x80 >> (x & 7));
  });
  return { width, height, stride, data };
};

const BLOCK = 0x2000;

const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += BLOCK)
    text += String.fromCharCode(...bytes.subarray(at, at + BLOCK));
  return btoa(text);
};

/**
 * Encodes a picture for the template; line art with one bit per pixel. Returns null when the result
 * exceeds the limit.
 */
export const encodeTemplatePicture = (picture: Gray): string | null => {
  const bytes = isLineArt(picture)
    ? bitmapToPng(toBitmap(picture), deflateZlib)
    : grayToPng(picture, deflateZlib);
  const text = toBase64(bytes);
  return text.length <= IMAGE_TEXT_LENGTH ? text : null;
};
