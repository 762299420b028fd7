import type { Template } from '@yunbiao/label';
import { MAX_FIELDS } from '@yunbiao/contract/limits/template';
import { describe, expect, it } from 'vitest';
import { NO_DATA, type SheetData } from '../../../kit/data/stored-data.ts';
import {
  getBody,
  editColumn,
  edited,
  fieldFor,
  followed,
  getLetter,
  mapped,
  getReader,
  rowsLeftOut,
  rowsWith,
  unusedColumns,
  withFields,
} from './sheet.ts';

const field = (name: string, label = name) => ({ name, label, sample: '' });
const sheet = (more: Partial<SheetData>): SheetData => ({ ...NO_DATA, ...more });

const CELLS = [
  ['品名', '产地', '单价'],
  ['苹果', '烟台', '5.00'],
  ['梨', '', '3.50'],
];

describe('a cell that is written anew', () => {
  const cells = [['品名'], ['苹果'], ['梨'], ['李']];
  const sent = [['苹果'], ['李']];
  const at = (row: number, column = 0) => ({ row, column });

  it('makes of a row that was sent one to be printed, where rows are picked', () => {
    const some = sheet({ cells, hasHeader: true, picked: [1], sent });
    expect(edited(some, at(2), '李子')).toEqual({
      cells: [['品名'], ['苹果'], ['梨'], ['李子']],
      picked: [1, 2],
    });
    expect(edited(some, at(0), '苹')).toMatchObject({ picked: [0, 1] });
    // Nothing was changed.
    expect(edited(some, at(0), '苹果').cells).toBe(cells);
    expect(edited(some, at(0), '苹果')).toEqual({ cells, picked: [1] });
    // Where none is picked all are meant.
    expect(edited({ ...some, picked: [] }, at(0), '苹')).toMatchObject({ picked: [] });
  });

  it('changes a column in many rows at once, and leaves the other rows as they are', () => {
    const some = sheet({ cells, hasHeader: true, picked: [1], sent });
    const place = { rows: [0, 2], column: 0 };
    const changed = editColumn(some, place, (text) => `0${text}`);
    expect(changed.cells).toEqual([['品名'], ['0苹果'], ['梨'], ['0李']]);
    expect(changed.cells[2]).toBe(cells[2]);
    expect(changed.picked).toEqual([0, 1, 2]);
  });

  it('leaves the choice of rows that were not sent', () => {
    const some = sheet({ cells, hasHeader: true, picked: [0], sent });
    expect(edited(some, at(1, 2), '香')).toEqual({
      cells: [['品名'], ['苹果'], ['梨', '', '香'], ['李']],
      picked: [0],
    });
  });
});

describe('columns', () => {
  it('are mapped by their names, and named even where no field is meant', () => {
    expect(mapped(CELLS, [field('名称'), field('价格')])).toEqual({
      hasHeader: true,
      columns: ['名称', null, '价格'],
    });
    expect(
      mapped(
        CELLS.map((row) => row.slice(0, 2)),
        [],
      ),
    ).toMatchObject({ hasHeader: true });
    expect(
      mapped(
        [
          ['苹果', '1'],
          ['梨', '2'],
        ],
        [],
      ),
    ).toMatchObject({ hasHeader: false });
  });

  it('are no label, so that a batch has room for a row more; without names one row is left out', () => {
    const cells = Array.from({ length: 10_001 }, (_, at) => [String(at)]);
    for (const [hasHeader, labels, left] of [
      [true, 10_000, 0],
      [false, 10_000, 1],
    ] as const) {
      expect(getBody({ cells, hasHeader })).toHaveLength(labels);
      expect(rowsLeftOut({ cells, hasHeader })).toBe(left);
    }
  });

  it('are called as a spreadsheet calls them', () => {
    expect([0, 25, 26, 51, 52].map(getLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA']);
  });

  it('follow a field that gets another name, and are free when it goes', () => {
    const before = [field('品名'), field('单价')];
    expect(followed(['品名', '单价', null], before, [field('品名'), field('价格')])).toEqual([
      '品名',
      '价格',
      null,
    ]);
    const gone = followed(['品名', '单价'], before, [field('品名')]);
    expect(withFields(gone, [field('品名')])).toEqual(['品名', null]);
    // What is undone, or restored after the rows, finds its column again.
    expect(withFields(gone, before)).toEqual(['品名', '单价']);
    expect(followed(['品名', '单价'], [], before)).toEqual(['品名', '单价']);
    const columns = ['品名'];
    expect(followed(columns, before, [...before, field('新')])).toBe(columns);
  });

  it('become fields of their name and first value, each name once and no braces in it', () => {
    const data = sheet({
      cells: [
        ['{{品名}}', ''],
        ['', 'x'],
        ['苹果', 'y'],
      ],
      hasHeader: true,
      columns: [null, null],
    });
    expect(fieldFor(data, 0, [])).toEqual({ name: '品名', label: '品名', sample: '苹果' });
    expect(fieldFor(data, 0, [field('品名')]).name).toBe('品名 2');
    expect(fieldFor(data, 1, []).name).toBe('列 B');
  });

  it('that are not used are as many as there is room for fields', () => {
    const data = sheet({ cells: CELLS, hasHeader: true, columns: ['品名', null, null] });
    const fields = Array.from({ length: MAX_FIELDS - 1 }, (_, n) => field(`f${n}`));
    expect(unusedColumns(data, { fields: [] } as unknown as Template)).toEqual([1, 2]);
    expect(unusedColumns(data, { fields } as unknown as Template)).toEqual([1]);
  });
});

describe('rows', () => {
  it('are what stands below the names, with the values of the columns that are used', () => {
    const data = sheet({ cells: CELLS, hasHeader: true, columns: ['名称', null, '价格'] });
    expect(getBody(data)).toHaveLength(2);
    expect(getReader(data.columns)(getBody(data)[1] ?? [])).toEqual({ 名称: '梨', 价格: '3.50' });
  });

  it('are found by a text in any of their cells', () => {
    expect(rowsWith(CELLS.slice(1), ' 烟台 ')).toEqual([0]);
    expect(rowsWith(CELLS.slice(1), '')).toBeNull();
  });
});
