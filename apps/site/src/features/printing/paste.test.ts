import { describe, expect, it } from 'vitest';
import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import { fitsAt, pasteBlock, placeRows } from './paste.ts';

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
    expect(fitsAt([['1', '2'], ['3']], fields, { row: 0, column: 1 })).toBe(true);
    expect(fitsAt([['1'], ['2', '3', '4']], fields, { row: 0, column: 1 })).toBe(false);
    expect(fitsAt([['1'], ['2']], fields, { row: MAX_ROWS - 1, column: 0 })).toBe(false);
  });
});

describe('rows put into the grid', () => {
  it('change the fields they have and no other', () =>
    expect(
      placeRows([{ title: 'a', spec: 'b', code: 'c' }], fields, 0, [{ code: '1' }, { code: '2' }]),
    ).toEqual([
      { title: 'a', spec: 'b', code: '1' },
      { title: '', spec: '', code: '2' },
    ]));
});
