import { describe, expect, it } from 'vitest';
import { normalizePastedTable, parseDelimitedCells, parseLimitedCells } from './cells.ts';

describe('clipboard rows', () => {
  it('reads tabs and every kind of line end', () =>
    expect(parseDelimitedCells('a\tb\r\nc\td\ne\tf\rg\t\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', ''],
    ]));
  it('keeps leading zeros and spaces', () =>
    expect(parseDelimitedCells('0690000203530\t 5 kg ')).toEqual([['0690000203530', ' 5 kg ']]));
  it('keeps line breaks, tabs and quotes inside quoted cells', () =>
    expect(parseDelimitedCells('"两\n行"\t"a ""b"" c"\n"x\ty"\tz')).toEqual([
      ['两\n行', 'a "b" c'],
      ['x\ty', 'z'],
    ]));
  it('takes a lone quote as text: 12" is a size', () =>
    expect(parseDelimitedCells('12" 屏\t"半\n"24 b')).toEqual([['12" 屏', '"半'], ['"24 b']]));
  it('drops empty rows at the end only', () =>
    expect(parseDelimitedCells('a\n\nb\n\t\n\n')).toEqual([['a'], [''], ['b']]));
  it('has no rows in nothing', () => expect(parseDelimitedCells('')).toEqual([]));
});

describe('the separator of a paste', () => {
  it.each([
    ['品名\t货号\n果酱\t0690', '\t'],
    ['品名,货号\n果酱,0690', ','],
    ['品名;价格\n果酱;6,90\n饼;7,50', ';'],
    ['"果酱, 大",0690\r\n"两\n行",0691\r\n', ','],
    ['果酱\n饼干', '\t'],
    ['果酱, 大瓶的\n饼干\n糖', '\t'],
    ['0690', '\t'],
    ['', '\t'],
  ])('of %j is %j', (text, separator) =>
    expect(normalizePastedTable(text).separator).toBe(separator),
  );

  it('is found in CSV that stood in one cell, or line by line in one column', () => {
    const csv = '品名,货号\n果酱,0690\n"饼, 咸",0691';
    const expected = [
      ['品名', '货号'],
      ['果酱', '0690'],
      ['饼, 咸', '0691'],
    ];
    const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
    for (const copied of [
      csv,
      quote(csv),
      csv.split('\n').map(quote).join('\r\n'),
      `\uFEFF${csv}`,
    ]) {
      const { text, separator } = normalizePastedTable(copied);
      expect(parseDelimitedCells(text, separator)).toEqual(expected);
    }
  });
  it('leaves cells of a table alone, whatever stands in them', () =>
    expect(parseDelimitedCells('a,b\t"c;d\n,e"\n', '\t')).toEqual([['a,b', 'c;d\n,e']]));
  it('does not lose later quoted cells to a quote within an earlier one', () =>
    expect(parseDelimitedCells('"果酱" 大,"两\n行"\n"半,"x"\n', ',')).toEqual([
      ['"果酱" 大', '两\n行'],
      ['"半', 'x'],
    ]));
});

describe('rows there is room for', () => {
  it('are told from those there is none for', () => {
    const room = { rows: 2, columns: 2 };
    expect(parseLimitedCells('a\tb\tc\n\n1\t2\n3\t4\n', '\t', room)).toEqual({
      cells: [
        ['a', 'b'],
        ['1', '2'],
      ],
      rowNumbers: [1, 3],
      width: 3,
      hasMore: true,
    });
    expect(parseLimitedCells('a\n\nb\n\n\n', '\t', room)).toMatchObject({ hasMore: false });
  });
});
