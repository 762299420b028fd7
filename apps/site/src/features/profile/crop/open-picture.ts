import { isHeic, probeImage } from '@yunbiao/contract/image/probe';
import { HEIC_REFUSED, IMAGE_PIXELS, IMAGE_SIDE } from '@yunbiao/contract/limits/image';
import { checkImageFile } from '../../../kit/upload/upload-image.ts';

const UNREADABLE = '这张图片打不开，可能没有保存完整';

/** Checks the first bytes of a file; returns an error message or ''. */
export const checkPicture = (bytes: Uint8Array): string => {
  if (isHeic(bytes)) return HEIC_REFUSED;
  const probed = probeImage(bytes);
  if (!probed) return '只能上传 PNG、JPEG、静态 WebP 或 GIF 图片';
  const { width, height } = probed;
  if (width < 1 || height < 1) return UNREADABLE;
  return width > IMAGE_SIDE || height > IMAGE_SIDE || width * height > IMAGE_PIXELS
    ? `图片是 ${width} × ${height} 像素，太大了，最多 ${IMAGE_PIXELS / 10_000} 万像素`
    : '';
};

/**
 * Decodes a file as an image with the correct orientation; of animations, the first frame. Returns
 * an error message on failure. The caller must close the image.
 */
export const decodePictureFile = async (file: File): Promise<ImageBitmap | string> => {
  const refusal = checkImageFile(file);
  if (refusal) return refusal;
  try {
    const trouble = checkPicture(new Uint8Array(await file.arrayBuffer()));
    if (trouble) return trouble;
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return UNREADABLE;
  }
};
