import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  guessTableShape,
  selectTableOfShape,
  copyShapeWithHeaderRow,
  copyShapeWithRowExcluded,
} from './table-shape.ts';

const FIELDS = ['品名', '规格', '条码', '价格'].map((name) => ({ name, label: name, sample: '' }));
const HEADER = ['品名', '规格', '条码', '价格'];
const ROWS = [
  ['红富士', '1kg', '6901234567892', '12.8'],
  ['黄桃', '500g', '6901234567908', '9.9'],
  ['雪梨', '2kg', '6901234567915', '15'],
];
const select = (cells: readonly (readonly string[])[]) =>
  selectTableOfShape(cells, guessTableShape(cells, FIELDS));

describe('the table of a sheet', () => {
  it.each([
    ['a header in the first row', [HEADER, ...ROWS]],
    ['a merged title above it', [['价格表', '', '', ''], HEADER, ...ROWS]],
    [
      'a title, its date and its author',
      [['2026年11月价格表'], ['日期：2026-11-30', '', '制表：小王'], HEADER, ...ROWS],
    ],
    ['blank rows around the header', [['价格表'], ['', '', '', ''], HEADER, ...ROWS]],
    ['units below the header', [HEADER, ['', '', '', '（元）'], ...ROWS]],
    ['a total at the end', [HEADER, ...ROWS, ['合计', '', '', '37.7']]],
    [
      'a total and remarks at the end',
      [HEADER, ...ROWS, ['合 计：', '', '', '37.7'], ['备注：价格含税', '', '', '']],
    ],
    [
      'all of these in a short sheet',
      [
        ['2026年11月价格表'],
        ['日期：2026-11-30', '', '制表：小王'],
        HEADER,
        ['', '', '', '（元）'],
        ...ROWS.slice(0, 2),
        ['小计', '', '', '22.7'],
        ...ROWS.slice(2),
        ['合计', '', '', '37.7'],
        ['备注：价格含税'],
      ],
    ],
    [
      'subtotals between the rows',
      [HEADER, ...ROWS.slice(0, 2), ['小计', '', '', '22.7'], ROWS[2]],
    ],
  ] as [string, string[][]][])('is found with %s', (_, cells) => {
    expect(select(cells)).toMatchObject({ cells: [HEADER, ...ROWS], hasHeader: true });
  });

  it('needs no groups above names that are unique', () => {
    const cells = [
      ['商品', '', '', '价格', ''],
      ['品名', '规格', '条码', '零售价', '会员价'],
      ...ROWS.map((row) => [...row, '1']),
    ];
    expect(select(cells).cells[0]).toEqual(['品名', '规格', '条码', '零售价', '会员价']);
    expect(guessTableShape(cells, FIELDS)).toEqual({ headerRows: [1], excludedRows: [] });
  });

  it('tells equal names apart by the groups above them', () => {
    const cells = [
      ['', '', '一店', '', '二店', ''],
      ['品名', '条码', '价格', '库存', '价格', '库存'],
      ['红富士', '6901234567892', '12', '3', '13', '8'],
      ['黄桃', '6901234567908', '9', '1', '9', '2'],
    ];
    expect(guessTableShape(cells, FIELDS).headerRows).toEqual([0, 1]);
    expect(select(cells).cells[0]).toEqual([
      '品名',
      '条码',
      '一店价格',
      '一店库存',
      '二店价格',
      '二店库存',
    ]);
  });

  it('takes names that are merged downwards, and tells equal ones apart by their group', () => {
    const cells = [
      ['品名', '条码', '一店', '', '二店', ''],
      ['', '', '价格', '库存', '价格', '库存'],
      ['红富士', '6901234567892', '12', '3', '13', '8'],
      ['黄桃', '6901234567908', '9', '1', '9', '2'],
    ];
    expect(select(cells).cells[0]).toEqual([
      '品名',
      '条码',
      '一店价格',
      '一店库存',
      '二店价格',
      '二店库存',
    ]);
  });

  it('has no header where no row names columns, and all rows are data', () => {
    expect(select(ROWS)).toMatchObject({ cells: ROWS, hasHeader: false });
    expect(select([])).toEqual({ cells: [], hasHeader: false, dataRows: [] });
    expect(select([['合计', '', '', '3']])).toMatchObject({ hasHeader: false });
  });

  it('does not take a product for a title, nor its first row for units', () => {
    const cells = [HEADER, ['红富士', '', '', ''], ...ROWS, ['盒', '个', '件', '元']];
    expect(select(cells).cells).toEqual(cells);
  });

  it('has the header that the member chooses, and keeps what is left out', () => {
    const cells = [['价格表'], HEADER, ...ROWS, ['合计', '', '', '37.7']];
    const shape = guessTableShape(cells, FIELDS);
    expect(shape).toEqual({ headerRows: [1], excludedRows: [5] });
    const lower = copyShapeWithHeaderRow(shape, 3, cells);
    expect(lower).toEqual({ headerRows: [3], excludedRows: [5] });
    expect(selectTableOfShape(cells, lower).cells).toEqual([ROWS[1], ROWS[2]]);
    expect(copyShapeWithHeaderRow(lower, 1, cells)).toEqual(shape);
    expect(copyShapeWithRowExcluded(shape, 5, false).excludedRows).toEqual([]);
    expect(copyShapeWithRowExcluded(shape, 3, true).excludedRows).toEqual([3, 5]);
    const plain = [
      ['x', 'y'],
      ['a', 'b'],
      ['合计', ''],
    ];
    expect(guessTableShape(plain, FIELDS).headerRows).toEqual([]);
    expect(copyShapeWithHeaderRow(guessTableShape(plain, FIELDS), 0, plain).excludedRows).toEqual([
      2,
    ]);
  });

  it.each([
    [
      'without a header, with blanks and equal cells',
      [
        ['苹果', '500g', '红色', '5'],
        ['梨', '散装', '', '3'],
        ['桃', '1kg', '红色', '4'],
        ['李', '2kg', '红色', '6'],
      ],
    ],
    ['of sizes', [['M'], ['L'], ['XL']]],
    [
      'whose products are called total',
      [HEADER, ['Total', '1kg', '690', '3'], ['汇总', 'a', 'b', '1']],
    ],
    [
      'of packages',
      [
        ['品名', '规格', '价格'],
        ['瓶', '盒', '元'],
        ['箱', '', ''],
      ],
    ],
    [
      'with an unnamed column',
      [
        ['品名', '规格', ''],
        ['苹果', '', '特价'],
        ['梨', '1kg', ''],
      ],
    ],
  ])('loses no product of a list %s', (_, cells) => {
    const { cells: table, hasHeader } = select(cells);
    expect(table.slice(hasHeader ? 1 : 0)).toEqual(hasHeader ? cells.slice(1) : cells);
  });

  it.each([
    [
      'of two columns whose first rows have blanks',
      [
        ['红富士', ''],
        ['黄桃', '散装'],
        ['雪梨', '2kg'],
        ['苹果', '1kg'],
      ],
    ],
    ['with the name of a field in the middle', [['打印机'], ['价格'], ['桌子']]],
    [
      'whose products have a colon',
      [
        HEADER,
        ['打印纸：A4', '', '690', '3'],
        ['说明书：中文', '', '', ''],
        ['注塑件：大', '', '', ''],
      ],
    ],
  ])('loses no product of a list %s', (_, cells) => {
    const { cells: table, hasHeader } = select(cells);
    expect(table.slice(hasHeader ? 1 : 0)).toEqual(hasHeader ? cells.slice(1) : cells);
  });

  it('says which rows of the sheet are the data', () => {
    const cells = [['价格表'], HEADER, ...ROWS.slice(0, 1), ['合计', '', '', '12.8']];
    expect(select(cells).dataRows).toEqual([2]);
  });

  it('finds the header below a full row that is none', () => {
    const cells = [['客户', '张三', '单号', '1001'], HEADER, ...ROWS, ['合计', '', '', '37.7']];
    expect(select(cells)).toMatchObject({ cells: [HEADER, ...ROWS], hasHeader: true });
  });

  it('leaves out rows with blanks only, below a header', () => {
    const cell = fc.oneof(fc.constantFrom('', '品名', '合计', '元', '备注：无', '12'), fc.string());
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 30 }), (cells) => {
        const { headerRows, excludedRows } = guessTableShape(cells, FIELDS);
        const header = headerRows.at(-1) ?? -1;
        const countFilled = (at: number): number =>
          (cells[at] ?? []).filter((text) => text.trim() !== '').length;
        const widest = Math.max(
          0,
          ...cells.slice(header + 1).map((_, at) => countFilled(header + 1 + at)),
        );
        for (const at of excludedRows) {
          expect(at).toBeGreaterThan(header);
          const hasBlankStart = (cells[at]?.[0] ?? '').trim() === '';
          expect(hasBlankStart || countFilled(at) < widest).toBe(true);
        }
        if (headerRows.length === 0) expect(excludedRows).toEqual([]);
      }),
    );
  });
});
