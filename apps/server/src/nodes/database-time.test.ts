import { expect, it } from 'vitest';
import { createDatabaseTime } from './database-time.ts';

const HOUR = 3_600_000;

it('follows the database, whatever the clock of this machine shows', () => {
  let monotonic = 1_000;
  const time = createDatabaseTime(() => monotonic);
  const databaseNow = Date.now() - HOUR;
  time.adjust(databaseNow, 1_000, 1_000);
  expect(time.now()).toBe(databaseNow);
  monotonic += 500;
  expect(time.now()).toBe(databaseNow + 500);
});

it('does not follow differences that the time of the query explains', () => {
  let monotonic = 0;
  const time = createDatabaseTime(() => monotonic);
  time.adjust(10_000, 0, 0);
  monotonic = 1_000;
  time.adjust(11_080, 900, 1_100);
  expect(time.now()).toBe(11_000);
});

it('stands still instead of going back a little', () => {
  let monotonic = 0;
  const time = createDatabaseTime(() => monotonic);
  time.adjust(10_000, 0, 0);
  expect(time.now()).toBe(10_000);
  time.adjust(9_000, 0, 0);
  monotonic = 500;
  expect(time.now()).toBe(10_000);
  monotonic = 1_500;
  expect(time.now()).toBe(10_500);
});

it('follows a large step only when it is measured repeatedly, forwards and back', () => {
  let monotonic = 0;
  const time = createDatabaseTime(() => monotonic);
  const measure = (offset: number): number => {
    monotonic += 1_000;
    time.adjust(monotonic + offset, monotonic, monotonic);
    return time.now() - monotonic;
  };
  expect(measure(0)).toBe(0);
  expect([measure(HOUR), measure(0), measure(HOUR), measure(HOUR)]).toEqual([0, 0, 0, 0]);
  expect(measure(0)).toBe(0);
  for (let n = 0; n < 4; n += 1) expect(measure(HOUR)).toBe(0);
  expect(measure(HOUR)).toBe(HOUR);
  for (let n = 0; n < 4; n += 1) expect(measure(0)).toBe(HOUR);
  expect(measure(0)).toBe(0);
});
