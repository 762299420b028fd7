import { describe, expect, it } from 'vitest';
import { parseTsv } from './tsv.ts';

describe('clipboard rows', () => {
  it('reads tabs and every kind of line end', () =>
    expect(parseTsv('a\tb\r\nc\td\ne\tf\rg\t\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', ''],
    ]));
  it('keeps leading zeros and spaces', () =>
    expect(parseTsv('0690000203530\t 5 kg ')).toEqual([['0690000203530', ' 5 kg ']]));
  it('keeps line breaks, tabs and quotes inside quoted cells', () =>
    expect(parseTsv('"两\n行"\t"a ""b"" c"\n"x\ty"\tz')).toEqual([
      ['两\n行', 'a "b" c'],
      ['x\ty', 'z'],
    ]));
  it('takes a lone quote as text: 12" is a size', () =>
    expect(parseTsv('12" 屏\t"半\n"24 b')).toEqual([['12" 屏', '"半'], ['"24 b']]));
  it('drops empty rows at the end only', () =>
    expect(parseTsv('a\n\nb\n\t\n\n')).toEqual([['a'], [''], ['b']]));
  it('has no rows in nothing', () => expect(parseTsv('')).toEqual([]));
});
