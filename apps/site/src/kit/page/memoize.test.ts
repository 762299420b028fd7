import { expect, it } from 'vitest';
import { memoizeByObject } from './memoize.ts';

it('makes a thing once of the same data, and again of other data that says the same', () => {
  let times = 0;
  const make = ({ n }: { n: number }): { twice: number } => {
    times += 1;
    return { twice: n * 2 };
  };
  const data = { n: 2 };
  const first = memoizeByObject(data, make);
  expect(first).toEqual({ twice: 4 });
  expect(memoizeByObject(data, make)).toBe(first);
  expect(times).toBe(1);
  expect(memoizeByObject({ n: 2 }, make)).not.toBe(first);
  expect(times).toBe(2);
});

it('keeps what different functions make of the same data apart, and what came to nothing', () => {
  const data = { n: 2 };
  let times = 0;
  const countCall = (): null => {
    times += 1;
    return null;
  };
  expect(memoizeByObject(data, ({ n }) => n + 1)).toBe(3);
  expect([memoizeByObject(data, countCall), memoizeByObject(data, countCall)]).toEqual([
    null,
    null,
  ]);
  expect(times).toBe(1);
});
