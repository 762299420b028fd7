import type { Rotation, TextElement } from '../template.ts';
import type { PlacedBox } from './place.ts';

/**
 * The box in line coordinates: `placed.width` along the lines, `placed.height` across them. Columns
 * are lines rotated by 90°, so the first is at the right and the next to its left.
 */
export type Frame = {
  placed: PlacedBox;
  /** Alignment of each line along its direction. */
  inline: 'left' | 'center' | 'right';
  /** Alignment of the block of lines across their direction. */
  block: 'top' | 'middle' | 'bottom';
};

const INLINE = { top: 'left', middle: 'center', bottom: 'right' } as const;
const BLOCK = { right: 'top', center: 'middle', left: 'bottom' } as const;

export function createTextFrame(placedBox: PlacedBox, element: TextElement): Frame {
  const { align, fit, verticalAlign, writingMode } = element;
  if (writingMode !== 'vertical-rl') {
    const block = verticalAlign ?? (fit === 'wrap' ? 'top' : 'middle');
    return { placed: placedBox, inline: align, block };
  }
  const { box, width, height } = placedBox;
  const rotation = ((placedBox.rotation + 90) % 360) as Rotation;
  return {
    placed: { box, rotation, width: height, height: width },
    inline: INLINE[verticalAlign ?? 'top'],
    block: BLOCK[align],
  };
}
