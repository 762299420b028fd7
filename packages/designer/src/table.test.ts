import { parseTemplate } from '@yunbiao/contract/printing/template';
import type { TableElement } from '@yunbiao/label';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command, Doc } from './doc.ts';
import { createTableFromCells } from './pasted-content.ts';
import {
  findCellAt,
  changeCell,
  listInnerLines,
  listRowOrColumnSizes,
  moveTableLine,
  mergeCells,
  findPlaceAt,
  changeCellType,
  setRowOrColumnCount,
  setRowOrColumnSize,
  splitCell,
} from './table.ts';

const LABEL = { version: 1 as const, widthMm: 60, heightMm: 40, fields: [], elements: [] };

const createTable = (rows: string[][]): TableElement => {
  const element = createTableFromCells(rows, LABEL);
  if (typeof element === 'string') throw new Error(element);
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

const applyCommands = (table: TableElement, ...commands: Command[]): TableElement =>
  tableIn(commands.reduce((doc, command) => command(doc), getDoc(table)));

const two = createTable([
  ['品名', '价格'],
  ['红富士', '12.8'],
]);

describe('a table', () => {
  it('loses what stands in a column that goes, and grows by a row', () => {
    expect(applyCommands(two, setRowOrColumnCount('t', 'columns', 1)).cells).toHaveLength(2);
    const more = applyCommands(two, setRowOrColumnCount('t', 'rows', 3));
    expect(more.rowsMm).toHaveLength(3);
    expect(listRowOrColumnSizes(more, 'rows').reduce((a, b) => a + b)).toBeCloseTo(more.heightMm);
  });

  it('shrinks the parts of a text in a cell with it', () => {
    const spans = [{ content: '元', sizeMm: 2, weight: 400 as const }];
    const cells = two.cells.map((cell, i) =>
      i === 0 && cell.type === 'text' ? { ...cell, sizeMm: 2.5, spans } : cell,
    );
    const small = applyCommands(
      { ...two, cells },
      changeCell('t', { row: 1, column: 1 }, { sizeMm: 1.25 }),
    );
    expect(small.cells[0]).toMatchObject({ sizeMm: 1.25, spans: [{ sizeMm: 1 }] });
  });

  it('has one column as wide as it is told, the others staying', () => {
    const wider = applyCommands(two, setRowOrColumnSize('t', 'columns', 0, 20));
    expect(listRowOrColumnSizes(wider, 'columns')).toEqual([20, 15]);
    expect(wider.widthMm).toBe(35);
  });

  it('merges and splits, the first content staying', () => {
    const merged = applyCommands(
      two,
      mergeCells('t', { row: 2, column: 1 }, { row: 1, column: 2 }),
    );
    expect(merged.cells).toMatchObject([{ content: '品名', rowSpan: 2, columnSpan: 2 }]);
    expect(findCellAt(merged, { row: 2, column: 2 })?.content).toBe('品名');
    const apart = applyCommands(merged, splitCell('t', { row: 1, column: 1 }));
    expect(findCellAt(apart, { row: 2, column: 2 })).toBeUndefined();
  });

  it('takes a code in a cell, and text again', () => {
    const coded = applyCommands(two, changeCellType('t', { row: 2, column: 2 }, 'qr'));
    expect(findCellAt(coded, { row: 2, column: 2 })).toMatchObject({ type: 'qr', content: '12.8' });
    const back = applyCommands(coded, changeCellType('t', { row: 2, column: 2 }, 'text'));
    expect(findCellAt(back, { row: 2, column: 2 })).toMatchObject({
      type: 'text',
      content: '12.8',
    });
  });

  it('finds the place under a point', () => {
    expect(findPlaceAt(two, { x: two.xMm + 16, y: two.yMm + 1 })).toEqual({ row: 1, column: 2 });
    expect(findPlaceAt(two, { x: two.xMm - 1, y: two.yMm + 1 })).toBeNull();
  });

  it('stays one that can be saved, whatever is done to it', () => {
    const line = fc.integer({ min: 1, max: 5 });
    const place = fc.record({ row: line, column: line });
    const axis = fc.constantFrom('rows' as const, 'columns' as const);
    const applyInside =
      (to: (table: TableElement) => Command): Command =>
      (doc) =>
        to(tableIn(doc))(doc);
    const clamp = (table: TableElement, { row, column }: { row: number; column: number }) => ({
      row: Math.min(row, table.rowsMm.length),
      column: Math.min(column, table.columnsMm.length),
    });
    const command = fc.oneof(
      fc.tuple(axis, line).map(([one, count]) => setRowOrColumnCount('t', one, count)),
      fc
        .tuple(axis, fc.double({ min: 0.1, max: 80, noNaN: true }))
        .map(([one, mm]) => setRowOrColumnSize('t', one, 0, mm)),
      fc
        .tuple(place, place)
        .map(([a, b]) => applyInside((table) => mergeCells('t', clamp(table, a), clamp(table, b)))),
      place.map((item) => applyInside((table) => splitCell('t', clamp(table, item)))),
      fc
        .tuple(place, fc.constantFrom('text', 'qr', 'code128', 'datamatrix', 'code39', 'microqr'))
        .map(([one, type]) => applyInside((table) => changeCellType('t', clamp(table, one), type))),
      place.map((item) =>
        applyInside((table) => changeCell('t', clamp(table, item), { content: '新' })),
      ),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 15 }), (commands) => {
        let doc = getDoc(two);
        for (const command of commands) {
          doc = command(doc);
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
    expect(listInnerLines(grid)).toEqual([
      { axis: 'columns', index: 0, atMm: 10 },
      { axis: 'columns', index: 1, atMm: 20 },
      { axis: 'rows', index: 0, atMm: 5 },
    ]);
    const moved = applyCommands(grid, moveTableLine('t', 'columns', 1, 24.5));
    expect(moved).toMatchObject({ columnsMm: [10, 14.5, 5.5], widthMm: 30, rowsMm: [5, 5] });
    expect(applyCommands(grid, moveTableLine('t', 'rows', 0, 2)).rowsMm).toEqual([2, 8]);
  });

  it('stops before the next one, and does not move in a locked or turned table', () => {
    expect(applyCommands(grid, moveTableLine('t', 'columns', 0, 99)).columnsMm).toEqual([
      19.5, 0.5, 10,
    ]);
    expect(applyCommands(grid, moveTableLine('t', 'columns', 0, -99)).columnsMm).toEqual([
      0.5, 19.5, 10,
    ]);
    const locked: TableElement = { ...grid, locked: true };
    expect(applyCommands(locked, moveTableLine('t', 'columns', 0, 5))).toEqual(locked);
    expect(listInnerLines(locked)).toEqual([]);
    expect(listInnerLines({ ...grid, rotation: 90 })).toEqual([]);
    expect(applyCommands(grid, moveTableLine('t', 'columns', 7, 5))).toEqual(grid);
  });
});
