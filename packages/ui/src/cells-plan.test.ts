import { describe, expect, it } from 'vitest';
import { cellAt, cellStep, planCells } from './cells-plan.ts';

describe('cells of a batch', () => {
  for (const [count, room] of [
    [1, 300],
    [24, 392],
    [240, 940],
    [10_000, 940],
    [10_000, 326],
  ] as const)
    it(`finds each of ${count} cells on ${room} px where it is drawn`, () => {
      const plan = planCells(count, room);
      expect(plan.columns * plan.rows).toBeGreaterThanOrEqual(count);
      expect(plan.columns * plan.pitchX).toBeLessThanOrEqual(room + 0.001);
      for (const place of [0, 1, count >> 1, count - 1].filter((p) => p < count)) {
        const x = (place % plan.columns) * plan.pitchX + plan.width / 2;
        const y = Math.floor(place / plan.columns) * plan.pitchY + plan.height / 2;
        expect(cellAt(plan, count, x, y)).toBe(place);
      }
    });

  it('keeps 10,000 labels within a few screens', () =>
    expect(planCells(10_000, 940).totalHeight).toBeLessThan(800));

  it('stand closer where they would be higher than their place, as far as they can be seen', () => {
    const narrow = 290;
    expect(planCells(1930, narrow).totalHeight).toBeGreaterThan(900);
    expect(planCells(1930, narrow, 420).totalHeight).toBeLessThan(420);
    expect(planCells(240, narrow, 420)).toEqual(planCells(240, narrow));
    expect(planCells(10_000, narrow, 420).width).toBe(4);
    expect(planCells(10_000, 940, 800)).toEqual(planCells(10_000, 940));
  });

  it('has no cell after the last one', () => {
    const plan = planCells(3, 300);
    expect(cellAt(plan, 3, 3 * plan.pitchX + 2, 2)).toBe(-1);
    expect(cellAt(plan, 3, -1, 2)).toBe(-1);
  });

  it('moves with the arrows and stops at both ends', () => {
    const plan = planCells(240, 940);
    expect(cellStep(plan, 240, 0, 'ArrowLeft')).toBe(0);
    expect(cellStep(plan, 240, 5, 'ArrowDown')).toBe(5 + plan.columns);
    expect(cellStep(plan, 240, 5, 'End')).toBe(239);
    expect(cellStep(plan, 240, 5, 'x')).toBe(5);
  });
});
