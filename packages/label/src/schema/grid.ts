/** Half-open, from 0. */
export type CellSpan = { top: number; bottom: number; left: number; right: number };

/** Position of a cell as in the table, from 1. */
type Place = { row: number; column: number; rowSpan?: number; columnSpan?: number };

export function toCellSpan({ row, column, rowSpan = 1, columnSpan = 1 }: Place): CellSpan {
  const [top, left] = [row - 1, column - 1];
  return { top, left, bottom: top + rowSpan, right: left + columnSpan };
}

/**
 * Returns the index of the cell at each place of the grid, row by row, or -1 for an empty place.
 * Returns a Chinese error if a cell is outside the grid or overlaps another.
 */
export function buildTableGrid(table: {
  columnsMm: readonly number[];
  rowsMm: readonly number[];
  cells: readonly Place[];
}): number[][] | string {
  const [rows, columns] = [table.rowsMm.length, table.columnsMm.length];
  const grid = Array.from({ length: rows }, () => Array<number>(columns).fill(-1));
  for (const [index, cell] of table.cells.entries()) {
    const { top, bottom, left, right } = toCellSpan(cell);
    const cellPlace = `表格第 ${cell.row} 行第 ${cell.column} 列`;
    if (
      !(top >= 0 && left >= 0 && bottom > top && right > left && bottom <= rows && right <= columns)
    )
      return `${cellPlace}在表格外面：一共 ${rows} 行 ${columns} 列`;
    for (let row = top; row < bottom; row += 1)
      for (let column = left; column < right; column += 1) {
        const line = grid[row];
        if (line === undefined || line[column] !== -1) return `${cellPlace}和别的格子重叠`;
        line[column] = index;
      }
  }
  return grid;
}
