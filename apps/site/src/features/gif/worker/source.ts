import type { Size } from '../model/layout.ts';
import type { SourceFacts } from './messages.ts';

/** A picture to be drawn immediately: it becomes invalid when the next one is read. */
export type DecodedPicture = {
  at: number;
  /** Size as drawn. */
  size: Size;
  draw: (ctx: OffscreenCanvasRenderingContext2D) => void;
};

/** An open file. */
export interface Source {
  readonly facts: SourceFacts;
  /** Pictures at these positions, in ascending order. Skips pictures that cannot be read. */
  readPictures(ats: readonly number[]): AsyncIterable<DecodedPicture>;
  close(): void;
}

export const toDecodedPicture = (
  at: number,
  image: CanvasImageSource,
  size: Size,
): DecodedPicture => ({
  at,
  size,
  draw: (ctx) => ctx.drawImage(image, 0, 0, size.width, size.height),
});
