import { describe, expect, it } from 'vitest';
import { formatChinaDay, formatChinaWeekday } from './days.ts';

describe('a published day', () => {
  it('is a day of China, regardless of who reads it', () => {
    expect(formatChinaDay('2026-11-20T16:00:00.000Z')).toBe('2026-11-21');
    expect(formatChinaWeekday('2026-11-20T16:00:00.000Z')).toBe('周六');
    expect(formatChinaDay('2026-11-20T15:59:59.999Z')).toBe('2026-11-20');
    expect(formatChinaWeekday('2026-11-20T15:59:59.999Z')).toBe('周五');
  });
});
