import { describe, expect, it } from 'vitest';
import type { Box } from './box.ts';
import { snapBox, snapEdge, type SnapTargets } from './snap.ts';

const createBox = (xMm: number, yMm: number, widthMm = 10, heightMm = 5): Box => ({
  xMm,
  yMm,
  widthMm,
  heightMm,
});

const createTargets = (more: Partial<SnapTargets> = {}): SnapTargets => ({
  label: { widthMm: 60, heightMm: 40 },
  others: [],
  guides: { xMm: [], yMm: [] },
  reachMm: 0.5,
  dotsPerMm: 8,
  ...more,
});

describe('a box that is dragged', () => {
  it('goes to a whole dot when nothing is near', () => {
    const { dxMm, dyMm, lines } = snapBox(createBox(7.03, 8.07), createTargets());
    expect(7.03 + dxMm).toBeCloseTo(7, 9);
    expect(8.07 + dyMm).toBeCloseTo(8.125, 9);
    expect(lines).toEqual([]);
  });

  it('lies level with the nearest edge or middle, and says with what', () => {
    const { dxMm, dyMm, lines } = snapBox(
      createBox(5.3, 20),
      createTargets({ others: [createBox(5, 3, 20, 5)] }),
    );
    expect(dxMm).toBeCloseTo(-0.3, 9);
    expect(dyMm).toBe(0);
    expect(lines).toContainEqual({ axis: 'x', at: 5, from: 3, to: 25 });
  });

  it('finds the middle of the label and guides', () => {
    expect(snapBox(createBox(24.8, 10), createTargets()).dxMm).toBeCloseTo(0.2, 9);
    expect(
      snapBox(createBox(33.2, 10), createTargets({ guides: { xMm: [33], yMm: [] } })).dxMm,
    ).toBeCloseTo(-0.2, 9);
  });

  it('does not reach farther than it is told', () =>
    expect(
      snapBox(createBox(5.7, 20), createTargets({ others: [createBox(5, 3, 20, 5)], dotsPerMm: 0 }))
        .dxMm,
    ).toBe(0));

  it('makes gaps equal: between two neighbours, and as far from one as it is from its own', () => {
    const two = [createBox(2, 10), createBox(40, 10)];
    const between = snapBox(createBox(20.8, 10), createTargets({ others: two }));
    expect(20.8 + between.dxMm).toBeCloseTo(21, 9);
    expect(between.gaps.map((gap) => gap.to - gap.from)).toEqual([9, 9]);
    const row = [createBox(2, 10), createBox(15, 10)];
    const after = snapBox(createBox(28.2, 10), createTargets({ others: row }));
    expect(28.2 + after.dxMm).toBeCloseTo(28, 9);
    expect(after.gaps.filter(({ axis }) => axis === 'x')).toHaveLength(2);
  });

  it('says nothing of equal gaps elsewhere', () => {
    const row = [createBox(2, 10), createBox(15, 10), createBox(28, 10)];
    expect(snapBox(createBox(45, 30), createTargets({ others: row })).gaps).toEqual([]);
  });
});

describe('an edge that is dragged', () => {
  it('goes to the next edge, else to a whole dot', () => {
    const across = { low: 0, high: 5 };
    const snap = snapEdge(24.7, 'x', across, createTargets({ others: [createBox(5, 20, 20, 5)] }));
    expect(snap.delta).toBeCloseTo(0.3, 9);
    expect(snap.lines).toEqual([{ axis: 'x', at: 25, from: 0, to: 25 }]);
    expect(snapEdge(12.03, 'x', across, createTargets()).delta).toBeCloseTo(-0.03, 9);
  });
});
