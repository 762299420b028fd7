import { describe, expect, it } from 'vitest';
import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import { getSheetRowNumber, copyRowWithSheetRowNumber } from '../../../kit/data/sheet-rows.ts';
import { canFitBlock, pasteBlock, mergePastedRows, isPasteReplacingAllRows } from './paste.ts';

const fields = [
  { name: 'title', label: '品名', sample: '' },
  { name: 'spec', label: '规格', sample: '' },
  { name: 'code', label: '货号', sample: '' },
];

describe('a block pasted into the grid', () => {
  const rows = [{ title: 'a', spec: 'b', code: 'c' }];
  it('overwrites from its cell on and grows rows, not columns', () =>
    expect(pasteBlock(rows, fields, { row: 0, column: 1 }, [['1', '2', '3'], ['4']])).toEqual([
      { title: 'a', spec: '1', code: '2' },
      { title: '', spec: '4', code: '' },
    ]));
  it('leaves the rows it was given alone', () => expect(rows[0]?.spec).toBe('b'));
  it('fits where no cell and no row of it would be lost', () => {
    expect(canFitBlock([['1', '2'], ['3']], fields, { row: 0, column: 1 })).toBe(true);
    expect(canFitBlock([['1'], ['2', '3', '4']], fields, { row: 0, column: 1 })).toBe(false);
    expect(canFitBlock([['1'], ['2']], fields, { row: MAX_ROWS - 1, column: 0 })).toBe(false);
  });
});

describe('rows put into the grid', () => {
  it('change the fields they have and no other', () =>
    expect(
      mergePastedRows([{ title: 'a', spec: 'b', code: 'c' }], fields, 0, [
        { code: '1' },
        { code: '2' },
      ]),
    ).toEqual([
      { title: 'a', spec: 'b', code: '1' },
      { title: '', spec: '', code: '2' },
    ]));
  it('stay rows of the sheet when they are corrected, not when another list replaces them', () => {
    const rows = [copyRowWithSheetRowNumber({ title: 'a', spec: '', code: '' }, 17)];
    const list = [{ title: 'b' }, { title: 'c' }];
    expect(mergePastedRows(rows, fields, 0, list.slice(0, 1)).map(getSheetRowNumber)).toEqual([17]);
    expect(mergePastedRows(rows, fields, 0, list).map(getSheetRowNumber)).toEqual([null, null]);
    expect(pasteBlock(rows, fields, { row: 0, column: 1 }, [['1']]).map(getSheetRowNumber)).toEqual(
      [17],
    );
  });
});

describe('rows put behind the end of a table', () => {
  const blank = { title: '', spec: '', code: '' };
  it('leave no place without a row', () => {
    expect(mergePastedRows([], fields, 2, [{ title: 'a' }])).toEqual([
      blank,
      blank,
      { ...blank, title: 'a' },
    ]);
    expect(pasteBlock([], fields, { row: 1, column: 0 }, [['a']])).toEqual([
      blank,
      { ...blank, title: 'a' },
    ]);
  });
});

describe('rows that are put over all others', () => {
  it('are as many or more, from the first on', () => {
    const rows = [{ title: 'a' }, { title: 'b' }];
    expect(isPasteReplacingAllRows(rows, 0, 3)).toBe(true);
    expect(isPasteReplacingAllRows([], 0, 1)).toBe(true);
    expect(isPasteReplacingAllRows(rows, 0, 2)).toBe(false);
    expect(isPasteReplacingAllRows(rows, 0, 1)).toBe(false);
    expect(isPasteReplacingAllRows(rows, 1, 5)).toBe(false);
  });
});
