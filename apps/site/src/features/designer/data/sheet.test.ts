import type { Template } from '@yunbiao/label';
import { MAX_FIELDS } from '@yunbiao/contract/limits/template';
import { describe, expect, it } from 'vitest';
import { NO_DATA, type SheetData } from '../../../kit/data/stored-data.ts';
import { guessTableShapeForNewFields } from '../../../kit/data/table-shape.ts';
import {
  changeShape,
  hasRowsOverLimit,
  listBodyRowIndexes,
  editColumn,
  editCell,
  createFieldForColumn,
  remapRenamedFields,
  toColumnLetter,
  guessColumnMapping,
  createRowConverter,
  findRowsWith,
  listUnusedColumns,
  unmapMissingFields,
} from './sheet.ts';

const createField = (name: string, label = name) => ({ name, label, sample: '' });
const createSheet = (more: Partial<SheetData>): SheetData => ({ ...NO_DATA, ...more });

/** The first row names the columns. */
const FIRST = { headerRows: [0], excludedRows: [] };

const CELLS = [
  ['品名', '产地', '单价'],
  ['苹果', '烟台', '5.00'],
  ['梨', '', '3.50'],
];

describe('a cell that is written again', () => {
  const cells = [['品名'], ['苹果'], ['梨'], ['李']];
  const sent = [['苹果'], ['李']];
  const createCellPlace = (row: number, column = 0) => ({ row, column });

  it('makes of a row that was sent one to be printed, where rows are picked', () => {
    const some = createSheet({ cells, shape: FIRST, picked: [1], sent });
    expect(editCell(some, createCellPlace(2), '李子')).toEqual({
      cells: [['品名'], ['苹果'], ['梨'], ['李子']],
      picked: [1, 2],
    });
    expect(editCell(some, createCellPlace(0), '苹')).toMatchObject({ picked: [0, 1] });
    // The same text is no change.
    expect(editCell(some, createCellPlace(0), '苹果').cells).toBe(cells);
    expect(editCell(some, createCellPlace(0), '苹果')).toEqual({ cells, picked: [1] });
    // No picked row means all rows.
    expect(editCell({ ...some, picked: [] }, createCellPlace(0), '苹')).toMatchObject({
      picked: [],
    });
  });

  it('changes a column in many rows at once, and leaves the other rows as they are', () => {
    const some = createSheet({ cells, shape: FIRST, picked: [1], sent });
    const place = { rows: [0, 2], column: 0 };
    const changed = editColumn(some, place, (text) => `0${text}`);
    expect(changed.cells).toEqual([['品名'], ['0苹果'], ['梨'], ['0李']]);
    expect(changed.cells[2]).toBe(cells[2]);
    expect(changed.picked).toEqual([0, 1, 2]);
  });

  it('leaves the choice of rows that were not sent', () => {
    const some = createSheet({ cells, shape: FIRST, picked: [0], sent });
    expect(editCell(some, createCellPlace(1, 2), '香')).toEqual({
      cells: [['品名'], ['苹果'], ['梨', '', '香'], ['李']],
      picked: [0],
    });
  });
});

describe('columns', () => {
  it('are mapped by their names, and named even where no field is meant', () => {
    const guessMapping = (cells: string[][], fields: ReturnType<typeof createField>[]) =>
      guessColumnMapping(cells, guessTableShapeForNewFields(cells, fields), fields);
    expect(guessMapping(CELLS, [createField('名称'), createField('价格')])).toEqual({
      shape: FIRST,
      columns: ['名称', null, '价格'],
    });
    const words = CELLS.map((row) => row.slice(0, 2));
    expect(guessMapping(words, []).shape).toEqual(FIRST);
    const numbers = [
      ['苹果', '1'],
      ['梨', '2'],
    ];
    expect(guessMapping(numbers, []).shape).toEqual({ headerRows: [], excludedRows: [] });
    const report = [['价格表'], ...words, ['合计', '']];
    expect(guessMapping(report, []).shape).toEqual({ headerRows: [1], excludedRows: [4] });
  });

  it('are no label, so that a batch has room for a row more; without names one row is left out', () => {
    const cells = Array.from({ length: 10_001 }, (_, at) => [String(at)]);
    for (const [shape, isOver] of [
      [FIRST, false],
      [{ ...FIRST, headerRows: [] }, true],
    ] as const) {
      expect(listBodyRowIndexes({ cells, shape })).toHaveLength(10_000);
      expect(hasRowsOverLimit({ cells, shape })).toBe(isOver);
    }
  });

  it('are called as a spreadsheet calls them', () => {
    expect([0, 25, 26, 51, 52].map(toColumnLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA']);
  });

  it('follow a field that gets another name, and are free when it goes', () => {
    const before = [createField('品名'), createField('单价')];
    expect(
      remapRenamedFields(['品名', '单价', null], before, [
        createField('品名'),
        createField('价格'),
      ]),
    ).toEqual(['品名', '价格', null]);
    const gone = remapRenamedFields(['品名', '单价'], before, [createField('品名')]);
    expect(unmapMissingFields(gone, [createField('品名')])).toEqual(['品名', null]);
    // A field restored by undo, or after the rows, finds its column again.
    expect(unmapMissingFields(gone, before)).toEqual(['品名', '单价']);
    expect(remapRenamedFields(['品名', '单价'], [], before)).toEqual(['品名', '单价']);
    const columns = ['品名'];
    expect(remapRenamedFields(columns, before, [...before, createField('新')])).toBe(columns);
  });

  it('become fields of their name and first value, each name once and no braces in it', () => {
    const data = createSheet({
      cells: [
        ['{{品名}}', ''],
        ['', 'x'],
        ['苹果', 'y'],
      ],
      shape: FIRST,
      columns: [null, null],
    });
    expect(createFieldForColumn(data, 0, [])).toEqual({
      name: '品名',
      label: '品名',
      sample: '苹果',
    });
    expect(createFieldForColumn(data, 0, [createField('品名')]).name).toBe('品名 2');
    expect(createFieldForColumn(data, 1, []).name).toBe('列 B');
  });

  it('that are not used are as many as there is room for fields', () => {
    const data = createSheet({ cells: CELLS, shape: FIRST, columns: ['品名', null, null] });
    const fields = Array.from({ length: MAX_FIELDS - 1 }, (_, n) => createField(`f${n}`));
    expect(listUnusedColumns(data, { fields: [] } as unknown as Template)).toEqual([1, 2]);
    expect(listUnusedColumns(data, { fields } as unknown as Template)).toEqual([1]);
  });
});

describe('rows', () => {
  it('are what stands below the names, with the values of the columns that are used', () => {
    const data = createSheet({ cells: CELLS, shape: FIRST, columns: ['名称', null, '价格'] });
    expect(listBodyRowIndexes(data)).toEqual([1, 2]);
    expect(createRowConverter(data.columns)(data.cells[2] ?? [])).toEqual({
      名称: '梨',
      价格: '3.50',
    });
  });

  it('that are left out, or that name the columns, change neither the picked ones nor the mapping', () => {
    const cells = [['价格表'], ['品名', '单价'], ['苹果', '5'], ['合计', '9'], ['梨', '4']];
    const fields = [createField('品名'), createField('单价')];
    const data = createSheet({
      cells,
      shape: { headerRows: [1], excludedRows: [] },
      columns: ['单价', '品名'],
      picked: [0, 2],
      current: 2,
    });
    const withoutTotal = { headerRows: [1], excludedRows: [3] };
    expect(changeShape(data, withoutTotal, fields)).toEqual({
      shape: withoutTotal,
      columns: ['单价', '品名'],
      picked: [0, 1],
      current: 1,
    });
    // Another header has other names.
    expect(changeShape(data, { headerRows: [], excludedRows: [0, 1] }, fields)).toMatchObject({
      columns: ['品名', '单价'],
      picked: [0, 2],
    });
    expect(editCell(data, { row: 2, column: 0 }, '雪梨').cells[4]).toEqual(['雪梨', '4']);
  });

  it('are found by a text in any of their cells', () => {
    expect(findRowsWith(CELLS.slice(1), ' 烟台 ')).toEqual([0]);
    expect(findRowsWith(CELLS.slice(1), '')).toBeNull();
  });
});
