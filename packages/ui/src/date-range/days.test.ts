import { describe, expect, it } from 'vitest';
import {
  addMonths,
  moveDayByKey,
  countDays,
  isValidDay,
  parseDay,
  shiftDayByMonths,
  listWeeks,
} from './days.ts';

describe('a month', () => {
  it('begins its weeks on Monday', () => {
    const weeks = listWeeks('2026-11');
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks.at(-1)?.[0]).toBe('2026-11-30');
    expect(listWeeks('2027-02')).toHaveLength(4);
    expect(weeks.flat().filter(Boolean)).toHaveLength(30);
  });
  it('is followed by the next, over a year', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01');
    expect(addMonths('2026-01', -13)).toBe('2024-12');
  });
});

describe('the keyboard', () => {
  it.each([
    ['ArrowLeft', '2026-10-31'],
    ['ArrowRight', '2026-11-02'],
    ['ArrowUp', '2026-10-25'],
    ['ArrowDown', '2026-11-08'],
    ['Home', '2026-10-26'],
    ['End', '2026-11-01'],
    ['PageUp', '2026-10-01'],
    ['PageDown', '2026-12-01'],
  ])('%s leads from Sunday the first of November to %s', (key, day) =>
    expect(moveDayByKey('2026-11-01', key, false)).toBe(day),
  );
  it('turns a year with Shift, and stays for other keys', () => {
    expect(moveDayByKey('2028-02-29', 'PageDown', true)).toBe('2029-02-28');
    expect(moveDayByKey('2026-11-01', 'a', false)).toBeNull();
  });
  it('stops at the end of a shorter month', () => {
    expect(shiftDayByMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(shiftDayByMonths('2026-10-31', 1)).toBe('2026-11-30');
  });
});

describe('a typed day', () => {
  it.each([
    '2026-11-03',
    '2026/11/3',
    '2026.11.3',
    '2026年11月3日',
    '20261103',
    ' ２０２６-11-03 ',
  ])('may be written %s', (text) => expect(parseDay(text)).toBe('2026-11-03'));
  it.each(['', '2026-02-30', '2026-13-01', '11-03', 'x'])('is not %s', (text) =>
    expect(parseDay(text)).toBeNull(),
  );
});

it('days are counted with both ends, and exist', () => {
  expect(countDays('2026-03-01', '2026-03-31')).toBe(31);
  expect(isValidDay('2028-02-29')).toBe(true);
  expect(isValidDay('2026-02-29')).toBe(false);
});
