import { describe, expect, it } from 'vitest';
import { shownNumber } from './cell-text.ts';

const shown = (raw: string, format: string): string => shownNumber(raw, format, false);

describe('numbers as a sheet shows them', () => {
  it.each([
    ['12', '00000', '00012'],
    ['1234.5', '#,##0.00', '1,234.50'],
    ['-1234.5', '#,##0.00;-#,##0.00', '-1,234.50'],
    ['-3', '0;(0)', '(3)'],
    ['0', '0;-0;;@', ''],
    ['1.005', '0.00', '1.01'],
    ['0.256', '0%', '26%'],
    ['1', '0"箱"', '1箱'],
    ['5', 'General"元"', '5元'],
    ['0.05', '0.##', '0.05'],
    ['.5', '#.00', '.50'],
    ['12345678', '#,##0,"千"', '12,346千'],
    ['3', '_ * #,##0_ ;_ * -#,##0_ ;_ * "-"_ ;_ @_ ', '3'],
    ['12', '@', '12'],
  ])('%s as %s is %s', (raw, format, text) => {
    expect(shown(raw, format)).toBe(text);
  });

  it('writes out what Excel would show in powers of ten or as a fraction', () => {
    expect(shown('6901234567892', '0.00E+00')).toBe('6901234567892');
    expect(shown('1.2345678901234E+17', 'General')).toBe('123456789012340000');
    expect(shown('1e-7', 'General')).toBe('0.0000001');
    expect(shown('0.5', '# ?/?')).toBe('0.5');
  });
});

describe('dates as a sheet shows them', () => {
  it.each([
    ['46349', 'yyyy/m/d', '2026/11/23'],
    ['46349.5', 'yyyy-mm-dd hh:mm', '2026-11-23 12:00'],
    ['46349.75', 'h:mm AM/PM', '6:00 PM'],
    ['46349.75', '上午/下午h"时"mm"分"', '下午6时00分'],
    ['46349', '[$-804]aaaa', '星期一'],
    ['46349', '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '2026年11月23日'],
    ['1.25', '[h]:mm', '30:00'],
    ['59', 'yyyy-mm-dd', '1900-02-28'],
    ['61', 'yyyy-mm-dd', '1900-03-01'],
  ])('%s as %s is %s', (raw, format, text) => {
    expect(shown(raw, format)).toBe(text);
  });

  it('leaves a number as it is that means no day', () => {
    expect(shown('6901234567892', 'yyyy/m/d')).toBe('6901234567892');
  });
});
