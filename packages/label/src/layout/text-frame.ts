import type { Rotation, TextElement } from '../template.ts';
import type { Placed } from './place.ts';

/**
 * The box as its lines see it: `placed.width` along them, `placed.height` across them. Columns are lines turned by a
 * quarter, which puts the first at the right and the next to its left.
 */
export type Frame = {
  placed: Placed;
  /** Where each line stands along itself. */
  inline: 'left' | 'center' | 'right';
  /** Where the block of lines stands across them. */
  block: 'top' | 'middle' | 'bottom';
};

const INLINE = { top: 'left', middle: 'center', bottom: 'right' } as const;
const BLOCK = { right: 'top', center: 'middle', left: 'bottom' } as const;

export function frameFor(placed: Placed, element: TextElement): Frame {
  const { align, fit, verticalAlign, writingMode } = element;
  if (writingMode !== 'vertical-rl') {
    const block = verticalAlign ?? (fit === 'wrap' ? 'top' : 'middle');
    return { placed, inline: align, block };
  }
  const { box, width, height } = placed;
  const rotation = ((placed.rotation + 90) % 360) as Rotation;
  return {
    placed: { box, rotation, width: height, height: width },
    inline: INLINE[verticalAlign ?? 'top'],
    block: BLOCK[align],
  };
}
