import { expect, it } from 'vitest';
import { computeDifference } from './diff.ts';

/** Builds a bitmap from rows of dots; # is black. */
const createDots = (...rows: string[]) => ({
  widthDots: rows[0]?.length ?? 0,
  heightDots: rows.length,
  rgba: Uint8ClampedArray.from(
    rows.flatMap((row) =>
      Array.from(row, (dot) => (dot === '#' ? [0, 0, 0, 255] : [255, 255, 255, 255])).flat(),
    ),
  ),
});

const colourAt = (rgba: Uint8ClampedArray, at: number): number[] =>
  Array.from(rgba.slice(4 * at, 4 * at + 3));

it('colours what went and what came, on the larger of both labels', () => {
  const { widthDots, heightDots, rgba, changed } = computeDifference(
    createDots('##', '..'),
    createDots('#.#', '...'),
  );
  expect([widthDots, heightDots, changed]).toEqual([3, 2, 2]);
  expect(colourAt(rgba, 0)).toEqual([190, 186, 176]);
  expect(colourAt(rgba, 1)).toEqual([201, 53, 34]);
  expect(colourAt(rgba, 2)).toEqual([43, 74, 203]);
  expect(colourAt(rgba, 3)).toEqual([255, 255, 255]);
});
