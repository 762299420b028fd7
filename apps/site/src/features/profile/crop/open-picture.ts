import { isHeic, probe } from '@yunbiao/contract/image/probe';
import { HEIC_REFUSED, IMAGE_PIXELS, IMAGE_SIDE } from '@yunbiao/contract/limits/image';
import { findRefusal } from '../../../kit/upload/upload-image.ts';

const UNREADABLE = '这张图片打不开，可能没有存完整';

/** Why a file is not decoded, by its first bytes; '' when it may be. */
export const getTrouble = (bytes: Uint8Array): string => {
  if (isHeic(bytes)) return HEIC_REFUSED;
  const found = probe(bytes);
  if (!found) return '只能上传 PNG、JPEG、静态 WebP 或 GIF 图片';
  const { width, height } = found;
  if (width < 1 || height < 1) return UNREADABLE;
  return width > IMAGE_SIDE || height > IMAGE_SIDE || width * height > IMAGE_PIXELS
    ? `图片是 ${width} × ${height} 像素，太大了，最多 ${IMAGE_PIXELS / 10_000} 万像素`
    : '';
};

/** A file as a picture, the right way up; the first frame of one that moves. Or why not. Whoever has it closes it. */
export const openPicture = async (file: File): Promise<ImageBitmap | string> => {
  const refused = findRefusal(file);
  if (refused) return refused;
  try {
    const trouble = getTrouble(new Uint8Array(await file.arrayBuffer()));
    if (trouble) return trouble;
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return UNREADABLE;
  }
};
