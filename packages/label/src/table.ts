import type {
  CodeElement,
  ElementBox,
  TableCell,
  TableElement,
  TemplateElement,
  TextElement,
} from './template.ts';

/** What stands in a cell, as an element of its own; its place is the table's to say. */
export type CellElement = TextElement | CodeElement;

/** Half-open, counted from 0. */
export type CellSpan = { top: number; bottom: number; left: number; right: number };

export type Cell = {
  /** Its element's id: the table's, with row and column. */
  id: string;
  /** How messages name it. */
  where: string;
  span: CellSpan;
  element: CellElement;
};

const NOWHERE = { xMm: 0, yMm: 0, widthMm: 0, heightMm: 0 };

/** The cells of a table as elements, in the order they are drawn. */
export function cellsOf({ id, cells }: TableElement): Cell[] {
  return cells.map((cell) => {
    const { row, column, rowSpan, columnSpan, rotation = 0, ...own } = cell;
    const box: ElementBox = { ...NOWHERE, id: `${id}/${row}.${column}`, rotation };
    return {
      id: box.id,
      where: `表格第 ${row} 行第 ${column} 列`,
      span: spanOf({ row, column, rowSpan, columnSpan }),
      element: { ...box, ...own },
    };
  });
}

type Place = { [Key in 'row' | 'column' | 'rowSpan' | 'columnSpan']: TableCell[Key] | undefined };

function spanOf({ row = 1, column = 1, rowSpan = 1, columnSpan = 1 }: Place): CellSpan {
  const [top, left] = [row - 1, column - 1];
  return { top, left, bottom: top + rowSpan, right: left + columnSpan };
}

/** All elements that are not hidden, those in cells of tables among them. */
export function withCells(elements: readonly TemplateElement[]): TemplateElement[] {
  return elements.flatMap((element): TemplateElement[] => {
    if (element.hidden) return [];
    return element.type === 'table'
      ? [element, ...cellsOf(element).map((cell) => cell.element)]
      : [element];
  });
}

/**
 * Which cell each place of the grid belongs to, row by row: its index, or -1 where there is none. A string says, in
 * Chinese, why there is no such table: a cell outside the grid, or over another one.
 */
export function tableGrid(
  table: Pick<TableElement, 'columnsMm' | 'rowsMm' | 'cells'>,
): number[][] | string {
  const [rows, columns] = [table.rowsMm.length, table.columnsMm.length];
  const grid = Array.from({ length: rows }, () => Array<number>(columns).fill(-1));
  for (const [index, cell] of table.cells.entries()) {
    const { top, bottom, left, right } = spanOf({ rowSpan: 1, columnSpan: 1, ...cell });
    const where = `表格第 ${cell.row} 行第 ${cell.column} 列`;
    if (
      !(top >= 0 && left >= 0 && bottom > top && right > left && bottom <= rows && right <= columns)
    )
      return `${where}在表格外面：一共 ${rows} 行 ${columns} 列`;
    for (let row = top; row < bottom; row += 1)
      for (let column = left; column < right; column += 1) {
        const line = grid[row];
        if (line === undefined || line[column] !== -1) return `${where}和别的格子重叠`;
        line[column] = index;
      }
  }
  return grid;
}
