import { describe, expect, it } from 'vitest';
import { getVisibleRange } from './visible-range.ts';

describe('rows in view', () => {
  it('are few however many there are, and cover the view wherever it is', () => {
    for (const top of [0, 1, 3600, 359_000]) {
      const { from, to } = getVisibleRange(10_000, top, 396, 36);
      expect(to - from).toBeLessThan(40);
      expect(from * 36).toBeLessThanOrEqual(top);
      expect(Math.min(to * 36, 360_000)).toBeGreaterThanOrEqual(Math.min(top + 396, 360_000));
    }
  });
  it('are all when they fit', () =>
    expect(getVisibleRange(3, 0, 396, 36)).toEqual({ from: 0, to: 3 }));
  it('are none of none', () =>
    expect(getVisibleRange(0, 500, 396, 36)).toEqual({ from: 0, to: 0 }));
});
