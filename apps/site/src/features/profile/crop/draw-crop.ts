import { type Crop, outputSize, type Shape, type Size } from './crop.ts';

/** Draws what is cut out as large as the canvas is. */
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

/** The cut picture as a file, encoded anew: nothing of the first one is left but its pixels. Null: it cannot be made. */
export const cutOut = async (
  image: ImageBitmap,
  shape: Shape,
  crop: Crop,
  wanted: number,
): Promise<File | null> => {
  const canvas = document.createElement('canvas');
  const made: Size = outputSize(shape, crop, wanted);
  [canvas.width, canvas.height] = [made.width, made.height];
  drawCrop(canvas, image, shape, crop);
  // A browser that writes no WebP writes PNG, which the server takes as well.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, TYPE, QUALITY));
  return blob && new File([blob], 'picture', { type: blob.type });
};
