import type { Drawing } from '../template.ts';

export type Side = 'top' | 'left' | 'right' | 'bottom';

/** mm from the top left corner of the label. */
export type BoxMm = { x0: number; y0: number; x1: number; y1: number };

type Drawn = Pick<Drawing, 'boxes' | 'widthDots'>;

/** Area that the elements blacken; undefined when none of them is drawn. */
export const getInkBox = (
  { boxes, widthDots }: Drawn,
  widthMm: number,
  elementIds: readonly string[],
): BoxMm | undefined => {
  const matchingBoxes = boxes.filter(({ elementId }) => elementIds.includes(elementId));
  if (matchingBoxes.length === 0) return undefined;
  const mm = widthMm / widthDots;
  return {
    x0: Math.min(...matchingBoxes.map(({ box }) => box.x0)) * mm,
    y0: Math.min(...matchingBoxes.map(({ box }) => box.y0)) * mm,
    x1: Math.max(...matchingBoxes.map(({ box }) => box.x1)) * mm,
    y1: Math.max(...matchingBoxes.map(({ box }) => box.y1)) * mm,
  };
};

/** A line from a side of the label to a box: its end, and its length over the label. */
export type LeadLine = { side: Side; xMm: number; yMm: number; insideMm: number };

/** Computes the line from a number to a box. `share`: position along the edge of the box, 0–1. */
export const computeLeadLine = (
  { x0, y0, x1, y1 }: BoxMm,
  label: { widthMm: number; heightMm: number },
  { side, share }: { side: Side; share: number },
): LeadLine => {
  const across = x0 + (x1 - x0) * share;
  const down = y0 + (y1 - y0) * share;
  switch (side) {
    case 'top':
      return { side, xMm: across, yMm: y0, insideMm: y0 };
    case 'left':
      return { side, xMm: x0, yMm: down, insideMm: x0 };
    case 'right':
      return { side, xMm: x1, yMm: down, insideMm: label.widthMm - x1 };
    case 'bottom':
      return { side, xMm: across, yMm: y1, insideMm: label.heightMm - y1 };
  }
};
