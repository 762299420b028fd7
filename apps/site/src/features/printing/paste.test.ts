import { describe, expect, it } from 'vitest';
import { MAX_ROWS, pasteBlock, readPasted } from './paste.ts';

const fields = [
  { name: 'title', label: '品名', sample: '' },
  { name: 'spec', label: '规格', sample: '' },
  { name: 'code', label: '货号', sample: '' },
];

describe('pasted rows', () => {
  it('are mapped by the first row when it names fields, in any order', () =>
    expect(
      readPasted(
        [
          ['货号', ' 品名：'],
          ['0690', '野莓果酱'],
        ],
        fields,
      ),
    ).toEqual({
      rows: [{ title: '野莓果酱', spec: '', code: '0690' }],
      hasHeader: true,
      unknown: [],
      dropped: 0,
    }));
  it('name the columns that mean nothing here', () =>
    expect(
      readPasted(
        [
          ['品名', '货号', '备注'],
          ['a', 'b', 'c'],
        ],
        fields,
      ),
    ).toMatchObject({
      rows: [{ title: 'a', spec: '', code: 'b' }],
      unknown: ['备注'],
    }));
  it('are taken in the order of the fields otherwise, without losing the first', () =>
    expect(
      readPasted(
        [
          ['a', 'b', 'c'],
          ['d', 'e', 'f', 'g'],
        ],
        fields,
      ),
    ).toMatchObject({
      rows: [
        { title: 'a', spec: 'b', code: 'c' },
        { title: 'd', spec: 'e', code: 'f' },
      ],
      hasHeader: false,
    }));
  it('skip empty lines and stop at the most a batch takes', () => {
    const many = Array.from({ length: MAX_ROWS + 3 }, (_, i) => [String(i + 1)]);
    const pasted = readPasted([['x'], [''], ...many], fields);
    expect(pasted.rows).toHaveLength(MAX_ROWS);
    expect(pasted.rows[1]).toEqual({ title: '1', spec: '', code: '' });
    expect(pasted.dropped).toBe(4);
  });
});

describe('a block pasted into the grid', () => {
  const rows = [{ title: 'a', spec: 'b', code: 'c' }];
  it('overwrites from its cell on and grows rows, not columns', () =>
    expect(pasteBlock(rows, fields, { row: 0, column: 1 }, [['1', '2', '3'], ['4']])).toEqual([
      { title: 'a', spec: '1', code: '2' },
      { title: '', spec: '4', code: '' },
    ]));
  it('leaves the rows it was given alone', () => expect(rows[0]?.spec).toBe('b'));
});
