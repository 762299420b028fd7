import { describe, expect, it } from 'vitest';
import { fitView, keepLabelInView, zoomViewToDots } from './view.ts';

const LABEL = { widthMm: 60, heightMm: 40 };
const ROOM = { width: 806, height: 616 };

describe('the fitted view', () => {
  it('centres the label, at whole pixels per dot, when nothing stands beside it', () => {
    const { scale, xPx, yPx } = fitView(LABEL, ROOM, 203);
    expect(scale).toBe(8);
    expect({ xPx, yPx }).toEqual({ xPx: (806 - 480) / 2, yPx: (616 - 320) / 2 });
  });

  it('leaves the column for notes free', () => {
    const { scale, xPx } = fitView(LABEL, ROOM, 203, 236);
    expect(xPx + 60 * scale).toBeLessThanOrEqual(806 - 236);
  });

  it('keeps the scale while a panel is open, and moves the label no further than it must', () => {
    const view = fitView(LABEL, ROOM, 203);
    expect(keepLabelInView(view, LABEL, { width: 806, height: 500 }, 203)).toEqual(view);
    const covered = keepLabelInView(view, LABEL, { width: 806, height: 400 }, 203);
    expect(covered).toEqual({ ...view, yPx: 400 - 12 - 320 });
  });

  it('is computed again for a label that no longer fits, but never larger', () => {
    const view = fitView(LABEL, ROOM, 203);
    const low = { width: 806, height: 300 };
    expect(keepLabelInView(view, LABEL, low, 203)).toEqual(fitView(LABEL, low, 203));
    const tiny = { width: 30, height: 30 };
    const min = fitView(LABEL, tiny, 203);
    expect(keepLabelInView(min, LABEL, tiny, 203)).toEqual(min);
  });
});

describe('the dots', () => {
  const room = { width: 366, height: 680 };
  const view = fitView(LABEL, room, 203);

  it('are enlarged about the centre until each can be seen', () => {
    const dots = zoomViewToDots(view, 203, room, null);
    expect(dots.scale).toBe(4 * 8);
    const getCentreMm = (shown: typeof view) => (183 - shown.xPx) / shown.scale;
    expect(getCentreMm(dots)).toBeCloseTo(getCentreMm(view));
    expect(zoomViewToDots(dots, 203, room, null)).toBe(dots);
  });

  it('are those of the chosen element, from its start when it is larger than the canvas', () => {
    const small = { xMm: 40, yMm: 20, widthMm: 4, heightMm: 4 };
    const { scale, xPx } = zoomViewToDots(view, 203, room, small);
    expect(42 * scale + xPx).toBeCloseTo(183);
    const wide = zoomViewToDots(view, 203, room, { ...small, xMm: 10, widthMm: 50 });
    expect(10 * wide.scale + wide.xPx).toBe(24);
  });
});
