import { describe, expect, it } from 'vitest';
import {
  listColumnsWithSamples,
  guessMapping,
  MAX_COLUMNS,
  describeMappedRows,
  mapRowsToFields,
  assignFieldToColumn,
} from './columns.ts';
import { getSheetRowNumber } from './sheet-rows.ts';
import { MAX_ROWS } from '@yunbiao/contract/limits/print';

const createField = (name: string, label = name) => ({ name, label, sample: '' });
const fields = [
  createField('title', '品名'),
  createField('spec', '规格'),
  createField('code', '货号'),
];
const mapRows = (cells: string[][]) => mapRowsToFields(cells, guessMapping(cells, fields));

describe('pasted columns', () => {
  it('are mapped by the first row when it names fields, in any order', () => {
    const cells = [
      ['货号', ' 品名：'],
      ['0690', '野莓果酱'],
    ];
    expect(guessMapping(cells, fields)).toEqual({ hasHeader: true, columns: ['code', 'title'] });
    expect(mapRows(cells)).toEqual({
      rows: [{ title: '野莓果酱', code: '0690' }],
      emptyCount: 0,
      overflowCount: 0,
    });
  });
  it('are known by other names for the same thing', () => {
    const priced = [...fields, createField('price', '价格（元）')];
    const guessColumns = (...heads: string[]) =>
      guessMapping([heads, ['0690', '1']], priced).columns;
    expect(guessColumns('SKU', '商品名称', '单价')).toEqual(['code', 'title', 'price']);
    expect(guessColumns('Product Name', '零售价 (元)')).toEqual(['title', 'price']);
    // The field's own name takes precedence over a synonym, at any position.
    expect(guessColumns('商品编码', '货号')).toEqual([null, 'code']);
    expect(guessColumns('品名', '货号', '总价格')).toEqual(['title', 'code', 'price']);
  });
  it('that mean nothing here are ignored, and said to be', () => {
    const cells = [
      ['品名', '货号', '备注'],
      ['a', 'b', 'c'],
    ];
    const mapping = guessMapping(cells, fields);
    expect(mapping.columns).toEqual(['title', 'code', null]);
    expect(describeMappedRows(cells, mapping, fields, mapRows(cells))).toBe(
      '用 1 行、2 列；忽略 1 列（备注）；规格没有列，空着',
    );
  });
  it('are taken in the order of the fields otherwise, without losing the first row', () => {
    const cells = [
      ['a', 'b', 'c'],
      ['d', 'e', 'f', 'g'],
    ];
    expect(guessMapping(cells, fields)).toEqual({
      hasHeader: false,
      columns: ['title', 'spec', 'code', null],
    });
    expect(mapRows(cells).rows).toEqual([
      { title: 'a', spec: 'b', code: 'c' },
      { title: 'd', spec: 'e', code: 'f' },
    ]);
    expect(describeMappedRows(cells, guessMapping(cells, fields), fields, mapRows(cells))).toBe(
      '用 2 行、3 列；忽略 1 列（第 4 列）',
    );
  });
  it('have a header of names nobody knows when numbers stand under words', () => {
    const cells = [
      ['Artikel', 'Nummer'],
      ['果酱', '0690'],
      ['饼干', '0691'],
    ];
    expect(guessMapping(cells, fields)).toEqual({ hasHeader: true, columns: ['title', 'spec'] });
    expect(guessMapping(cells, fields, false).hasHeader).toBe(false);
  });
  it('can be chosen: a field goes to one column', () => {
    const columns = ['title', 'spec', null];
    expect(assignFieldToColumn(columns, 2, 'title')).toEqual([null, 'spec', 'title']);
    expect(assignFieldToColumn(columns, 1, null)).toEqual(['title', null, null]);
    const mapping = { hasHeader: false, columns: assignFieldToColumn(columns, 2, 'code') };
    expect(mapRowsToFields([['a', 'b', '007']], mapping).rows).toEqual([
      { title: 'a', spec: 'b', code: '007' },
    ]);
  });
  it('show their name and what stands in their first rows', () =>
    expect(
      listColumnsWithSamples([['品名', ''], ['a'], ['', '1'], ['c', '2']], {
        hasHeader: true,
        columns: ['title', null],
      }),
    ).toEqual([
      { name: '品名', samples: ['a', 'c'] },
      { name: '第 2 列', samples: ['1', '2'] },
    ]));
  it('are not shown at full length: a cell may hold a whole text', () => {
    const [shown] = listColumnsWithSamples([['长'.repeat(5000)], ['字'.repeat(5000)]], {
      hasHeader: true,
      columns: ['title'],
    });
    expect(shown).toEqual({ name: `${'长'.repeat(24)}…`, samples: [`${'字'.repeat(24)}…`] });
  });
  it('beyond those one can choose for are said to be ignored', () => {
    const cells = [Array.from({ length: MAX_COLUMNS + 5 }, (_, n) => `c${n}`)];
    const mapping = guessMapping(cells, fields);
    expect(mapping.columns).toHaveLength(MAX_COLUMNS);
    expect(describeMappedRows(cells, mapping, fields, mapRowsToFields(cells, mapping))).toContain(
      '第 60 列往后的 5 列也忽略',
    );
  });
});

describe('pasted rows', () => {
  it('skip empty lines and stop at the most a batch takes', () => {
    const many = Array.from({ length: MAX_ROWS + 3 }, (_, i) => [String(i + 1)]);
    const cells = [['x'], [''], ...many];
    const mappedTable = mapRows(cells);
    expect(mappedTable.rows).toHaveLength(MAX_ROWS);
    expect(mappedTable.rows[1]).toEqual({ title: '1' });
    expect(mappedTable).toMatchObject({ emptyCount: 1, overflowCount: 4 });
    expect(describeMappedRows(cells, guessMapping(cells, fields), fields, mappedTable)).toContain(
      '1 行在选中的列里是空的，不要；一批最多 10,000 行，后面 4 行放不下',
    );
  });
  it('keep their numbers in the sheet, where rows between them are left out', () => {
    const mapping = { hasHeader: true, columns: ['title'] };
    const { rows } = mapRowsToFields([['x'], ['a'], [''], ['b']], mapping, MAX_ROWS, [5, 6, 9]);
    expect(rows.map(getSheetRowNumber)).toEqual([5, 9]);
  });
  it('take only the room there is', () =>
    expect(
      mapRowsToFields([['a'], ['b'], ['c']], guessMapping([['a']], fields), 2).overflowCount,
    ).toBe(1));
});
