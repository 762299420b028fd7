import { describe, expect, it } from 'vitest';
import { listCurrentPeriods, listPeriodsAfterOrder, createMonthScale } from './plan-periods.ts';

const NOW = new Date(2026, 10, 21, 10).getTime();
const DAY = 86_400_000;
const toTime = (days: number): number => NOW + days * DAY;
const createSpan = (name: string, from: number, to: number) => ({
  name,
  level: 1,
  startsAt: new Date(toTime(from)).toISOString(),
  endsAt: new Date(toTime(to)).toISOString(),
});
const describePeriods = (
  pieces: readonly { name: string; from: number; to: number; isNew: boolean }[],
) =>
  pieces.map(({ name, from, to, isNew }) => [
    `${isNew ? '+' : ''}${name}`,
    (from - NOW) / DAY,
    (to - NOW) / DAY,
  ]);

describe('what runs and what an order brings', () => {
  it('begins today, whenever the plan began, and leaves out what is over', () => {
    expect(
      describePeriods(
        listCurrentPeriods([createSpan('月付', -10, 20), createSpan('年付', 20, 385)], NOW),
      ),
    ).toEqual([
      ['月付', 0, 20],
      ['年付', 20, 385],
    ]);
    expect(listCurrentPeriods([createSpan('月付', -40, -10)], NOW)).toEqual([]);
  });

  it('puts new days of the same plan after those that are there', () => {
    const currentSpans = [createSpan('月付', -10, 20)];
    const after = [createSpan('月付', 0, 50)];
    expect(
      describePeriods(listPeriodsAfterOrder({ currentSpans, after, name: '月付' }, NOW)),
    ).toEqual([
      ['月付', 0, 20],
      ['+月付', 20, 50],
    ]);
  });

  it('puts a dearer plan first, and what is left of the other after it', () => {
    const currentSpans = [createSpan('月付', -10, 20)];
    const after = [createSpan('年付', 0, 365), createSpan('月付', 365, 385)];
    expect(
      describePeriods(listPeriodsAfterOrder({ currentSpans, after, name: '年付' }, NOW)),
    ).toEqual([
      ['+年付', 0, 365],
      ['月付', 365, 385],
    ]);
  });

  it('parts the plan that waits behind another', () => {
    const currentSpans = [createSpan('年付', -1, 100), createSpan('月付', 100, 120)];
    const after = [createSpan('年付', 0, 100), createSpan('月付', 100, 150)];
    expect(
      describePeriods(listPeriodsAfterOrder({ currentSpans, after, name: '月付' }, NOW)),
    ).toEqual([
      ['年付', 0, 100],
      ['月付', 100, 120],
      ['+月付', 120, 150],
    ]);
  });

  it('is all new for one who has nothing', () => {
    const after = [createSpan('年付', 0, 365)];
    expect(
      describePeriods(listPeriodsAfterOrder({ currentSpans: [], after, name: '年付' }, NOW)),
    ).toEqual([['+年付', 0, 365]]);
  });
});

describe('the scale', () => {
  it('names every month of a year, and the year where it begins', () => {
    const { ticks } = createMonthScale(NOW, toTime(365));
    expect(ticks.map(({ text }) => text)).toEqual([
      '11 月',
      '12 月',
      '2027',
      '2 月',
      '3 月',
      '4 月',
      '5 月',
      '6 月',
      '7 月',
      '8 月',
      '9 月',
      '10 月',
      '11 月',
      '12 月',
    ]);
    expect(ticks.filter(({ rank }) => rank === 0).map(({ text }) => text)).toEqual([
      '2027',
      '4 月',
      '7 月',
      '10 月',
    ]);
  });

  it.each([1, 30, 365, 800, 2000, 5000, 365 * 99])(
    'holds %i days with room for its labels',
    (days) => {
      const { from, to, ticks } = createMonthScale(NOW, toTime(days));
      expect(from).toBeLessThanOrEqual(NOW);
      expect(to).toBeGreaterThan(toTime(days));
      expect([ticks[0]?.at, ticks.at(-1)?.at]).toEqual([from, to]);
      expect(ticks.length).toBeLessThanOrEqual(52);
      expect(ticks.filter(({ rank }) => rank < 2).length).toBeLessThanOrEqual(16);
      expect(ticks.filter(({ rank }) => rank === 0).length).toBeLessThanOrEqual(8);
    },
  );
});
