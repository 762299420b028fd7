import { describe, expect, it } from 'vitest';
import { type Box, placeTip } from './place-tip.ts';

const TIP = { width: 280, height: 140 };
const DESKTOP = { width: 1366, height: 768 };
const PHONE = { width: 320, height: 640 };

const doOverlap = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;

describe('the tip of the tour', () => {
  it.each([
    ['a palette at the left', { left: 0, top: 56, width: 64, height: 600 }, DESKTOP],
    ['a button at the upper right', { left: 1280, top: 8, width: 80, height: 40 }, DESKTOP],
    ['a bar at the bottom', { left: 64, top: 720, width: 1300, height: 48 }, DESKTOP],
    ['a button of the dock', { left: 192, top: 590, width: 64, height: 50 }, PHONE],
    ['a button in the bar of a phone', { left: 270, top: 8, width: 40, height: 40 }, PHONE],
  ])('stands beside %s, inside the viewport', (_what, control, viewport) => {
    const place = placeTip(control, TIP, viewport);
    expect(doOverlap({ ...place, ...TIP }, control)).toBe(false);
    expect(place.left).toBeGreaterThanOrEqual(8);
    expect(place.top).toBeGreaterThanOrEqual(8);
    expect(place.left + TIP.width).toBeLessThanOrEqual(viewport.width - 8);
    expect(place.top + TIP.height).toBeLessThanOrEqual(viewport.height - 8);
  });
  it('leaves the neighbours of a button in a row free', () =>
    expect(
      placeTip({ left: 0, top: 790, width: 78, height: 54 }, TIP, { width: 390, height: 844 }),
    ).toEqual({ left: 8, top: 638 }));
  it('stands inside the upper edge of a canvas that fills the viewport', () =>
    expect(placeTip({ left: 0, top: 56, width: 320, height: 534 }, TIP, PHONE)).toEqual({
      left: 20,
      top: 68,
    }));
});
