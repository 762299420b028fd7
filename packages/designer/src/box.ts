import type { ElementBox } from '@yunbiao/label';

/** Rectangle on the label, mm from its top left corner. */
export type Box = Pick<ElementBox, 'xMm' | 'yMm' | 'widthMm' | 'heightMm'>;

/** Rounds to 0.01 mm: finer than any print head, and the precision of the input fields. */
export const roundMm = (mm: number): number => Math.round(mm * 100) / 100 + 0;

export const getRight = ({ xMm, widthMm }: Box): number => xMm + widthMm;
export const getBottom = ({ yMm, heightMm }: Box): number => yMm + heightMm;

export const getElementBox = ({ xMm, yMm, widthMm, heightMm }: Box): Box => ({
  xMm,
  yMm,
  widthMm,
  heightMm,
});

/** Bounding box; null when there are no boxes. */
export const computeBounds = (boxes: readonly Box[]): Box | null => {
  if (boxes.length === 0) return null;
  const xMm = Math.min(...boxes.map((box) => box.xMm));
  const yMm = Math.min(...boxes.map((box) => box.yMm));
  const widthMm = Math.max(...boxes.map(getRight)) - xMm;
  const heightMm = Math.max(...boxes.map(getBottom)) - yMm;
  return { xMm, yMm, widthMm, heightMm };
};

/** Box between two opposite corners, in any order. */
export const createBoxBetween = (
  a: { x: number; y: number },
  b: { x: number; y: number },
): Box => ({
  xMm: Math.min(a.x, b.x),
  yMm: Math.min(a.y, b.y),
  widthMm: Math.abs(a.x - b.x),
  heightMm: Math.abs(a.y - b.y),
});

export const intersects = (a: Box, b: Box): boolean =>
  a.xMm <= getRight(b) && b.xMm <= getRight(a) && a.yMm <= getBottom(b) && b.yMm <= getBottom(a);

/** `margin`: tolerance outside the box, mm. */
export const containsPoint = (box: Box, { x, y }: { x: number; y: number }, margin = 0): boolean =>
  x >= box.xMm - margin &&
  x <= getRight(box) + margin &&
  y >= box.yMm - margin &&
  y <= getBottom(box) + margin;

/** Scales and moves `part` in the same way as `from` becomes `to`. */
export const stretchBox = (part: Box, from: Box, to: Box): Box => {
  const kx = from.widthMm > 0 ? to.widthMm / from.widthMm : 1;
  const ky = from.heightMm > 0 ? to.heightMm / from.heightMm : 1;
  return {
    xMm: to.xMm + (part.xMm - from.xMm) * kx,
    yMm: to.yMm + (part.yMm - from.yMm) * ky,
    widthMm: part.widthMm * kx,
    heightMm: part.heightMm * ky,
  };
};
