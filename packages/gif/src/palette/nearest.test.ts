import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Nearest } from './nearest.ts';
import { createPalette } from './palette.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

const level = fc.integer({ min: 0, max: 255 });
const color = fc.tuple(level, level, level);

it('the colour found is as near as any of the palette', () => {
  const colors = fc.array(color, { minLength: 1, maxLength: 256 });
  fc.assert(
    fc.property(colors, fc.array(color, { minLength: 1, maxLength: 50 }), (all, asked) => {
      const nearest = new Nearest(createPalette(Uint8Array.from(all.flat())));
      const computeDistance = (a: readonly number[], b: readonly number[]): number =>
        a.reduce((sum, value, channel) => sum + (value - (b[channel] ?? 0)) ** 2, 0);
      for (const wish of asked) {
        const found = all[nearest.find(...wish)] ?? [];
        const min = Math.min(...all.map((item) => computeDistance(item, wish)));
        expect(computeDistance(found, wish)).toBe(min);
      }
    }),
    { numRuns: rounds(200) },
  );
});
