import { read } from '@e965/xlsx';

type Cell = { f?: string; F?: string; v?: unknown; t?: string };

/**
 * Positions of formulas, not counting empty rows: a different result in LibreOffice is a
 * recalculation. `isPivot`: the sheet contains a pivot table, which LibreOffice also recalculates.
 */
export const findFormulas = (
  bytes: Uint8Array,
  sheet: string,
): { has: (row: number, column: number) => boolean; hasAny: boolean } => {
  const places = new Set<string>();
  try {
    const book = read(bytes, { type: 'array', dense: true, cellFormula: true });
    const data = (book.Sheets[sheet]?.['!data'] ?? []) as (Cell | undefined)[][];
    let row = 0;
    for (const key of Object.keys(data)) {
      const cells = Object.entries(data[Number(key)] ?? []);
      const isThere = cells.some(
        ([, cell]) => cell && cell.t !== 'z' && String(cell.v ?? '').trim() !== '',
      );
      for (const [column, cell] of cells)
        if (cell?.f !== undefined || cell?.F !== undefined) places.add(`${row}/${column}`);
      if (isThere) row += 1;
    }
  } catch {
    // A file that the library cannot read has no formulas to excuse differences.
  }
  return { has: (row, column) => places.has(`${row}/${column}`), hasAny: places.size > 0 };
};
