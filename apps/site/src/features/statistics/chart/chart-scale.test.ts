import { describe, expect, it } from 'vitest';
import { findDay, computeGridValues, planChart, toDayX, toValueY } from './chart-scale.ts';

describe('grid of the chart', () => {
  it('covers the largest day in few, round, whole steps', () => {
    for (let largest = 0; largest <= 5000; largest += 7) {
      const grid = computeGridValues(largest);
      expect(grid.at(-1)).toBeGreaterThanOrEqual(largest);
      expect(grid.length).toBeLessThanOrEqual(5);
      expect(grid.every(Number.isInteger)).toBe(true);
    }
    expect(computeGridValues(808)).toEqual([0, 250, 500, 750, 1000]);
    expect(computeGridValues(3)).toEqual([0, 1, 2, 3]);
    expect(computeGridValues(0)).toEqual([0, 1]);
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
      expect(toDayX(plan, days - 1) + plan.barWidth / 2).toBeLessThanOrEqual(width);
      expect(toDayX(plan, 0) - plan.barWidth / 2).toBeGreaterThanOrEqual(plan.left);
      const named = [...plan.labelledDays].sort((a, b) => a - b);
      const gaps = named.slice(1).map((day, i) => day - (named[i] ?? 0));
      for (const gap of gaps) expect(gap * plan.slot).toBeGreaterThanOrEqual(51);
      // All labels have the same distance, also at the end.
      expect(new Set(gaps).size).toBeLessThanOrEqual(1);
      expect(plan.labelledDays.has(days - 1)).toBe(true);
      for (const day of [0, days >> 1, days - 1])
        expect(findDay(plan, days, toDayX(plan, day))).toBe(day);
    });
  it('stands on its zero line and ends at its top', () => {
    const plan = planChart(30, 1000, 976);
    expect(toValueY(plan, 0)).toBe(plan.zeroY);
    expect(toValueY(plan, 1000)).toBe(plan.top);
  });
});
