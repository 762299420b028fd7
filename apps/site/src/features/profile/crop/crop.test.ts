import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_ZOOM,
  moveCrop,
  computeOutputSize,
  type Shape,
  createFullCrop,
  zoomCrop,
  getZoom,
} from './crop.ts';

const wide: Shape = { size: { width: 400, height: 300 }, aspect: 1 };

describe('what is cut out of a picture', () => {
  it('is as much as fits, out of the middle', () => {
    expect(createFullCrop(wide)).toEqual({ x: 50, y: 0, width: 300 });
    expect(createFullCrop({ size: { width: 400, height: 300 }, aspect: 4 })).toEqual({
      x: 0,
      y: 100,
      width: 400,
    });
  });

  it('stays within the picture wherever it is moved', () => {
    expect(moveCrop(wide, createFullCrop(wide), { x: -500, y: 40 })).toEqual({
      x: 0,
      y: 0,
      width: 300,
    });
    expect(moveCrop(wide, createFullCrop(wide), { x: 30, y: 0 })).toEqual({
      x: 80,
      y: 0,
      width: 300,
    });
  });

  it('keeps what lies under the finger when it is zoomed', () => {
    const crop = zoomCrop(wide, createFullCrop(wide), 2, { x: 1, y: 0 });
    expect(crop).toEqual({ x: 200, y: 0, width: 150 });
    expect(getZoom(wide, crop)).toBe(2);
    expect(zoomCrop(wide, crop, 1)).toEqual({ x: 100, y: 0, width: 300 });
    expect(getZoom(wide, zoomCrop(wide, crop, 1_000))).toBe(MAX_ZOOM);
  });

  it('is made as large as wanted, never larger than it is', () => {
    expect(computeOutputSize(wide, createFullCrop(wide), 512)).toEqual({ width: 300, height: 300 });
    expect(computeOutputSize({ ...wide, aspect: 4 }, { x: 0, y: 0, width: 4_000 }, 1_600)).toEqual({
      width: 1_600,
      height: 400,
    });
  });

  it('is within the picture after whatever was done', () => {
    const side = fc.integer({ min: 1, max: 16_000 });
    const number = fc.double({ min: -1e5, max: 1e5, noNaN: true });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const acts = fc.array(fc.tuple(fc.boolean(), number, number, share, share), { maxLength: 20 });
    fc.assert(
      fc.property(side, side, fc.constantFrom(1, 4), acts, (width, height, aspect, done) => {
        const shape = { size: { width, height }, aspect };
        let crop = createFullCrop(shape);
        for (const [isMove, a, b, x, y] of done)
          crop = isMove
            ? moveCrop(shape, crop, { x: a, y: b })
            : zoomCrop(shape, crop, a, { x, y });
        const slack = 1e-6 * Math.max(width, height);
        expect(crop.x).toBeGreaterThanOrEqual(0);
        expect(crop.y).toBeGreaterThanOrEqual(0);
        expect(crop.x + crop.width).toBeLessThanOrEqual(width + slack);
        expect(crop.y + crop.width / aspect).toBeLessThanOrEqual(height + slack);
        expect(getZoom(shape, crop)).toBeLessThanOrEqual(MAX_ZOOM + 1e-9);
      }),
    );
  });
});
