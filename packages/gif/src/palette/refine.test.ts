import { expect, it } from 'vitest';
import { createRandom } from '../testing/clips.ts';
import { refineColors } from './refine.ts';

/** As described in the paper: compares each colour with every other one. */
function refinePlainly(
  colors: readonly number[][],
  start: readonly number[][],
  rounds: number,
): number[][] {
  let means = start.map((item) => [...item]);
  for (let round = 0; round < rounds; round += 1) {
    const nearest = colors.map((color) => {
      const distances = means.map((mean) =>
        mean.reduce((sum, level, at) => sum + (level - (color[at] ?? 0)) ** 2, 0),
      );
      return distances.indexOf(Math.min(...distances));
    });
    means = means.map((mean, at) => {
      const own = colors.filter((_, color) => nearest[color] === at);
      if (own.length === 0) return mean;
      return mean.map((_, channel) =>
        Math.round(own.reduce((sum, item) => sum + (item[channel] ?? 0), 0) / own.length),
      );
    });
  }
  return means;
}

it.each([2, 9, 60])(
  'moves %d colours to the means of what is nearest to them, in each round',
  (size) => {
    const random = createRandom(size);
    // Fractional values: no two distances are equal.
    const createColor = (): number[] => Array.from({ length: 3 }, () => random() * 255);
    const colors = Array.from({ length: 600 }, createColor);
    const start = Array.from({ length: size }, () => createColor().map(Math.round));
    const list = {
      count: colors.length,
      weight: new Float64Array(colors.length).fill(1),
      r: Float64Array.from(colors, ([r = 0]) => r),
      g: Float64Array.from(colors, ([, g = 0]) => g),
      b: Float64Array.from(colors, ([, , b = 0]) => b),
    };
    for (const rounds of [1, 2, 6]) {
      // Even with a start far from the result.
      const places = Uint8Array.from(colors, (_, at) => at % size);
      const moved = refineColors(list, Uint8Array.from(start.flat()), places, rounds);
      expect(Array.from(moved)).toEqual(refinePlainly(colors, start, rounds).flat());
    }
  },
);
