import { describe, expect, it } from 'vitest';
import { findBusiestHour, findCell, describeHourLabels, computeHeatmapShade } from './week.ts';

const createEmptyWeek = () => Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));

describe('the map of a week', () => {
  it('finds the busiest hour, the first of two', () => {
    expect(findBusiestHour(createEmptyWeek())).toBeNull();
    const week = createEmptyWeek();
    week[1] = Array.from({ length: 24 }, (_, hour) => (hour === 9 || hour === 10 ? 7 : 1));
    expect(findBusiestHour(week)).toEqual({ weekday: 1, hour: 9, labels: 7 });
    expect(describeHourLabels({ weekday: 1, hour: 9, labels: 1200 })).toBe('周二 9–10 点 1,200 张');
  });

  it('shades an hour without labels as none, and every other as something', () => {
    expect([0, 1, 250, 563, 1_000].map((labels) => computeHeatmapShade(labels, 1_000))).toEqual([
      0, 1, 2, 4, 4,
    ]);
    expect(computeHeatmapShade(0, 0)).toBe(0);
  });

  it('reads the cell under the pointer, and none beside the map', () => {
    const week = createEmptyWeek();
    expect(findCell(week, { x: 0.999, y: 0.999 })).toEqual({ weekday: 6, hour: 23, labels: 0 });
    expect(findCell(week, { x: 0, y: 0 })).toEqual({ weekday: 0, hour: 0, labels: 0 });
    expect(findCell(week, { x: 1, y: 0.5 })).toBeNull();
    expect(findCell(week, { x: -0.01, y: 0.5 })).toBeNull();
  });
});
