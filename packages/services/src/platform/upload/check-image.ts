import { HEIC_REFUSED, IMAGE_PIXELS, IMAGE_SIDE } from '@yunbiao/contract/limits/image';
import { createInvalidInputError, ServiceError } from '../errors.ts';
import { isHeic, probeImage } from '@yunbiao/contract/image/probe';
import type { Probe } from '@yunbiao/contract/image/probe-types';

const createUnsupportedImageError = (message: string): ServiceError =>
  new ServiceError(415, message);

/** 400 for the file field. */
export const createUnreadableImageError = (): ServiceError =>
  createInvalidInputError({ file: '这张图片打不开，可能没有保存完整' });

/**
 * Detects type and declared size of a picture from its header, without decoding it.
 * @throws 415 for an unsupported type; 400 when it is too large or broken
 */
export const probeImageOrThrow = (bytes: Uint8Array): Probe => {
  if (isHeic(bytes)) throw createUnsupportedImageError(HEIC_REFUSED);
  const imageProbe = probeImage(bytes);
  if (!imageProbe) throw createUnsupportedImageError('只能上传 PNG、JPEG、静态 WebP 或 GIF 图片');
  const { width, height } = imageProbe;
  if (width < 1 || height < 1) throw createUnreadableImageError();
  if (width > IMAGE_SIDE || height > IMAGE_SIDE || width * height > IMAGE_PIXELS)
    throw createInvalidInputError({
      file: `图片是 ${width} × ${height} 像素，太大了，最多 ${IMAGE_PIXELS / 10_000} 万像素`,
    });
  return imageProbe;
};
