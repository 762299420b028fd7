import { describe, expect, it } from 'vitest';
import { addDays, getCalendarDay, getStartOfDay, getStartOfMonthInChina } from './time.ts';

describe('days', () => {
  it.each([
    ['2026-11-21', 'Asia/Shanghai', '2026-11-20T16:00:00.000Z'],
    ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
    ['2026-06-01', 'Asia/Kathmandu', '2026-05-31T18:15:00.000Z'],
    ['2026-06-01', 'Pacific/Kiritimati', '2026-05-31T10:00:00.000Z'],
  ])('%s starts in %s at %s', (day, zone, instant) => {
    const start = getStartOfDay(day, zone);
    expect(new Date(start).toISOString()).toBe(instant);
    expect(getCalendarDay(start, zone)).toBe(day);
    expect(getCalendarDay(start - 1, zone)).toBe(addDays(day, -1));
  });

  it('begins the quota month in China', () => {
    const last = Date.UTC(2026, 9, 31, 15, 59, 59);
    expect(new Date(getStartOfMonthInChina(last)).toISOString()).toBe('2026-09-30T16:00:00.000Z');
    expect(new Date(getStartOfMonthInChina(last + 1_000)).toISOString()).toBe(
      '2026-10-31T16:00:00.000Z',
    );
  });
});
