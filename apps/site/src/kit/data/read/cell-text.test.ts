import { describe, expect, it } from 'vitest';
import { formatCellNumber, formatCellText } from './cell-text.ts';

const formatNumber = (raw: string, format: string): string =>
  formatCellNumber(Number(raw), format, false);

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
    expect(formatNumber(raw, format)).toBe(text);
  });

  it('writes out what Excel would show in powers of ten or as a fraction', () => {
    expect(formatNumber('6901234567892', '0.00E+00')).toBe('6901234567892');
    expect(formatNumber('1.2345678901234E+17', 'General')).toBe('123456789012340000');
    expect(formatNumber('1e-7', 'General')).toBe('0.0000001');
    expect(formatNumber('0.5', '# ?/?')).toBe('0.5');
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
    expect(formatNumber(raw, format)).toBe(text);
  });

  it('leaves a number as it is that means no day', () => {
    expect(formatNumber('6901234567892', 'yyyy/m/d')).toBe('6901234567892');
  });
});

describe('formats with conditions', () => {
  it.each([
    ['1', '[=1]"男";[=2]"女"', '男'],
    ['2', '[=1]"男";[=2]"女"', '女'],
    ['3', '[=1]"男";[=2]"女"', '3'],
    ['-3', '[=1]"男";[=2]"女";General', '-3'],
    ['-7', '[=1]"男";"女"', '女'],
    ['95', '[<60]"不及格";[<90]"及格";"优"', '优'],
    ['-5', '[>=100]0.0;[<0]"负"0;0.00', '负5'],
    ['5', '[>=100]0.0;[<0]"负"0;0.00', '5.00'],
    ['-30', '[<=-25]General;General', '-30'],
    ['123456789', '#,##0.00,,"M"', '123.46M'],
    ['56789', '0!.0,"万"', '5.7万'],
  ])('%s as %s is %s', (raw, format, text) => {
    expect(formatNumber(raw, format)).toBe(text);
  });
});

describe('Chinese numerals', () => {
  it.each([
    ['1010', '[DBNum1]General', '一千〇一十'],
    ['10010001', '[DBNum1][$-804]General', '一千〇一万〇一'],
    ['100000', '[DBNum1]General', '一十万'],
    ['-10', '[DBNum1]General', '-一十'],
    ['0', '[DBNum2]General', '零'],
    ['120', '[DBNum2][$-804]General', '壹佰贰拾'],
    ['1005', '[DBNum2]G/通用格式"元"', '壹仟零伍元'],
    ['12.5', '[DBNum2]General', '壹拾贰.伍'],
    ['1234', '[DBNum1]0', '一二三四'],
    ['123', '[DBNum3]0', '１２３'],
    ['46377', '[DBNum1][$-804]yyyy"年"m"月"d"日"', '二〇二六年十二月二十一日'],
  ])('%s as %s is %s', (raw, format, text) => {
    expect(formatNumber(raw, format)).toBe(text);
  });
});

describe('parts of dates', () => {
  it.each([
    ['46349', 'yyy-m', '2026-11'],
    ['46349', 'e-m-d', '2026-11-23'],
    ['46349', '[$-804]dddd', '星期一'],
    ['46349', 'dddd', 'Monday'],
    ['46349', 'aaa', '一'],
    ['46349.75', '[$-804]AM/PM h:mm', '下午 6:00'],
    ['0.12345678', 'mm:ss.0', '57:46.7'],
    ['0.05', '[hh]:mm:ss', '01:12:00'],
    ['46349.9999999', 'yyyy/m/d h:mm', '2026/11/24 0:00'],
    ['-5', 'yyyy-mm-dd', '-5'],
  ])('%s as %s is %s', (raw, format, text) => {
    expect(formatNumber(raw, format)).toBe(text);
  });
});

it('puts the words of a format around texts, and hides what it hides', () => {
  expect(formatCellText('箱', '0;-0;0;"整"@')).toBe('整箱');
  expect(formatCellText('箱', ';;;')).toBe('');
  expect(formatCellText('箱', '0.00')).toBe('箱');
  expect(formatCellText('箱', '[>1]0;[<0]0;0;General')).toBe('箱');
});
