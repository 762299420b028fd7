import { parseTemplate } from '@yunbiao/contract/template';
import type { TableElement } from '@yunbiao/label';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command, Doc } from './doc.ts';
import { elementOfText } from './pasted.ts';
import {
  cellAt,
  changeCell,
  innerLines,
  linesMm,
  moveLine,
  mergeCells,
  placeAt,
  retype,
  setCount,
  setLine,
  splitCell,
} from './table.ts';

const LABEL = { version: 1 as const, widthMm: 60, heightMm: 40, fields: [], elements: [] };

const pasted = (text: string): TableElement => {
  const element = elementOfText(text, LABEL);
  if (typeof element === 'string' || element.type !== 'table') throw new Error(String(element));
  return { ...element, id: 't' };
};

const getDoc = (table: TableElement): Doc => ({
  template: { ...LABEL, elements: [table] },
  chosen: ['t'],
});

const tableIn = (doc: Doc): TableElement => {
  parseTemplate(doc.template);
  const [table] = doc.template.elements;
  if (table?.type !== 'table') throw new Error('no table');
  return table;
};

const after = (table: TableElement, ...commands: Command[]): TableElement =>
  tableIn(commands.reduce((doc, command) => command(doc), getDoc(table)));

const two = pasted('品名\t价格\n红富士\t12.8\n');

describe('pasted text', () => {
  it('is a table when cells of a spreadsheet are pasted, quotes and line breaks read', () => {
    expect(elementOfText('a\t"b\n""c"""\r\nd\t\r\n', LABEL)).toMatchObject({
      cells: [{ content: 'a' }, { content: 'b\n"c"' }, { content: 'd' }],
    });
    expect(two.cells.map(({ row, column, content }) => [row, column, content])).toEqual([
      [1, 1, '品名'],
      [1, 2, '价格'],
      [2, 1, '红富士'],
      [2, 2, '12.8'],
    ]);
    expect(tableIn(getDoc(two)).columnsMm).toHaveLength(2);
  });

  it('says how many rows there are when there are very many', () => {
    expect(elementOfText('a\tb\n'.repeat(190_000), LABEL)).toContain('贴的是 190000 行 2 列');
  });

  it('is a text otherwise, and nothing when it is too much', () => {
    expect(elementOfText('你好\n世界\n', LABEL)).toMatchObject({
      type: 'text',
      content: '你好\n世界',
    });
    expect(elementOfText('a\t'.repeat(300), LABEL)).toContain('最多');
    expect(elementOfText('a\tb\n'.repeat(5000), LABEL)).toContain('最多');
    expect(elementOfText('字'.repeat(4001), LABEL)).toContain('最多');
    expect(elementOfText('  ', LABEL)).toContain('没有内容');
  });
});

describe('a table', () => {
  it('loses what stands in a column that goes, and grows by a row', () => {
    expect(after(two, setCount('t', 'columns', 1)).cells).toHaveLength(2);
    const more = after(two, setCount('t', 'rows', 3));
    expect(more.rowsMm).toHaveLength(3);
    expect(linesMm(more, 'rows').reduce((a, b) => a + b)).toBeCloseTo(more.heightMm);
  });

  it('has one column as wide as it is told, the others staying', () => {
    const wider = after(two, setLine('t', 'columns', 0, 20));
    expect(linesMm(wider, 'columns')).toEqual([20, 15]);
    expect(wider.widthMm).toBe(35);
  });

  it('merges and splits, the first content staying', () => {
    const merged = after(two, mergeCells('t', { row: 2, column: 1 }, { row: 1, column: 2 }));
    expect(merged.cells).toMatchObject([{ content: '品名', rowSpan: 2, columnSpan: 2 }]);
    expect(cellAt(merged, { row: 2, column: 2 })?.content).toBe('品名');
    const apart = after(merged, splitCell('t', { row: 1, column: 1 }));
    expect(cellAt(apart, { row: 2, column: 2 })).toBeUndefined();
  });

  it('takes a code in a cell, and text again', () => {
    const coded = after(two, retype('t', { row: 2, column: 2 }, 'qr'));
    expect(cellAt(coded, { row: 2, column: 2 })).toMatchObject({ type: 'qr', content: '12.8' });
    const back = after(coded, retype('t', { row: 2, column: 2 }, 'text'));
    expect(cellAt(back, { row: 2, column: 2 })).toMatchObject({ type: 'text', content: '12.8' });
  });

  it('finds the place under a point', () => {
    expect(placeAt(two, { x: two.xMm + 16, y: two.yMm + 1 })).toEqual({ row: 1, column: 2 });
    expect(placeAt(two, { x: two.xMm - 1, y: two.yMm + 1 })).toBeNull();
  });

  it('stays one that can be saved, whatever is done to it', () => {
    const line = fc.integer({ min: 1, max: 5 });
    const place = fc.record({ row: line, column: line });
    const axis = fc.constantFrom('rows' as const, 'columns' as const);
    const inside =
      (to: (table: TableElement) => Command): Command =>
      (doc) =>
        to(tableIn(doc))(doc);
    const clamp = (table: TableElement, { row, column }: { row: number; column: number }) => ({
      row: Math.min(row, table.rowsMm.length),
      column: Math.min(column, table.columnsMm.length),
    });
    const command = fc.oneof(
      fc.tuple(axis, line).map(([one, count]) => setCount('t', one, count)),
      fc
        .tuple(axis, fc.double({ min: 0.1, max: 80, noNaN: true }))
        .map(([one, mm]) => setLine('t', one, 0, mm)),
      fc
        .tuple(place, place)
        .map(([a, b]) => inside((table) => mergeCells('t', clamp(table, a), clamp(table, b)))),
      place.map((one) => inside((table) => splitCell('t', clamp(table, one)))),
      fc
        .tuple(place, fc.constantFrom('text', 'qr', 'code128', 'datamatrix', 'code39', 'microqr'))
        .map(([one, type]) => inside((table) => retype('t', clamp(table, one), type))),
      place.map((one) => inside((table) => changeCell('t', clamp(table, one), { content: '新' }))),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 15 }), (commands) => {
        let doc = getDoc(two);
        for (const one of commands) {
          doc = one(doc);
          tableIn(doc);
        }
      }),
    );
  });
});

describe('a line of a table', () => {
  const grid: TableElement = {
    ...two,
    widthMm: 30,
    heightMm: 10,
    columnsMm: [10, 10, 10],
    rowsMm: [5, 5],
  };

  it('moves between what lies on its sides; the table and all others stay', () => {
    expect(innerLines(grid)).toEqual([
      { axis: 'columns', index: 0, atMm: 10 },
      { axis: 'columns', index: 1, atMm: 20 },
      { axis: 'rows', index: 0, atMm: 5 },
    ]);
    const moved = after(grid, moveLine('t', 'columns', 1, 24.5));
    expect(moved).toMatchObject({ columnsMm: [10, 14.5, 5.5], widthMm: 30, rowsMm: [5, 5] });
    expect(after(grid, moveLine('t', 'rows', 0, 2)).rowsMm).toEqual([2, 8]);
  });

  it('stops before the next one, and does not move in a locked or turned table', () => {
    expect(after(grid, moveLine('t', 'columns', 0, 99)).columnsMm).toEqual([19.5, 0.5, 10]);
    expect(after(grid, moveLine('t', 'columns', 0, -99)).columnsMm).toEqual([0.5, 19.5, 10]);
    const locked: TableElement = { ...grid, locked: true };
    expect(after(locked, moveLine('t', 'columns', 0, 5))).toEqual(locked);
    expect(innerLines(locked)).toEqual([]);
    expect(innerLines({ ...grid, rotation: 90 })).toEqual([]);
    expect(after(grid, moveLine('t', 'columns', 7, 5))).toEqual(grid);
  });
});
