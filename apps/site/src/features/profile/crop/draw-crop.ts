import { type Crop, computeOutputSize, type Shape, type Size } from './crop.ts';

/** Draws the crop at the size of the canvas. */
export const drawCrop = (
  canvas: HTMLCanvasElement,
  image: ImageBitmap,
  { aspect }: Pick<Shape, 'aspect'>,
  { x, y, width }: Crop,
): void => {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, x, y, width, width / aspect, 0, 0, canvas.width, canvas.height);
};

const TYPE = 'image/webp';
const QUALITY = 0.92;

/**
 * Encodes the crop as a new file, without metadata of the original. Returns null when encoding
 * fails.
 */
export const exportCrop = async (
  image: ImageBitmap,
  shape: Shape,
  crop: Crop,
  wantedWidth: number,
): Promise<File | null> => {
  const canvas = document.createElement('canvas');
  const size: Size = computeOutputSize(shape, crop, wantedWidth);
  [canvas.width, canvas.height] = [size.width, size.height];
  drawCrop(canvas, image, shape, crop);
  // Browsers without a WebP encoder write PNG, which the server also accepts.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, TYPE, QUALITY));
  return blob && new File([blob], 'picture', { type: blob.type });
};
