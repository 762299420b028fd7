import { MAX_TABLE_CELLS, TABLE_LINE_MM } from '@yunbiao/contract/limits/template';
import type { CodeElement, TableCell, TableElement, TextElement } from '@yunbiao/label';
import { roundMm } from './box.ts';
import { isCodeType, changeSymbology } from './symbology.ts';
import type { Command } from './doc.ts';
import { changeElements, type Patch, resizeSpans } from './edit.ts';

/** Position in the grid, 1-based. */
export type Place = { row: number; column: number };
export type Axis = 'rows' | 'columns';

const AXIS_KEYS = {
  rows: { sizes: 'rowsMm', side: 'heightMm', at: 'row', span: 'rowSpan' },
  columns: { sizes: 'columnsMm', side: 'widthMm', at: 'column', span: 'columnSpan' },
} as const;

const changeTable = (id: string, to: (table: TableElement) => Patch): Command =>
  changeElements([id], (element) => (element.type === 'table' ? to(element) : {}));

const sumValues = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** Printed sizes, mm: the template stores proportions. */
export const listRowOrColumnSizes = (table: TableElement, axis: Axis): number[] => {
  const { sizes, side } = AXIS_KEYS[axis];
  const lineSizes = table[sizes];
  return lineSizes.map((size) => (size / sumValues(lineSizes)) * table[side]);
};

/** The cell at a position. A merged cell covers several positions. */
export const findCellAt = (
  { cells }: TableElement,
  { row, column }: Place,
): TableCell | undefined =>
  cells.find(
    (cell) =>
      row >= cell.row &&
      row < cell.row + (cell.rowSpan ?? 1) &&
      column >= cell.column &&
      column < cell.column + (cell.columnSpan ?? 1),
  );

const clampRowOrColumnSize = (value: number): number =>
  Math.min(TABLE_LINE_MM.max, Math.max(TABLE_LINE_MM.min, value));

/**
 * Adds or removes rows or columns at the end. Cells there are removed, and spans are cut. The size
 * of the table stays.
 */
export const setRowOrColumnCount = (id: string, axis: Axis, count: number): Command =>
  changeTable(id, (table) => {
    const { sizes, at, span } = AXIS_KEYS[axis];
    const lineSizes = table[sizes];
    const average = clampRowOrColumnSize(sumValues(lineSizes) / lineSizes.length);
    const next = Array.from({ length: count }, (_, i) => lineSizes[i] ?? average);
    const cells = table.cells.flatMap((cell): TableCell[] => {
      if (cell[at] > count) return [];
      const max = count - cell[at] + 1;
      const { [span]: spanLength = 1, ...rest } = cell;
      return spanLength === 1
        ? [cell]
        : [normalizeSpans({ ...rest, [span]: Math.min(spanLength, max) })];
    });
    return count === lineSizes.length ? {} : { [sizes]: next, cells };
  });

/** Omits spans of 1. */
const normalizeSpans = <Cell extends TableCell>(cell: Cell): Cell => {
  const { rowSpan = 1, columnSpan = 1, ...rest } = cell;
  return {
    ...rest,
    ...(rowSpan > 1 ? { rowSpan } : {}),
    ...(columnSpan > 1 ? { columnSpan } : {}),
  } as Cell;
};

/**
 * Sets the size of one row or column, mm. The others keep their size, so the table grows or
 * shrinks.
 */
export const setRowOrColumnSize = (id: string, axis: Axis, index: number, mm: number): Command =>
  changeTable(id, (table) => {
    const { sizes, side } = AXIS_KEYS[axis];
    const next = listRowOrColumnSizes(table, axis).map((size, i) =>
      clampRowOrColumnSize(roundMm(i === index ? mm : size)),
    );
    return { [sizes]: next, [side]: roundMm(sumValues(next)) };
  });

/**
 * A line between two rows or columns. It follows the row or column with this index; `atMm` is
 * measured from the start of the table.
 */
export type GridLine = { axis: Axis; index: number; atMm: number };

/** Inner lines that can be dragged: only of an unlocked table without rotation. */
export const listInnerLines = (table: TableElement): GridLine[] =>
  table.rotation === 0 && !table.locked
    ? (['columns', 'rows'] as const).flatMap((axis) => {
        let atMm = 0;
        return listRowOrColumnSizes(table, axis)
          .slice(0, -1)
          .map((size, index) => ({ axis, index, atMm: (atMm += size) }));
      })
    : [];

/**
 * Moves a line to `toMm` from the start of the table. Resizes only the rows or columns on both
 * sides of it.
 */
export const moveTableLine = (id: string, axis: Axis, index: number, toMm: number): Command =>
  changeTable(id, (table) => {
    const sizes = listRowOrColumnSizes(table, axis).map((size) =>
      clampRowOrColumnSize(roundMm(size)),
    );
    const [before, after] = [sizes[index], sizes[index + 1]];
    if (before === undefined || after === undefined || table.locked) return {};
    const start = sumValues(sizes.slice(0, index));
    const { min, max } = TABLE_LINE_MM;
    const bothSizes = before + after;
    const ownSize = Math.min(
      Math.min(max, bothSizes - min),
      Math.max(Math.max(min, bothSizes - max), toMm - start),
    );
    // Rows or columns below the minimum size cannot shrink further.
    if (!(ownSize >= min && bothSizes - ownSize >= min) || roundMm(ownSize) === before) return {};
    const next = sizes
      .with(index, roundMm(ownSize))
      .with(index + 1, roundMm(bothSizes - roundMm(ownSize)));
    return { [AXIS_KEYS[axis].sizes]: next };
  });

/** Cell created when text is entered at an empty position. */
export const createTextCell = ({ row, column }: Place, like: TableCell | undefined): TableCell => {
  const likeText = like?.type === 'text' ? like : undefined;
  return {
    row,
    column,
    type: 'text',
    content: '',
    sizeMm: likeText?.sizeMm ?? 2.5,
    weight: likeText?.weight ?? 400,
    align: likeText?.align ?? 'left',
    fit: 'shrink',
  };
};

const omitUndefined = (patch: object): object =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));

/** Changes the cell at a position; creates it when there is none. */
export const changeCell = (id: string, place: Place, patch: Patch): Command =>
  changeTable(id, (table) => {
    const currentCell = findCellAt(table, place);
    if (!currentCell && table.cells.length >= MAX_TABLE_CELLS) return {};
    const cell = currentCell ?? createTextCell(place, table.cells[0]);
    const next = omitUndefined({ ...cell, ...resizeSpans(cell, patch), ...patch }) as TableCell;
    const cells = currentCell
      ? table.cells.map((cell) => (cell === currentCell ? next : cell))
      : [...table.cells, next];
    return { cells };
  });

/** Merges the cells between two corners. Keeps the first content that is not empty. */
export const mergeCells = (id: string, from: Place, to: Place): Command =>
  changeTable(id, (table) => {
    const corners = [from, to].flatMap((place) => {
      const cell = findCellAt(table, place);
      return cell ? [place, cell, getCellEnd(cell)] : [place];
    });
    const [top, leftColumn] = [
      Math.min(...corners.map(({ row }) => row)),
      Math.min(...corners.map(({ column }) => column)),
    ];
    const [bottom, right] = [
      Math.max(...corners.map(({ row }) => row)),
      Math.max(...corners.map(({ column }) => column)),
    ];
    if (top === bottom && leftColumn === right) return {};
    const isInRange = (cell: TableCell): boolean =>
      cell.row <= bottom &&
      getCellEnd(cell).row >= top &&
      cell.column <= right &&
      getCellEnd(cell).column >= leftColumn;
    const inside = table.cells.filter(isInRange);
    // A merged cell that extends beyond the range would be cut.
    const isWhole = inside.every(
      (cell) =>
        cell.row >= top &&
        cell.column >= leftColumn &&
        getCellEnd(cell).row <= bottom &&
        getCellEnd(cell).column <= right,
    );
    if (!isWhole) return {};
    const first = inside.find(({ content }) => content !== '') ?? inside[0];
    const mergedCell = normalizeSpans({
      ...(first ?? createTextCell({ row: top, column: leftColumn }, undefined)),
      row: top,
      column: leftColumn,
      rowSpan: bottom - top + 1,
      columnSpan: right - leftColumn + 1,
    });
    return { cells: [...table.cells.filter((cell) => !isInRange(cell)), mergedCell] };
  });

const getCellEnd = ({ row, column, rowSpan = 1, columnSpan = 1 }: TableCell): Place => ({
  row: row + rowSpan - 1,
  column: column + columnSpan - 1,
});

/** Splits a merged cell. The other positions become empty. */
export const splitCell = (id: string, place: Place): Command =>
  changeTable(id, (table) => {
    const currentCell = findCellAt(table, place);
    if (!currentCell) return {};
    const { rowSpan: _rows, columnSpan: _columns, ...rest } = currentCell;
    return {
      cells: table.cells.map((cell) => (cell === currentCell ? (rest as TableCell) : cell)),
    };
  });

const EMPTY_PLACEMENT = { id: '', xMm: 0, yMm: 0, widthMm: 0, heightMm: 0, rotation: 0 } as const;

/** Converts a cell to text or to a code of this symbology. Keeps its content. */
export const changeCellType = (id: string, place: Place, type: string): Command =>
  changeTable(id, (table) => {
    const cell = findCellAt(table, place) ?? createTextCell(place, undefined);
    if (cell.type === type) return {};
    const { row, column, rowSpan, columnSpan, rotation, content } = cell;
    const placement = omitUndefined({ row, column, rowSpan, columnSpan, rotation }) as Place;
    const codeFields = isCodeType(type)
      ? omitPlacement(changeSymbology(toCodeElement(cell), type))
      : null;
    const next = (
      codeFields
        ? { ...codeFields, ...placement }
        : { ...createTextCell(place, undefined), ...placement, content }
    ) as TableCell;
    const otherCells = table.cells.filter(
      ({ row: r, column: c }) => r !== cell.row || c !== cell.column,
    );
    return { cells: [...otherCells, next] };
  });

const toCodeElement = (cell: TableCell): CodeElement =>
  (cell.type === 'text'
    ? { ...EMPTY_PLACEMENT, type: 'qr', level: 'M', content: cell.content }
    : { ...cell, ...EMPTY_PLACEMENT }) as CodeElement;

const omitPlacement = (element: object): Partial<TextElement> => {
  const fields = { ...element } as Record<string, unknown>;
  for (const part of [...Object.keys(EMPTY_PLACEMENT), 'name', 'locked', 'hidden', 'group'])
    delete fields[part];
  return fields;
};

/** The grid position at a point of the label; null outside the table or when it is rotated. */
export const findPlaceAt = (table: TableElement, at: { x: number; y: number }): Place | null => {
  if (table.rotation !== 0) return null;
  const findLineAtOffset = (axis: Axis, from: number): number => {
    let end = 0;
    return listRowOrColumnSizes(table, axis).findIndex((size) => (end += size) > from) + 1;
  };
  const [column, row] = [
    findLineAtOffset('columns', at.x - table.xMm),
    findLineAtOffset('rows', at.y - table.yMm),
  ];
  const isInside = column > 0 && row > 0 && at.x >= table.xMm && at.y >= table.yMm;
  return isInside ? { row, column } : null;
};
