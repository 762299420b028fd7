import { markedAt, type Mark, type Size } from '../model/layout.ts';
import { decodedPicture } from './picture-source.ts';

/** Longest side of a mark here, px: 4 MB. It is drawn on canvases of at most twice that. */
const LONGEST = 1024;

/** The mark could not be read. */
export class MarkFailed extends Error {
  constructor() {
    super('the mark cannot be read');
    this.name = 'MarkFailed';
  }
}

/** The one of now: there is no other at the same time. */
let kept: { id: number; image: Promise<ImageBitmap> } | undefined;

const opened = async (file: File): Promise<ImageBitmap> => {
  try {
    return (await decodedPicture(file, LONGEST)).image;
  } catch {
    throw new MarkFailed();
  }
};

/** The picture of a mark; null where there is none. It stays this module's: nobody else closes it. */
export const markImage = (mark: Mark | null): Promise<ImageBitmap | null> => {
  if (!mark) return Promise.resolve(null);
  if (kept?.id !== mark.id) {
    kept?.image.then(
      (image) => image.close(),
      () => undefined,
    );
    kept = { id: mark.id, image: opened(mark.file) };
  }
  return kept.image;
};

/** Puts a mark over the picture. */
export const drawMark = (
  ctx: OffscreenCanvasRenderingContext2D,
  canvas: Size,
  mark: Mark,
  image: ImageBitmap,
): void => {
  const { x, y, width, height } = markedAt(mark, image, canvas);
  ctx.save();
  ctx.globalAlpha = mark.opacity / 100;
  ctx.drawImage(image, x, y, width, height);
  ctx.restore();
};
