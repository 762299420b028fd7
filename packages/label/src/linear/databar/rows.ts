import { createMatrix, setDark } from '../../matrix/module-matrix.ts';
import type { ModuleMatrix } from '../../matrix/module-matrix.ts';

/** Modules of a row, 1 for dark. */
export type ModuleRow = readonly number[];
/** A row of a stacked symbol and its height in modules. */
export type Layer = { row: ModuleRow; height: number };

/** Light modules at both ends of what separates two rows. */
const SEPARATOR_ENDS = 4;

/** Elements one module after another, the first one light or dark. */
export function moduleRow(widths: readonly number[], first: 0 | 1): ModuleRow {
  return widths.flatMap((width, i) => Array.from({ length: width }, () => (i + first) % 2));
}

function endsCleared(row: readonly number[]): ModuleRow {
  return row.map((module, i) =>
    i < SEPARATOR_ENDS || i >= row.length - SEPARATOR_ENDS ? 0 : module,
  );
}

/**
 * What separates a row from the next: light where the row is dark and dark where it is light, but beside a finder
 * pattern light and dark in turn, beginning anew behind each dark element (ISO/IEC 24724, 5.3.2.2).
 */
export function getComplement(
  row: ModuleRow,
  finders: readonly { from: number; to: number }[],
): ModuleRow {
  const separator = [...endsCleared(row.map((module) => 1 - module))];
  for (const { from, to } of finders) {
    for (let i = from; i < to; i += 1) {
      const isDark = row[i] === 0 && (row[i - 1] === 1 || separator[i - 1] === 0);
      separator[i] = isDark ? 1 : 0;
    }
  }
  return separator;
}

/** Light and dark in turn, between two separators. */
export function zebra(length: number): ModuleRow {
  return endsCleared(Array.from({ length }, (_, i) => i % 2));
}

/** The rows one below the other. */
export function stackedMatrix(layers: readonly Layer[]): ModuleMatrix {
  const width = Math.max(...layers.map(({ row }) => row.length));
  const matrix = createMatrix(
    width,
    layers.reduce((sum, { height }) => sum + height, 0),
  );
  let y = 0;
  for (const { row, height } of layers) {
    for (const end = y + height; y < end; y += 1)
      row.forEach((module, x) => module === 1 && setDark(matrix, x, y));
  }
  return matrix;
}
