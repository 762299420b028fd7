import { describe, expect, it, vi } from 'vitest';
import {
  formatCalendarDay,
  formatExactTime,
  formatRelativeTime,
  formatFullDay,
} from './rel-time.ts';

const ZONE = 'Asia/Shanghai';
const now = Date.parse('2026-11-21T06:02:11Z');
const formatAgo = (iso: string): string => formatRelativeTime(iso, now, ZONE);

describe('relative time', () => {
  it('counts seconds, minutes and hours of today', () => {
    expect(formatAgo('2026-11-21T06:02:05Z')).toBe('刚刚');
    expect(formatAgo('2026-11-21T06:01:31Z')).toBe('40 秒前');
    expect(formatAgo('2026-11-21T05:50:11Z')).toBe('12 分钟前');
    expect(formatAgo('2026-11-21T02:30:00Z')).toBe('3 小时前');
  });
  it('names yesterday by the viewer’s own midnight', () => {
    expect(formatAgo('2026-11-20T15:59:00Z')).toBe('昨天 23:59');
    expect(formatRelativeTime('2026-11-20T15:59:00Z', now, 'UTC')).toBe('昨天 15:59');
  });
  it('says the day, and the year when it is another', () => {
    expect(formatAgo('2026-11-03T01:00:00Z')).toBe('11 月 3 日');
    expect(formatCalendarDay('2027-03-15T00:00:00Z', now, ZONE)).toBe('2027 年 3 月 15 日');
  });
  it('says the whole day of a zone', () => {
    const late = '2026-11-20T16:30:00Z';
    expect(formatFullDay(late, ZONE)).toBe('2026\u00A0年\u00A011\u00A0月\u00A021\u00A0日');
    expect(formatFullDay(late, 'UTC')).toBe('2026\u00A0年\u00A011\u00A0月\u00A020\u00A0日');
  });
  it('takes a clock that runs behind for now', () =>
    expect(formatAgo('2026-11-21T06:05:00Z')).toBe('刚刚'));
  it('makes no format for the zones every page asks for', () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    expect(formatExactTime('2026-11-21T05:37:08Z', ZONE)).toContain('13:37:08');
    expect(formatExactTime('2026-11-21T05:37:08Z')).toContain(':37:08');
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
  });
  it('agrees with the zone database, before and after China gave up summer time', () => {
    const known = new Intl.DateTimeFormat('en-GB', {
      timeZone: ZONE,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    for (const iso of ['1990-07-01T00:00:00Z', '1991-12-01T00:00:00Z', '2026-02-28T16:30:00Z'])
      expect(formatExactTime(iso, ZONE)).toContain(` ${known.format(Date.parse(iso))}:00`);
  });
  it('reads the viewer’s own clock', () => {
    const own = new Date('2026-11-21T05:37:08Z');
    expect(formatExactTime(own.toISOString())).toBe(
      `${own.getFullYear()} 年 ${own.getMonth() + 1} 月 ${own.getDate()} 日 ${String(own.getHours()).padStart(2, '0')}:37:08`,
    );
  });
  it('gives the exact second', () =>
    expect(formatExactTime('2026-11-21T05:37:08Z', ZONE)).toBe('2026 年 11 月 21 日 13:37:08'));
});
