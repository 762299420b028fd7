import { IMAGE_TEXT_LENGTH } from '@yunbiao/contract/limits/template';
import { encodeGrayAsPng, type Gray } from '@yunbiao/label/encode-gray';
import { zlibSync } from 'fflate';

export type { Gray } from '@yunbiao/label/encode-gray';

const deflateZlib = (bytes: Uint8Array, level: number): Uint8Array =>
  zlibSync(bytes, { level: level as 6 });

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
  const text = toBase64(encodeGrayAsPng(picture, deflateZlib));
  return text.length <= IMAGE_TEXT_LENGTH ? text : null;
};
