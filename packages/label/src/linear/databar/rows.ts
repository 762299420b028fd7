import { createModuleMatrix, setModuleDark } from '../../matrix/module-matrix.ts';
import type { ModuleMatrix } from '../../matrix/module-matrix.ts';

/** Modules of a row; 1 is dark. */
export type ModuleRow = readonly number[];
/** A row of a stacked symbol and its height in modules. */
export type Layer = { row: ModuleRow; height: number };

/** Light modules at both ends of a separator row. */
const SEPARATOR_ENDS = 4;

/** Expands element widths to modules; `first` is the colour of the first element. */
export function buildModuleRow(widths: readonly number[], first: 0 | 1): ModuleRow {
  return widths.flatMap((width, i) => Array.from({ length: width }, () => (i + first) % 2));
}

function clearRowEnds(row: readonly number[]): ModuleRow {
  return row.map((module, i) =>
    i < SEPARATOR_ENDS || i >= row.length - SEPARATOR_ENDS ? 0 : module,
  );
}

/**
 * Separator row: the complement of `row`, except along a finder pattern, where it alternates and
 * restarts after each dark element (ISO/IEC 24724, 5.3.2.2).
 */
export function buildSeparatorRow(
  row: ModuleRow,
  finders: readonly { from: number; to: number }[],
): ModuleRow {
  const separator = [...clearRowEnds(row.map((module) => 1 - module))];
  for (const { from, to } of finders) {
    for (let i = from; i < to; i += 1) {
      const isDark = row[i] === 0 && (row[i - 1] === 1 || separator[i - 1] === 0);
      separator[i] = isDark ? 1 : 0;
    }
  }
  return separator;
}

/** Alternating light and dark row between two separators. */
export function buildAlternatingRow(length: number): ModuleRow {
  return clearRowEnds(Array.from({ length }, (_, i) => i % 2));
}

/** Stacks the rows from top to bottom. */
export function buildStackedMatrix(layers: readonly Layer[]): ModuleMatrix {
  const width = Math.max(...layers.map(({ row }) => row.length));
  const matrix = createModuleMatrix(
    width,
    layers.reduce((sum, { height }) => sum + height, 0),
  );
  let y = 0;
  for (const { row, height } of layers) {
    for (const end = y + height; y < end; y += 1)
      row.forEach((module, x) => module === 1 && setModuleDark(matrix, x, y));
  }
  return matrix;
}
