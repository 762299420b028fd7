import type { ElementBox } from '@yunbiao/label';

/** A rectangle on the label, mm from its top left corner. */
export type Box = Pick<ElementBox, 'xMm' | 'yMm' | 'widthMm' | 'heightMm'>;

/** Hundredths of a millimetre: finer than any print head, and what the fields show. */
export const roundMm = (mm: number): number => Math.round(mm * 100) / 100 + 0;

export const getRight = ({ xMm, widthMm }: Box): number => xMm + widthMm;
export const getBottom = ({ yMm, heightMm }: Box): number => yMm + heightMm;

export const getBox = ({ xMm, yMm, widthMm, heightMm }: Box): Box => ({
  xMm,
  yMm,
  widthMm,
  heightMm,
});

/** The smallest box around all of them; null around none. */
export const aroundAll = (boxes: readonly Box[]): Box | null => {
  if (boxes.length === 0) return null;
  const xMm = Math.min(...boxes.map((box) => box.xMm));
  const yMm = Math.min(...boxes.map((box) => box.yMm));
  const widthMm = Math.max(...boxes.map(getRight)) - xMm;
  const heightMm = Math.max(...boxes.map(getBottom)) - yMm;
  return { xMm, yMm, widthMm, heightMm };
};

/** The box between two corners, whichever they are. */
export const between = (a: { x: number; y: number }, b: { x: number; y: number }): Box => ({
  xMm: Math.min(a.x, b.x),
  yMm: Math.min(a.y, b.y),
  widthMm: Math.abs(a.x - b.x),
  heightMm: Math.abs(a.y - b.y),
});

export const meets = (a: Box, b: Box): boolean =>
  a.xMm <= getRight(b) && b.xMm <= getRight(a) && a.yMm <= getBottom(b) && b.yMm <= getBottom(a);

/** `margin`: how far outside still counts, mm. */
export const holds = (box: Box, { x, y }: { x: number; y: number }, margin = 0): boolean =>
  x >= box.xMm - margin &&
  x <= getRight(box) + margin &&
  y >= box.yMm - margin &&
  y <= getBottom(box) + margin;

/** A part of `from`, moved and stretched as `from` becomes `to`. */
export const stretched = (part: Box, from: Box, to: Box): Box => {
  const kx = from.widthMm > 0 ? to.widthMm / from.widthMm : 1;
  const ky = from.heightMm > 0 ? to.heightMm / from.heightMm : 1;
  return {
    xMm: to.xMm + (part.xMm - from.xMm) * kx,
    yMm: to.yMm + (part.yMm - from.yMm) * ky,
    widthMm: part.widthMm * kx,
    heightMm: part.heightMm * ky,
  };
};
