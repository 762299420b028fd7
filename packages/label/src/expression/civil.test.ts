import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  addSeconds,
  createCivilDateIfExists,
  getDayOfYear,
  countDaysInMonth,
  findEndOfMonth,
  getIsoWeek,
  parseCivilDate,
  getWeekday,
  toYearMonthDay,
  type CivilDate,
} from './civil.ts';
import { formatChineseDate, formatDateByPattern, formatWeekday } from './date-format.ts';

const DAY_MS = 86_400_000;
const anyDay = fc.integer({ min: -719_162, max: 2_932_896 });

const parseDate = (text: string): CivilDate => {
  const read = parseCivilDate(text);
  if (read === undefined) throw new Error(text);
  return read;
};
const formatIso = (value: CivilDate | undefined): string | undefined =>
  value && formatDateByPattern(value, 'yyyy-MM-dd');

describe('the calendar', () => {
  it('is that of Date, from the year 1 to 9999', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const there = new Date(day * DAY_MS);
        const { year, month, day: ofMonth } = toYearMonthDay(day);
        expect([year, month, ofMonth]).toEqual([
          there.getUTCFullYear(),
          there.getUTCMonth() + 1,
          there.getUTCDate(),
        ]);
        expect(createCivilDateIfExists(year, month, ofMonth)?.day).toBe(day);
        expect(getWeekday({ day, second: undefined }) % 7).toBe(there.getUTCDay());
      }),
    );
  });

  it('has the ISO weeks of the standard', () => {
    // Years that start or end within a week of another year, as listed by ISO 8601 and its
    // commentaries.
    for (const [text, year, week] of [
      ['2005-01-01', 2004, 53],
      ['2005-01-03', 2005, 1],
      ['2007-12-31', 2008, 1],
      ['2008-12-29', 2009, 1],
      ['2010-01-03', 2009, 53],
      ['2026-11-23', 2026, 48],
      ['2027-01-01', 2026, 53],
    ] as const)
      expect({ text, ...getIsoWeek(parseDate(text)) }).toEqual({ text, year, week });
  });

  it('keeps weeks whole: Monday to Sunday have one number, and the next Monday the next or 1', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        fc.pre(day > -719_100 && day < 2_932_800);
        const monday = day - getWeekday({ day, second: undefined }) + 1;
        const getWeek = (at: number) => getIsoWeek({ day: at, second: undefined });
        expect(getWeek(monday + 6)).toEqual(getWeek(monday));
        const [now, next] = [getWeek(monday), getWeek(monday + 7)];
        expect(next).toEqual(
          next.year === now.year ? { ...now, week: now.week + 1 } : { year: now.year + 1, week: 1 },
        );
      }),
    );
  });

  it('keeps the day of a month, or takes its last', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -500, max: 500 }), (day, months) => {
        const from = toYearMonthDay(day);
        const to = addMonths({ day, second: undefined }, months);
        fc.pre(to !== undefined);
        const { year, month, day: ofMonth } = toYearMonthDay(to?.day ?? 0);
        expect(year * 12 + month).toBe(from.year * 12 + from.month + months);
        expect(ofMonth).toBe(Math.min(from.day, countDaysInMonth(year, month)));
      }),
    );
  });

  it.each([
    ['2026-11-23', 0, '2026-11-30'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2100-01-31', 1, '2100-02-28'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
  ])('ends the month of %s and %i on %s', (from, months, to) =>
    expect(formatIso(findEndOfMonth(parseDate(from), months))).toBe(to),
  );

  it('goes over midnight and ends with the year 9999', () => {
    expect(addSeconds(parseDate('2026-12-31 23:59'), 120)).toEqual(parseDate('2027-01-01 00:01'));
    expect(addMonths(parseDate('9999-12-01'), 1)).toBeUndefined();
    expect(getDayOfYear(parseDate('2028-12-31'))).toBe(366);
  });

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-1',
    '26-01-01',
    '2026-11-23 24:00',
    '2026年11月',
    'x',
  ])('has no %s', (text) => expect(parseCivilDate(text)).toBeUndefined());

  it.each([
    '2026-11-23',
    '2026/11/23',
    '2026.11.23',
    '2026年11月23日',
    '20261123',
    '２０２６－１１－２３',
  ])('reads %s', (text) => expect(formatIso(parseCivilDate(text))).toBe('2026-11-23'));
});

describe('Chinese dates', () => {
  it.each([
    ['2026-11-23', '二〇二六年十一月二十三日', '星期一'],
    ['2030-10-10', '二〇三〇年十月十日', '星期四'],
    ['2000-01-30', '二〇〇〇年一月三十日', '星期日'],
    ['2026-12-20', '二〇二六年十二月二十日', '星期日'],
  ])('writes %s as %s, %s', (text, chinese, day) => {
    expect(formatChineseDate(parseDate(text))).toBe(chinese);
    expect(formatWeekday(parseDate(text))).toBe(day);
  });
});

describe('patterns', () => {
  it('knows its letters, keeps the rest and refuses other letters', () => {
    const at = parseDate('2026-01-05 09:05:07');
    expect(formatDateByPattern(at, 'yyyy-MM-dd HH:mm:ss')).toBe('2026-01-05 09:05:07');
    expect(formatDateByPattern(at, "yy年M月d日 H时m分 'W'WW DDD RRRR")).toBe(
      '26年1月5日 9时5分 W02 005 2026',
    );
    expect(formatDateByPattern(at, 'YYYY')).toBeUndefined();
    expect(formatDateByPattern(at, 'constructor')).toBeUndefined();
  });
});
