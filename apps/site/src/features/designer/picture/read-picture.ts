import { convertToGray } from '@yunbiao/label/encode-gray';
import { classifyPictureTone, type PictureTone } from '@yunbiao/label/picture-tone';
import { checkPicture } from './check-picture.ts';
import { type Gray, encodeTemplatePicture } from './pack-picture.ts';
import { isSvg, renderSvgImage, SVG_BYTES } from './read-svg.ts';

/** Maximum useful resolution, dots per mm: that of a 600 dpi head. */
const MAX_DOTS_PER_MM = 600 / 25.4;
/** Factor for each attempt to reduce a picture that is too large for the template. */
const REDUCTION_FACTOR = 0.8;
const MAX_ATTEMPTS = 14;

export type PackedPicture = {
  png: string;
  width: number;
  height: number;
  /** The picture has fewer pixels than the file. */
  isSmaller: boolean;
  tone: PictureTone;
};

/** Thrown with a message for the member. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

/** Draws on white, the colour of paper. */
const toGray = (image: CanvasImageSource, width: number, height: number): Gray => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new PictureRefused('浏览器画不了这张图片');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return convertToGray({ width, height, data });
};

type Decoded = { image: CanvasImageSource; width: number; height: number; close: () => void };

const decodeImage = async (file: Blob): Promise<Decoded> => {
  try {
    const image = await createImageBitmap(file);
    const { width, height } = image;
    return { image, width, height, close: () => image.close() };
  } catch {
    throw new PictureRefused('这张图片打不开，可能没有保存完整');
  }
};

/** Renders an SVG at the resolution the label needs, because it has no pixels. */
const drawSvg = async (file: Blob, mm: number): Promise<Decoded> => {
  if (file.size > SVG_BYTES)
    throw new PictureRefused('这张 SVG 太复杂了，最多 1 MB；保存为 PNG 再放');
  const drawing = await renderSvgImage(file, Math.round(mm * MAX_DOTS_PER_MM));
  if (!drawing) throw new PictureRefused('这张 SVG 画不出来，保存为 PNG 再放');
  return drawing;
};

/**
 * Converts a file to a picture of the template: decoded by the browser, converted to grey, and
 * reduced to the size the label needs and the template allows.
 * @throws PictureRefused
 */
export const readPicture = async (
  file: Blob,
  label: { widthMm: number; heightMm: number },
): Promise<PackedPicture> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isDrawing = isSvg(bytes);
  const trouble = isDrawing ? '' : checkPicture(bytes, file.size);
  if (trouble !== '') throw new PictureRefused(trouble);
  const decodedImage = isDrawing
    ? await drawSvg(file, Math.max(label.widthMm, label.heightMm))
    : await decodeImage(file);
  try {
    const { image, width, height } = decodedImage;
    const neededScale = Math.min(
      1,
      (label.widthMm * MAX_DOTS_PER_MM) / width,
      (label.heightMm * MAX_DOTS_PER_MM) / height,
    );
    let share = neededScale;
    for (let i = 0; i < MAX_ATTEMPTS; i += 1) {
      const sides = [width, height].map((side) => Math.max(1, Math.round(side * share)));
      const [across = 1, down = 1] = sides;
      const gray = toGray(image, across, down);
      const png = encodeTemplatePicture(gray);
      const tone = classifyPictureTone(gray.gray);
      if (png !== null)
        return { png, width: across, height: down, isSmaller: !isDrawing && share < 1, tone };
      share *= REDUCTION_FACTOR;
    }
    throw new PictureRefused('图片太细，缩小了也放不进模板');
  } finally {
    decodedImage.close();
  }
};
