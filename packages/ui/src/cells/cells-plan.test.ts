import { describe, expect, it } from 'vitest';
import { findCellAtPoint, moveCellByKey, planCellGrid } from './cells-plan.ts';

describe('cells of a batch', () => {
  for (const [count, room] of [
    [1, 300],
    [24, 392],
    [240, 940],
    [10_000, 940],
    [10_000, 326],
  ] as const)
    it(`finds each of ${count} cells on ${room} px where it is drawn`, () => {
      const plan = planCellGrid(count, room);
      expect(plan.columns * plan.rows).toBeGreaterThanOrEqual(count);
      expect(plan.columns * plan.pitchX).toBeLessThanOrEqual(room + 0.001);
      for (const place of [0, 1, count >> 1, count - 1].filter((p) => p < count)) {
        const x = (place % plan.columns) * plan.pitchX + plan.width / 2;
        const y = Math.floor(place / plan.columns) * plan.pitchY + plan.height / 2;
        expect(findCellAtPoint(plan, count, x, y)).toBe(place);
      }
    });

  it('keeps 10,000 labels within a few screens', () =>
    expect(planCellGrid(10_000, 940).totalHeight).toBeLessThan(800));

  it('stand closer where they would be higher than their place, as far as they can be seen', () => {
    const narrow = 290;
    expect(planCellGrid(1930, narrow).totalHeight).toBeGreaterThan(900);
    expect(planCellGrid(1930, narrow, 420).totalHeight).toBeLessThan(420);
    expect(planCellGrid(240, narrow, 420)).toEqual(planCellGrid(240, narrow));
    expect(planCellGrid(10_000, narrow, 420).width).toBe(4);
    expect(planCellGrid(10_000, 940, 800)).toEqual(planCellGrid(10_000, 940));
  });

  it('has no cell after the last one', () => {
    const plan = planCellGrid(3, 300);
    expect(findCellAtPoint(plan, 3, 3 * plan.pitchX + 2, 2)).toBe(-1);
    expect(findCellAtPoint(plan, 3, -1, 2)).toBe(-1);
  });

  it('moves with the arrows and stops at both ends', () => {
    const plan = planCellGrid(240, 940);
    expect(moveCellByKey(plan, 240, 0, 'ArrowLeft')).toBe(0);
    expect(moveCellByKey(plan, 240, 5, 'ArrowDown')).toBe(5 + plan.columns);
    expect(moveCellByKey(plan, 240, 5, 'End')).toBe(239);
    expect(moveCellByKey(plan, 240, 5, 'x')).toBe(5);
  });
});
