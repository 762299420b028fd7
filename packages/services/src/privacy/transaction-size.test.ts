import { expect, it } from 'vitest';
import { INITIAL_ROWS, computeNextRowCount } from './transaction-size.ts';

/** The stable number of rows per step when a row takes `each` ms. */
const findSettledRowCount = (each: number): number => {
  let rows = INITIAL_ROWS;
  for (let n = 0; n < 50; n += 1) rows = computeNextRowCount(rows, rows * each);
  return rows;
};

it('takes fewer rows at once where they take long, and never too few to get on', () => {
  expect(findSettledRowCount(0.01)).toBe(200);
  expect(findSettledRowCount(0.3)).toBe(100);
  expect(findSettledRowCount(0.7)).toBe(50);
  expect(findSettledRowCount(100)).toBe(50);
  for (const each of [0.2, 0.3, 0.5, 1])
    expect(findSettledRowCount(each) * each).toBeLessThanOrEqual(50);
});

it('stays where a step is neither long nor short', () => {
  expect(computeNextRowCount(100, 30)).toBe(100);
  expect(computeNextRowCount(100, 51)).toBe(50);
  expect(computeNextRowCount(100, 24)).toBe(200);
});
