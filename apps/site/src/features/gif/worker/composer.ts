import { type Layout, placeSourceOnCanvas, type Size, rotateSize } from '../model/layout.ts';
import { drawCaption } from './caption.ts';
import { drawMark, loadMarkImage } from './mark.ts';
import type { DecodedPicture } from './source.ts';

/** Applies the transformation from the source's pixels to the turned and mirrored source. */
const applyRotationAndFlip = (
  ctx: OffscreenCanvasRenderingContext2D,
  size: Size,
  layout: Layout,
): void => {
  const after = rotateSize(size, layout.turn);
  if (layout.flipX) ctx.transform(-1, 0, 0, 1, after.width, 0);
  if (layout.flipY) ctx.transform(1, 0, 0, -1, 0, after.height);
  if (layout.turn === 90) ctx.translate(size.height, 0);
  if (layout.turn === 180) ctx.translate(size.width, size.height);
  if (layout.turn === 270) ctx.translate(0, size.width);
  ctx.rotate((layout.turn * Math.PI) / 180);
};

/** `scale`: below 1 for a preview. `isReadBack`: the pixels are read back. */
type ComposerOptions = { scale: number; isReadBack: boolean };

/** Draws pictures on the canvas of the animation, one at a time. */
export class Composer {
  readonly size: Size;
  readonly #layout: Layout;
  readonly #canvas: OffscreenCanvas;
  readonly #ctx: OffscreenCanvasRenderingContext2D;
  readonly #mark: ImageBitmap | null;

  /** @throws {MarkFailed} when the layout has a mark that cannot be read. */
  static async create(layout: Layout, how: ComposerOptions): Promise<Composer> {
    return new Composer(layout, how, await loadMarkImage(layout.mark));
  }

  constructor(layout: Layout, { scale, isReadBack }: ComposerOptions, mark: ImageBitmap | null) {
    this.#layout = layout;
    this.#mark = mark;
    this.size = {
      width: Math.max(1, Math.round(layout.width * scale)),
      height: Math.max(1, Math.round(layout.height * scale)),
    };
    this.#canvas = new OffscreenCanvas(this.size.width, this.size.height);
    const ctx = this.#canvas.getContext('2d', { willReadFrequently: isReadBack });
    if (!ctx) throw new Error('no canvas');
    this.#ctx = ctx;
  }

  draw({ size, draw }: Pick<DecodedPicture, 'draw' | 'size'>): void {
    const [ctx, layout] = [this.#ctx, this.#layout];
    const { width, height } = this.size;
    // The canvas is reset when its bitmap is transferred: set the state again.
    ctx.imageSmoothingQuality = 'high';
    ctx.clearRect(0, 0, width, height);
    if (layout.background !== null) {
      ctx.fillStyle = layout.background;
      ctx.fillRect(0, 0, width, height);
    }
    const { from, to } = placeSourceOnCanvas(rotateSize(size, layout.turn), layout);
    ctx.save();
    ctx.scale(width / layout.width, height / layout.height);
    ctx.beginPath();
    ctx.rect(to.x, to.y, to.width, to.height);
    ctx.clip();
    const [kx, ky] = [to.width / from.width, to.height / from.height];
    ctx.transform(kx, 0, 0, ky, to.x - from.x * kx, to.y - from.y * ky);
    applyRotationAndFlip(ctx, size, layout);
    draw(ctx);
    ctx.restore();
    for (const caption of layout.captions) drawCaption(ctx, this.size, caption);
    if (layout.mark && this.#mark) drawMark(ctx, this.size, layout.mark, this.#mark);
  }

  /** Transfers the drawn picture for display. */
  transferBitmap(): ImageBitmap {
    return this.#canvas.transferToImageBitmap();
  }

  /** Reads the drawn picture for encoding, RGBA. */
  readPixels(): Uint8ClampedArray<ArrayBuffer> {
    return this.#ctx.getImageData(0, 0, this.size.width, this.size.height).data;
  }

  /** Encodes the drawn picture as a file. */
  toBlob(type: string, quality?: number): Promise<Blob> {
    return this.#canvas.convertToBlob({ type, ...(quality === undefined ? {} : { quality }) });
  }

  get canvas(): OffscreenCanvas {
    return this.#canvas;
  }
}
