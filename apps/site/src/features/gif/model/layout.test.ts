import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  moveCropEdge,
  type Edge,
  computeInitialSize,
  placeMarkOnCanvas,
  MAX_PIXELS,
  scaleOtherSide,
  placeSourceOnCanvas,
  checkAnimationSize,
  rotateSize,
  FULL_CROP,
} from './layout.ts';

const canvas = { width: 200, height: 100, crop: FULL_CROP };

describe('a mark', () => {
  const picture = { width: 400, height: 200 };

  it('is as wide as asked for, a margin from the edges of its place', () => {
    expect(placeMarkOnCanvas({ place: 'bottom-right', size: 20 }, picture, canvas)).toEqual({
      x: 157,
      y: 77,
      width: 40,
      height: 20,
    });
    expect(placeMarkOnCanvas({ place: 'middle-centre', size: 20 }, picture, canvas)).toMatchObject({
      x: 80,
      y: 40,
    });
  });

  it('is never larger than the canvas, and then has no margin', () => {
    expect(
      placeMarkOnCanvas({ place: 'top-left', size: 100 }, { width: 100, height: 400 }, canvas),
    ).toMatchObject({ y: 0, width: 25, height: 100 });
  });
});

describe('a layout', () => {
  it('fills the canvas and cuts what is beyond it', () => {
    expect(placeSourceOnCanvas({ width: 100, height: 100 }, { ...canvas, fit: 'cover' })).toEqual({
      from: { x: 0, y: 25, width: 100, height: 50 },
      to: { x: 0, y: 0, width: 200, height: 100 },
    });
  });

  it('fits the whole picture in, in the middle', () => {
    expect(placeSourceOnCanvas({ width: 100, height: 100 }, { ...canvas, fit: 'contain' })).toEqual(
      {
        from: { x: 0, y: 0, width: 100, height: 100 },
        to: { x: 50, y: 0, width: 100, height: 100 },
      },
    );
  });

  it('shows the part that was cut out, undistorted', () => {
    const crop = { x: 0.5, y: 0, width: 0.5, height: 0.25 };
    expect(
      placeSourceOnCanvas({ width: 400, height: 400 }, { ...canvas, crop, fit: 'crop' }),
    ).toEqual({
      from: { x: 200, y: 0, width: 200, height: 100 },
      to: { x: 0, y: 0, width: 200, height: 100 },
    });
  });

  it('turns the sides with the picture', () => {
    expect(rotateSize({ width: 3, height: 2 }, 90)).toEqual({ width: 2, height: 3 });
    expect(rotateSize({ width: 3, height: 2 }, 180)).toEqual({ width: 3, height: 2 });
  });

  it('begins with what chats show, and never enlarges', () => {
    expect(computeInitialSize({ width: 1920, height: 1080 })).toEqual({ width: 480, height: 270 });
    expect(computeInitialSize({ width: 100, height: 40 })).toEqual({ width: 100, height: 40 });
    expect(computeInitialSize({ width: 4000, height: 1 })).toEqual({ width: 480, height: 8 });
    expect(scaleOtherSide(240, 1920, 1080)).toBe(135);
  });

  it('keeps a crop inside the picture, however it is dragged', () => {
    const edges: readonly Edge[] = ['move', 'n', 's', 'e', 'w', 'ne', 'nw', 'se', 'sw'];
    const shift = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...edges), shift, shift), { maxLength: 8 }),
        (drags) => {
          let crop = FULL_CROP;
          for (const [edge, dx, dy] of drags) crop = moveCropEdge(crop, edge, dx, dy);
          expect(crop.x).toBeGreaterThanOrEqual(-1e-9);
          expect(crop.y).toBeGreaterThanOrEqual(-1e-9);
          expect(crop.x + crop.width).toBeLessThanOrEqual(1 + 1e-9);
          expect(crop.y + crop.height).toBeLessThanOrEqual(1 + 1e-9);
          expect(Math.min(crop.width, crop.height)).toBeGreaterThan(0.019);
        },
      ),
    );
  });

  it('refuses sizes that memory does not hold, with a width that it would', () => {
    expect(checkAnimationSize({ width: 480, height: 320 }, 600)).toBeNull();
    const trouble = checkAnimationSize({ width: 1920, height: 1080 }, 600);
    const max = Number(/宽改到 (\d+) 以下/.exec(trouble ?? '')?.[1]);
    expect(max * max * (1080 / 1920) * 600).toBeLessThanOrEqual(MAX_PIXELS);
    expect(max).toBeGreaterThan(500);
  });
});
