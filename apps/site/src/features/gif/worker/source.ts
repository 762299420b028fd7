import type { Size } from '../model/layout.ts';
import type { SourceFacts } from './messages.ts';

/** A picture to be drawn at once: whoever gave it takes it back with the next. */
export type Seen = {
  at: number;
  /** As it is drawn. */
  size: Size;
  draw: (ctx: OffscreenCanvasRenderingContext2D) => void;
};

/** A file that is open. */
export interface Source {
  readonly facts: SourceFacts;
  /** Its pictures at these places, in rising order; what cannot be had is left out. */
  pictures(ats: readonly number[]): AsyncIterable<Seen>;
  close(): void;
}

export const seenBitmap = (at: number, image: CanvasImageSource, size: Size): Seen => ({
  at,
  size,
  draw: (ctx) => ctx.drawImage(image, 0, 0, size.width, size.height),
});
