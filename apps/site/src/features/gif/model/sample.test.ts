import { describe, expect, it } from 'vitest';
import { selectSpreadFrameRuns } from './sample.ts';

const listPlaces = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

describe('frames that stand for all', () => {
  it('are all of them where they are few, and none of none', () => {
    expect(selectSpreadFrameRuns(listPlaces(18))).toEqual([listPlaces(18)]);
    expect(selectSpreadFrameRuns([])).toEqual([]);
  });

  it('are neighbours from the beginning, the middle and the end', () => {
    expect(selectSpreadFrameRuns(listPlaces(100))).toEqual([
      [0, 1, 2, 3, 4, 5],
      [47, 48, 49, 50, 51, 52],
      [94, 95, 96, 97, 98, 99],
    ]);
  });
});
