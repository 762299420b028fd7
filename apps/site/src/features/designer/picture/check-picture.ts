import { isHeic, probeImage } from '@yunbiao/contract/image/probe';
import {
  HEIC_REFUSED,
  IMAGE_BYTES,
  IMAGE_PIXELS,
  IMAGE_SIDE,
  IMAGE_TOO_LARGE,
} from '@yunbiao/contract/limits/image';

/** Checks a picture file by its first bytes, before decoding. Returns '' when it is valid. */
export const checkPicture = (bytes: Uint8Array, fileBytes = bytes.byteLength): string => {
  if (fileBytes === 0) return '这个文件是空的';
  if (fileBytes > IMAGE_BYTES) return IMAGE_TOO_LARGE;
  if (isHeic(bytes)) return HEIC_REFUSED;
  const probedSize = probeImage(bytes);
  if (!probedSize) return '只能用 PNG、JPEG、静态 WebP、GIF 或 SVG 图片';
  const { width, height } = probedSize;
  if (width < 1 || height < 1) return '这张图片打不开，可能没有保存完整';
  return width > IMAGE_SIDE || height > IMAGE_SIDE || width * height > IMAGE_PIXELS
    ? `图片是 ${width} × ${height} 像素，太大了，最多 ${IMAGE_PIXELS / 10_000} 万像素`
    : '';
};
