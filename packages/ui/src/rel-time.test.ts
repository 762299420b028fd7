import { describe, expect, it } from 'vitest';
import { dayText, exactTime, relativeTime } from './rel-time.ts';

const ZONE = 'Asia/Shanghai';
const now = Date.parse('2026-11-21T06:02:11Z');
const ago = (iso: string): string => relativeTime(iso, now, ZONE);

describe('relative time', () => {
  it('counts seconds, minutes and hours of today', () => {
    expect(ago('2026-11-21T06:02:05Z')).toBe('刚刚');
    expect(ago('2026-11-21T06:01:31Z')).toBe('40 秒前');
    expect(ago('2026-11-21T05:50:11Z')).toBe('12 分钟前');
    expect(ago('2026-11-21T02:30:00Z')).toBe('3 小时前');
  });
  it('names yesterday by the viewer’s own midnight', () => {
    expect(ago('2026-11-20T15:59:00Z')).toBe('昨天 23:59');
    expect(relativeTime('2026-11-20T15:59:00Z', now, 'UTC')).toBe('昨天 15:59');
  });
  it('says the day, and the year when it is another', () => {
    expect(ago('2026-11-03T01:00:00Z')).toBe('11 月 3 日');
    expect(dayText('2027-03-15T00:00:00Z', now, ZONE)).toBe('2027 年 3 月 15 日');
  });
  it('takes a clock that runs behind for now', () =>
    expect(ago('2026-11-21T06:05:00Z')).toBe('刚刚'));
  it('gives the exact second', () =>
    expect(exactTime('2026-11-21T05:37:08Z', ZONE)).toBe('2026 年 11 月 21 日 13:37:08'));
});
