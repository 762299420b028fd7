import { read } from '@e965/xlsx';

type Cell = { f?: string; F?: string; v?: unknown; t?: string };

/**
 * Where a sheet has formulas, rows counted without those that have nothing in them: a result that LibreOffice shows
 * otherwise is recalculated. `isPivot`: the sheet shows a pivot table, which LibreOffice recalculates too.
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
    // What the library cannot read has no formulas to excuse anything with.
  }
  return { has: (row, column) => places.has(`${row}/${column}`), hasAny: places.size > 0 };
};
