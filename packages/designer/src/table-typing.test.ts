import { parseTemplate } from '@yunbiao/contract/printing/template';
import type { TableCell, TableElement, Template } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import { createHistory, performCommand, undo } from './history.ts';
import { createTextCell, findCellAt } from './table.ts';
import { findNextCell, pasteBlock } from './table-typing.ts';

const createCell = (row: number, column: number, content: string, more: object = {}): TableCell =>
  ({ ...createTextCell({ row, column }, undefined), content, ...more }) as TableCell;

const createTable = (rows: number, columns: number, cells: TableCell[] = []): TableElement => ({
  type: 'table',
  id: 't',
  xMm: 0,
  yMm: 0,
  widthMm: 40,
  heightMm: 20,
  rotation: 0,
  columnsMm: Array<number>(columns).fill(40 / columns),
  rowsMm: Array<number>(rows).fill(20 / rows),
  lineMm: 0.25,
  cells,
});

const getLabel = (table: TableElement): Template => ({
  version: 1,
  widthMm: 60,
  heightMm: 40,
  fields: [],
  elements: [table],
});

const paste = (table: TableElement, block: string[][], at = { row: 1, column: 1 }) => {
  const template = getLabel(table);
  const command = pasteBlock(template, table, { id: 't', at, block });
  if (typeof command === 'string') return command;
  const history = createHistory({ template, chosen: ['t'] });
  const next = performCommand(history, command, { what: '粘贴', at: 0 });
  expect(undo(next).now).toBe(history.now);
  parseTemplate(next.now.template);
  return next.now.template.elements[0] as TableElement;
};

const read = (table: TableElement): string[][] =>
  table.rowsMm.map((_, r) =>
    table.columnsMm.map((__, c) => findCellAt(table, { row: r + 1, column: c + 1 })?.content ?? ''),
  );

describe('keys in a table', () => {
  const merged = createTable(3, 3, [createCell(1, 2, '合', { rowSpan: 2, columnSpan: 2 })]);
  it.each([
    [1, 1, 'right', [1, 2]],
    [1, 2, 'right', null],
    [1, 2, 'down', [3, 2]],
    [3, 3, 'up', [1, 2]],
    [2, 1, 'right', [1, 2]],
    [3, 3, 'left', [3, 2]],
    [1, 1, 'left', null],
    [3, 1, 'down', null],
    [1, 2, 'next', [2, 1]],
    [2, 1, 'next', [3, 1]],
    [3, 1, 'next', [3, 2]],
    [3, 3, 'next', null],
    [3, 1, 'previous', [2, 1]],
    [2, 1, 'previous', [1, 2]],
    [1, 1, 'previous', null],
  ] as const)('lead from %i.%i %s to %j', (row, column, step, to) => {
    const place = findNextCell(merged, { row, column }, step);
    expect(place && [place.row, place.column]).toEqual(to);
  });
});

describe('a pasted block', () => {
  it('fills the cells from the chosen one on, in one step', () => {
    const table = createTable(2, 2, [createCell(1, 1, '甲'), createCell(2, 2, '旧')]);
    const filled = paste(table, [
      ['1', ''],
      ['3', '4'],
    ]);
    expect(typeof filled === 'string' ? filled : read(filled)).toEqual([
      ['1', ''],
      ['3', '4'],
    ]);
  });

  it('adds the rows and columns that it needs, and keeps the size of the table', () => {
    const filled = paste(
      createTable(2, 2),
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      { row: 2, column: 2 },
    );
    if (typeof filled === 'string') throw new Error(filled);
    expect(read(filled)).toEqual([
      ['', '', ''],
      ['', 'a', 'b'],
      ['', 'c', 'd'],
    ]);
    expect([filled.widthMm, filled.heightMm]).toEqual([40, 20]);
  });

  it('keeps what a cell is: a code stays one', () => {
    const code = { row: 1, column: 1, type: 'qr', level: 'M', content: 'x' } as const;
    expect(paste(createTable(1, 1, [code]), [['新的']])).toMatchObject({
      cells: [{ ...code, content: '新的' }],
    });
  });

  it('is refused beyond the limits, and where it would cut a merged cell', () => {
    const rows = (count: number, columns: number) =>
      Array.from({ length: count }, () => Array<string>(columns).fill('x'));
    expect(paste(createTable(2, 2), rows(51, 1))).toMatch(/^贴的是 51 行 1 列.*最多 50 格$/);
    expect(paste(createTable(2, 2), rows(21, 10))).toBe('表格最多 200 格有内容');
    expect(paste(createTable(2, 2), [['x'.repeat(4001)]])).toBe('一格最多 4000 个字');
    const merged = createTable(2, 2, [createCell(1, 1, '合', { columnSpan: 2 })]);
    expect(paste(merged, rows(1, 2))).toBe('贴的范围里有合并的格子，先拆开');
    expect(paste(merged, [['新']])).toMatchObject({ cells: [{ content: '新', columnSpan: 2 }] });
    expect(paste({ ...merged, locked: true }, [['新']])).toBe('表格锁定了，先解锁');
  });
});
