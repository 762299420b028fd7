import { describe, expect, it } from 'vitest';
import { dayAt, getGrid, planChart, toX, toY } from './chart-scale.ts';

describe('grid of the chart', () => {
  it('covers the largest day in few, round, whole steps', () => {
    for (let largest = 0; largest <= 5000; largest += 7) {
      const grid = getGrid(largest);
      expect(grid.at(-1)).toBeGreaterThanOrEqual(largest);
      expect(grid.length).toBeLessThanOrEqual(5);
      expect(grid.every(Number.isInteger)).toBe(true);
    }
    expect(getGrid(808)).toEqual([0, 250, 500, 750, 1000]);
    expect(getGrid(3)).toEqual([0, 1, 2, 3]);
    expect(getGrid(0)).toEqual([0, 1]);
  });
});

describe('the daily chart', () => {
  for (const [days, width] of [
    [1, 358],
    [7, 358],
    [30, 976],
    [30, 358],
    [366, 976],
  ] as const)
    it(`keeps ${days} days on ${width} px apart and inside`, () => {
      const plan = planChart(days, 808, width);
      expect(toX(plan, days - 1) + plan.bar / 2).toBeLessThanOrEqual(width);
      expect(toX(plan, 0) - plan.bar / 2).toBeGreaterThanOrEqual(plan.left);
      const named = [...plan.named].sort((a, b) => a - b);
      const gaps = named.slice(1).map((day, i) => day - (named[i] ?? 0));
      for (const gap of gaps) expect(gap * plan.slot).toBeGreaterThanOrEqual(51);
      // As far apart at the end as anywhere.
      expect(new Set(gaps).size).toBeLessThanOrEqual(1);
      expect(plan.named.has(days - 1)).toBe(true);
      for (const day of [0, days >> 1, days - 1])
        expect(dayAt(plan, days, toX(plan, day))).toBe(day);
    });
  it('stands on its zero line and ends at its top', () => {
    const plan = planChart(30, 1000, 976);
    expect(toY(plan, 0)).toBe(plan.base);
    expect(toY(plan, 1000)).toBe(plan.top);
  });
});
