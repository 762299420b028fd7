import { describe, expect, it } from 'vitest';
import { computeResizedBox } from './resize-gesture.ts';

const start = { xMm: 10, yMm: 10, widthMm: 20, heightMm: 10 };
const CORNER = { x: 1, y: 1 };
const LEFT = { x: 0, y: 0.5 };
const none = { shift: false, alt: false };

const list = (box: typeof start): number[] => [box.xMm, box.yMm, box.widthMm, box.heightMm];

describe('a dragged handle', () => {
  it('leaves the opposite side where it is', () => {
    expect(list(computeResizedBox(start, CORNER, { x: 4, y: 2 }, none))).toEqual([10, 10, 24, 12]);
    expect(list(computeResizedBox(start, LEFT, { x: 4, y: 9 }, none))).toEqual([14, 10, 16, 10]);
  });

  it('resizes from the centre with Alt', () => {
    const keys = { shift: false, alt: true };
    expect(list(computeResizedBox(start, CORNER, { x: 4, y: 2 }, keys))).toEqual([6, 8, 28, 14]);
    expect(list(computeResizedBox(start, LEFT, { x: 4, y: 9 }, keys))).toEqual([14, 10, 12, 10]);
  });

  it('keeps the proportions with Shift, from the centre with both', () => {
    const shift = { shift: true, alt: false };
    expect(list(computeResizedBox(start, CORNER, { x: 20, y: 0 }, shift))).toEqual([
      10, 10, 40, 20,
    ]);
    const both = { shift: true, alt: true };
    expect(list(computeResizedBox(start, CORNER, { x: 10, y: 0 }, both))).toEqual([0, 5, 40, 20]);
    expect(list(computeResizedBox(start, LEFT, { x: -10, y: 0 }, both))).toEqual([0, 5, 40, 20]);
  });

  it('never makes a side shorter than half a millimetre', () => {
    const box = computeResizedBox(start, CORNER, { x: -50, y: -50 }, none);
    expect(list(box)).toEqual([10, 10, 0.5, 0.5]);
    const centred = computeResizedBox(
      start,
      CORNER,
      { x: -50, y: -50 },
      { shift: false, alt: true },
    );
    expect(list(centred)).toEqual([19.75, 14.75, 0.5, 0.5]);
  });
});
