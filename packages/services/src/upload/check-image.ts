import { HEIC_REFUSED, IMAGE_PIXELS, IMAGE_SIDE } from '@yunbiao/contract/limits/image';
import { invalid, ServiceError } from '../errors.ts';
import { isHeic, type Probe, probe } from '@yunbiao/contract/image/probe';

const refused = (message: string): ServiceError => new ServiceError(415, message);

/** 400 at the file field. */
export const unreadable = (): ServiceError => invalid({ file: '这张图片打不开，可能没有存完整' });

/**
 * What kind of picture this is and how large it says it is, by its first bytes: nothing has been decoded yet.
 * @throws 415 for a kind we do not take, 400 for one that is too large or broken
 */
export const checkImage = (bytes: Uint8Array): Probe => {
  if (isHeic(bytes)) throw refused(HEIC_REFUSED);
  const found = probe(bytes);
  if (!found) throw refused('只能上传 PNG、JPEG、静态 WebP 或 GIF 图片');
  const { width, height } = found;
  if (width < 1 || height < 1) throw unreadable();
  if (width > IMAGE_SIDE || height > IMAGE_SIDE || width * height > IMAGE_PIXELS)
    throw invalid({
      file: `图片是 ${width} × ${height} 像素，太大了，最多 ${IMAGE_PIXELS / 10_000} 万像素`,
    });
  return found;
};
