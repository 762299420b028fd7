import { MAX_TABLE_CELLS, TABLE_LINE_MM } from '@yunbiao/contract/limits/template';
import type { CodeElement, TableCell, TableElement, TextElement } from '@yunbiao/label';
import { roundMm } from './box.ts';
import { isCodeType, recoded } from './code.ts';
import type { Command } from './doc.ts';
import { change, type Patch } from './edit.ts';

/** A place of the grid, counted from 1. */
export type Place = { row: number; column: number };
export type Axis = 'rows' | 'columns';

const OF = {
  rows: { sizes: 'rowsMm', side: 'heightMm', at: 'row', span: 'rowSpan' },
  columns: { sizes: 'columnsMm', side: 'widthMm', at: 'column', span: 'columnSpan' },
} as const;

const changeTable = (id: string, to: (table: TableElement) => Patch): Command =>
  change([id], (element) => (element.type === 'table' ? to(element) : {}));

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

/** As long as they are printed, mm: the template keeps proportions. */
export const linesMm = (table: TableElement, axis: Axis): number[] => {
  const { sizes, side } = OF[axis];
  const all = table[sizes];
  return all.map((size) => (size / sum(all)) * table[side]);
};

/** The cell that covers a place; a merged one covers several. */
export const cellAt = ({ cells }: TableElement, { row, column }: Place): TableCell | undefined =>
  cells.find(
    (cell) =>
      row >= cell.row &&
      row < cell.row + (cell.rowSpan ?? 1) &&
      column >= cell.column &&
      column < cell.column + (cell.columnSpan ?? 1),
  );

const within = (value: number): number =>
  Math.min(TABLE_LINE_MM.max, Math.max(TABLE_LINE_MM.min, value));

/** One more or fewer at the end; what stood there goes, what reached there ends before. The table stays as large. */
export const setCount = (id: string, axis: Axis, count: number): Command =>
  changeTable(id, (table) => {
    const { sizes, at, span } = OF[axis];
    const all = table[sizes];
    const average = within(sum(all) / all.length);
    const next = Array.from({ length: count }, (_, i) => all[i] ?? average);
    const cells = table.cells.flatMap((cell): TableCell[] => {
      if (cell[at] > count) return [];
      const most = count - cell[at] + 1;
      const { [span]: own = 1, ...rest } = cell;
      return own === 1 ? [cell] : [spanned({ ...rest, [span]: Math.min(own, most) })];
    });
    return count === all.length ? {} : { [sizes]: next, cells };
  });

/** Spans of one are not written. */
const spanned = <Cell extends TableCell>(cell: Cell): Cell => {
  const { rowSpan = 1, columnSpan = 1, ...rest } = cell;
  return {
    ...rest,
    ...(rowSpan > 1 ? { rowSpan } : {}),
    ...(columnSpan > 1 ? { columnSpan } : {}),
  } as Cell;
};

/** One row or column as large as this; the others stay, and the table becomes larger or smaller. */
export const setLine = (id: string, axis: Axis, index: number, mm: number): Command =>
  changeTable(id, (table) => {
    const { sizes, side } = OF[axis];
    const next = linesMm(table, axis).map((own, i) => within(roundMm(i === index ? mm : own)));
    return { [sizes]: next, [side]: roundMm(sum(next)) };
  });

/** A line between two rows or columns, `index` of them before it; from the table's own start, mm. */
export type GridLine = { axis: Axis; index: number; atMm: number };

/** The lines inside an unturned table: those that can be dragged. */
export const innerLines = (table: TableElement): GridLine[] =>
  table.rotation === 0 && !table.locked
    ? (['columns', 'rows'] as const).flatMap((axis) => {
        let atMm = 0;
        return linesMm(table, axis)
          .slice(0, -1)
          .map((size, index) => ({ axis, index, atMm: (atMm += size) }));
      })
    : [];

/** The line at `index` moved to `toMm` from the table's start: only what lies on both its sides changes. */
export const moveLine = (id: string, axis: Axis, index: number, toMm: number): Command =>
  changeTable(id, (table) => {
    const sizes = linesMm(table, axis).map((size) => within(roundMm(size)));
    const [before, after] = [sizes[index], sizes[index + 1]];
    if (before === undefined || after === undefined || table.locked) return {};
    const start = sum(sizes.slice(0, index));
    const { min, max } = TABLE_LINE_MM;
    const both = before + after;
    const own = Math.min(
      Math.min(max, both - min),
      Math.max(Math.max(min, both - max), toMm - start),
    );
    // A table drawn smaller than its lines may be has no room to give.
    if (!(own >= min && both - own >= min) || roundMm(own) === before) return {};
    const next = sizes.with(index, roundMm(own)).with(index + 1, roundMm(both - roundMm(own)));
    return { [OF[axis].sizes]: next };
  });

/** What an empty place becomes when something is written there. */
const textCell = ({ row, column }: Place, like: TableCell | undefined): TableCell => {
  const look = like?.type === 'text' ? like : undefined;
  return {
    row,
    column,
    type: 'text',
    content: '',
    sizeMm: look?.sizeMm ?? 2.5,
    weight: look?.weight ?? 400,
    align: look?.align ?? 'left',
    fit: 'shrink',
  };
};

const withoutBlank = (patch: object): object =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));

/** Changes the cell at a place, which is made where there is none. */
export const changeCell = (id: string, place: Place, patch: Patch): Command =>
  changeTable(id, (table) => {
    const own = cellAt(table, place);
    if (!own && table.cells.length >= MAX_TABLE_CELLS) return {};
    const cell = own ?? textCell(place, table.cells[0]);
    const next = withoutBlank({ ...cell, ...patch }) as TableCell;
    const cells = own
      ? table.cells.map((one) => (one === own ? next : one))
      : [...table.cells, next];
    return { cells };
  });

/** What stands in the places from one corner to the other becomes one cell: the first content that is not empty stays. */
export const mergeCells = (id: string, from: Place, to: Place): Command =>
  changeTable(id, (table) => {
    const corners = [from, to].flatMap((place) => {
      const cell = cellAt(table, place);
      return cell ? [place, cell, getEnd(cell)] : [place];
    });
    const [top, left] = [
      Math.min(...corners.map(({ row }) => row)),
      Math.min(...corners.map(({ column }) => column)),
    ];
    const [bottom, right] = [
      Math.max(...corners.map(({ row }) => row)),
      Math.max(...corners.map(({ column }) => column)),
    ];
    if (top === bottom && left === right) return {};
    const isIn = (cell: TableCell): boolean =>
      cell.row <= bottom &&
      getEnd(cell).row >= top &&
      cell.column <= right &&
      getEnd(cell).column >= left;
    const inside = table.cells.filter(isIn);
    // One that reaches beyond would be cut in two.
    const isWhole = inside.every(
      (cell) =>
        cell.row >= top &&
        cell.column >= left &&
        getEnd(cell).row <= bottom &&
        getEnd(cell).column <= right,
    );
    if (!isWhole) return {};
    const first = inside.find(({ content }) => content !== '') ?? inside[0];
    const whole = spanned({
      ...(first ?? textCell({ row: top, column: left }, undefined)),
      row: top,
      column: left,
      rowSpan: bottom - top + 1,
      columnSpan: right - left + 1,
    });
    return { cells: [...table.cells.filter((cell) => !isIn(cell)), whole] };
  });

const getEnd = ({ row, column, rowSpan = 1, columnSpan = 1 }: TableCell): Place => ({
  row: row + rowSpan - 1,
  column: column + columnSpan - 1,
});

/** A merged cell is one place again, the others empty. */
export const splitCell = (id: string, place: Place): Command =>
  changeTable(id, (table) => {
    const own = cellAt(table, place);
    if (!own) return {};
    const { rowSpan: _rows, columnSpan: _columns, ...rest } = own;
    return { cells: table.cells.map((cell) => (cell === own ? (rest as TableCell) : cell)) };
  });

const NOWHERE = { id: '', xMm: 0, yMm: 0, widthMm: 0, heightMm: 0, rotation: 0 } as const;

/** Text, or a code of this symbology; its content stays. */
export const retype = (id: string, place: Place, type: string): Command =>
  changeTable(id, (table) => {
    const own = cellAt(table, place) ?? textCell(place, undefined);
    if (own.type === type) return {};
    const { row, column, rowSpan, columnSpan, rotation, content } = own;
    const kept = withoutBlank({ row, column, rowSpan, columnSpan, rotation }) as Place;
    const look = isCodeType(type) ? unplaced(recoded(asCode(own), type)) : null;
    const next = (
      look ? { ...look, ...kept } : { ...textCell(place, undefined), ...kept, content }
    ) as TableCell;
    const others = table.cells.filter(({ row: r, column: c }) => r !== own.row || c !== own.column);
    return { cells: [...others, next] };
  });

const asCode = (cell: TableCell): CodeElement =>
  (cell.type === 'text'
    ? { ...NOWHERE, type: 'qr', level: 'M', content: cell.content }
    : { ...cell, ...NOWHERE }) as CodeElement;

const unplaced = (element: object): Partial<TextElement> => {
  const own = { ...element } as Record<string, unknown>;
  for (const part of [...Object.keys(NOWHERE), 'name', 'locked', 'hidden', 'group'])
    delete own[part];
  return own;
};

/** The place under a point of the label; null beside an unturned table. */
export const placeAt = (table: TableElement, at: { x: number; y: number }): Place | null => {
  if (table.rotation !== 0) return null;
  const find = (axis: Axis, from: number): number => {
    let end = 0;
    return linesMm(table, axis).findIndex((size) => (end += size) > from) + 1;
  };
  const [column, row] = [find('columns', at.x - table.xMm), find('rows', at.y - table.yMm)];
  const isInside = column > 0 && row > 0 && at.x >= table.xMm && at.y >= table.yMm;
  return isInside ? { row, column } : null;
};
