import { placeMarkOnCanvas, type Mark, type Size } from '../model/layout.ts';
import { decodePicture } from './picture-source.ts';

/** Longest side of a decoded mark, px: 4 MB. It is drawn on canvases of at most twice that size. */
const LONGEST = 1024;

export class MarkFailed extends Error {
  constructor() {
    super('the mark cannot be read');
    this.name = 'MarkFailed';
  }
}

/** Cache of the current mark. There is only one at a time. */
let cachedMark: { id: number; image: Promise<ImageBitmap> } | undefined;

const decodeMark = async (file: File): Promise<ImageBitmap> => {
  try {
    return (await decodePicture(file, LONGEST)).image;
  } catch {
    throw new MarkFailed();
  }
};

/**
 * Decodes the picture of a mark; null without a mark. This module owns the bitmap: callers must not
 * close it.
 */
export const loadMarkImage = (mark: Mark | null): Promise<ImageBitmap | null> => {
  if (!mark) return Promise.resolve(null);
  if (cachedMark?.id !== mark.id) {
    cachedMark?.image.then(
      (image) => image.close(),
      () => undefined,
    );
    cachedMark = { id: mark.id, image: decodeMark(mark.file) };
  }
  return cachedMark.image;
};

export const drawMark = (
  ctx: OffscreenCanvasRenderingContext2D,
  canvas: Size,
  mark: Mark,
  image: ImageBitmap,
): void => {
  const { x, y, width, height } = placeMarkOnCanvas(mark, image, canvas);
  ctx.save();
  ctx.globalAlpha = mark.opacity / 100;
  ctx.drawImage(image, x, y, width, height);
  ctx.restore();
};
