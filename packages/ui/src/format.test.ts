import { describe, expect, it } from 'vitest';
import { formatCount, formatDay, formatYuan, keepNumbersWithUnits } from './format.ts';

describe('formatDay', () => {
  it('takes the day in China, not the day of the reader or of UTC', () => {
    expect(formatDay('2026-11-17T16:00:00.000Z')).toBe(
      '2026\u00A0年\u00A011\u00A0月\u00A018\u00A0日',
    );
    expect(formatDay('2026-11-17T15:59:59.000Z')).toBe(
      '2026\u00A0年\u00A011\u00A0月\u00A017\u00A0日',
    );
  });
  it('writes nothing for what is no date', () => expect(formatDay('soon')).toBe(''));
});

describe('formatYuan', () => {
  it('drops empty decimals and keeps others', () => {
    expect(formatYuan(0)).toBe('¥0');
    expect(formatYuan(2900)).toBe('¥29');
    expect(formatYuan(2990)).toBe('¥29.90');
  });
});

describe('formatCount', () => {
  it('groups by thousands', () => {
    expect(formatCount(500)).toBe('500');
    expect(formatCount(20000)).toBe('20,000');
    expect(formatCount(1234567)).toBe('1,234,567');
  });
});

describe('keepUnits', () => {
  it('ties a number to its unit, and leaves other spaces to break at', () =>
    expect(keepNumbersWithUnits('发了 2 张，用掉 1,200 mm 纸，成功 95 %，在 Excel 里')).toBe(
      '发了 2\u00A0张，用掉 1,200\u00A0mm 纸，成功 95\u00A0%，在 Excel 里',
    ));
  it('ties the sides of a size, and a price to its days', () => {
    expect(keepNumbersWithUnits('100 × 180、80 × 60')).toBe(
      '100\u00A0×\u00A0180、80\u00A0×\u00A060',
    );
    expect(keepNumbersWithUnits('每月 500 张免费，¥29 / 30 天起')).toBe(
      '每月 500\u00A0张免费，¥29\u00A0/\u00A030\u00A0天起',
    );
  });
});
