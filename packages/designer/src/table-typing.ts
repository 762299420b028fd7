import { isElementLocked } from '@yunbiao/label/groups';
import {
  CONTENT_LENGTH,
  MAX_PARTS,
  MAX_TABLE_CELLS,
  MAX_TABLE_LINES,
} from '@yunbiao/contract/limits/template';
import type { TableCell, TableElement, Template } from '@yunbiao/label';
import { listElementsWithCells } from '@yunbiao/label/table';
import type { Command } from './doc.ts';
import { changeElements } from './edit.ts';
import { createTextCell, findCellAt, type Place, setRowOrColumnCount } from './table.ts';

/** Keys that lead from cell to cell; `next` and `previous` go on in the neighbouring row. */
export type CellStep = 'up' | 'down' | 'left' | 'right' | 'next' | 'previous';

const isInTable = ({ rowsMm, columnsMm }: TableElement, { row, column }: Place): boolean =>
  row >= 1 && column >= 1 && row <= rowsMm.length && column <= columnsMm.length;

/** Upper left position of the cell at a place. */
const findCellStart = (table: TableElement, place: Place): Place => {
  const { row, column } = findCellAt(table, place) ?? place;
  return { row, column };
};

/** Where cells and empty places begin, row by row. */
const listCellStarts = (table: TableElement): Place[] =>
  table.rowsMm.flatMap((_, r) =>
    table.columnsMm.flatMap((__, c) => {
      const place = { row: r + 1, column: c + 1 };
      const start = findCellStart(table, place);
      return start.row === place.row && start.column === place.column ? [place] : [];
    }),
  );

const stepInReadingOrder = (table: TableElement, at: Place, by: 1 | -1): Place | null => {
  const start = findCellStart(table, at);
  const starts = listCellStarts(table);
  const index = starts.findIndex(({ row, column }) => row === start.row && column === start.column);
  return starts[index + by] ?? null;
};

/** The cell that a key leads to; null at the edge of the table. A merged cell is one step. */
export const findNextCell = (table: TableElement, at: Place, step: CellStep): Place | null => {
  if (step === 'next') return stepInReadingOrder(table, at, 1);
  if (step === 'previous') return stepInReadingOrder(table, at, -1);
  const { rowSpan = 1, columnSpan = 1 } = findCellAt(table, at) ?? {};
  const { row, column } = findCellStart(table, at);
  const place = {
    up: { row: row - 1, column },
    down: { row: row + rowSpan, column },
    left: { row, column: column - 1 },
    right: { row, column: column + columnSpan },
  }[step];
  return isInTable(table, place) ? findCellStart(table, place) : null;
};

/** Rows of a pasted block, cell by cell. */
type Block = readonly (readonly string[])[];

type Fill = { id: string; at: Place; block: Block };

const fillCells =
  ({ id, at, block }: Fill): Command =>
  (doc) =>
    changeElements([id], (element) => {
      if (element.type !== 'table') return {};
      const cells = [...element.cells];
      for (const [r, row] of block.entries())
        for (const [c, content] of row.entries()) {
          const place = { row: at.row + r, column: at.column + c };
          const cell = findCellAt(element, place);
          const index = cell ? cells.indexOf(cell) : -1;
          if (cell) cells[index] = { ...cell, content };
          else if (content !== '')
            cells.push({ ...createTextCell(place, element.cells[0]), content });
        }
      return { cells };
    })(doc);

/** Whether a place lies in a merged cell that begins elsewhere. */
const isInsideMergedCell = (cell: TableCell | undefined, { row, column }: Place): boolean =>
  cell !== undefined && (cell.row !== row || cell.column !== column);

const explainRefusal = (
  template: Template,
  table: TableElement,
  { at, block }: Fill,
): string | null => {
  const columns = Math.max(...block.map((row) => row.length));
  if (at.row + block.length - 1 > MAX_TABLE_LINES || at.column + columns - 1 > MAX_TABLE_LINES)
    return `贴的是 ${block.length} 行 ${columns} 列，从这一格放不下：表格每边最多 ${MAX_TABLE_LINES} 格`;
  const places = block.flatMap((row, r) =>
    row.map((content, c) => ({ content, row: at.row + r, column: at.column + c })),
  );
  if (places.some(({ content }) => content.length > CONTENT_LENGTH))
    return `一格最多 ${CONTENT_LENGTH} 个字`;
  if (places.some((place) => isInsideMergedCell(findCellAt(table, place), place)))
    return '贴的范围里有合并的格子，先拆开';
  const newCount = places.filter(
    (place) => place.content !== '' && !findCellAt(table, place),
  ).length;
  if (table.cells.length + newCount > MAX_TABLE_CELLS)
    return `表格最多 ${MAX_TABLE_CELLS} 格有内容`;
  return listElementsWithCells(template).length + newCount > MAX_PARTS
    ? `元素和表格的格子一共最多 ${MAX_PARTS} 个`
    : null;
};

/**
 * Fills a block of spreadsheet cells into a table from this place on, adding rows and columns as
 * needed. Returns the reason as a string when the block exceeds the limits of a table.
 */
export const pasteBlock = (
  template: Template,
  table: TableElement,
  fill: Fill,
): Command | string => {
  const { id, at, block } = fill;
  if (isElementLocked(template, table)) return '表格锁定了，先解锁';
  if (block.length === 0) return '剪贴板里没有内容';
  const refusal = explainRefusal(template, table, fill);
  if (refusal !== null) return refusal;
  const columns = Math.max(...block.map((row) => row.length));
  const grow: Command = (doc) => {
    const rowCount = Math.max(table.rowsMm.length, at.row + block.length - 1);
    const columnCount = Math.max(table.columnsMm.length, at.column + columns - 1);
    return setRowOrColumnCount(
      id,
      'columns',
      columnCount,
    )(setRowOrColumnCount(id, 'rows', rowCount)(doc));
  };
  return (doc) => fillCells(fill)(grow(doc));
};
