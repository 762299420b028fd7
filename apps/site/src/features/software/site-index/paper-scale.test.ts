import { describe, expect, it } from 'vitest';
import { groupNamesByWidth, computeScaleEnd } from './paper-scale.tsx';

describe('scaleEnd', () => {
  it('reaches common print heads even when every sample is narrow', () =>
    expect(computeScaleEnd([40, 60])).toBe(110));
  it('ends at a full ten past the widest paper', () =>
    expect(computeScaleEnd([40, 112])).toBe(120));
});

describe('namesByWidth', () => {
  it('puts labels of one width together, the narrowest first', () =>
    expect(
      groupNamesByWidth([
        { name: '价签', widthMm: 60 },
        { name: '饰品', widthMm: 30 },
        { name: '食品', widthMm: 60 },
      ]),
    ).toEqual([
      [30, ['饰品']],
      [60, ['价签', '食品']],
    ]));
});
