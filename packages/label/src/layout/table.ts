import { LabelError } from '../errors.ts';
import type { DotRect } from '../scene.ts';
import { type Cell, type CellElement, listCells, type CellSpan, buildTableGrid } from '../table.ts';
import type { Rotation, TableElement } from '../template.ts';
import type { LayoutContext } from './context.ts';
import { type PlacedBox, toMediaRect } from './place.ts';
import { toLineWidthDots } from './shapes.ts';

/**
 * Positions of a table's lines along one axis: line i precedes column or row i and is `thick` dots
 * wide.
 */
type Lines = { starts: number[]; thick: number };

/**
 * Draws the lines of a table and lays out each cell's element in its cell. Positions are computed
 * in dots before rotation, so that cells meet at their lines and a rotated label is the same
 * picture rotated.
 * @throws LabelError `bad-template` for cells that overlap or leave the grid
 */
export function layoutTable(
  context: LayoutContext,
  table: TableElement,
  layoutCell: (context: LayoutContext, element: CellElement) => void,
): void {
  const grid = buildTableGrid(table);
  if (typeof grid === 'string') throw new LabelError('bad-template', grid);
  const placedBox = context.placement.place(table);
  const lineDots = table.lineMm === 0 ? 0 : toLineWidthDots(context, table.lineMm);
  const across = computeGridLinePositions(table.columnsMm, placedBox.width, lineDots);
  const down = computeGridLinePositions(table.rowsMm, placedBox.height, lineDots);
  if (lineDots > 0)
    for (const rect of listLineRects(grid, across, down)) {
      const onMedia = toMediaRect(placedBox, rect);
      if (onMedia.x1 > onMedia.x0 && onMedia.y1 > onMedia.y0)
        context.ops.push({ kind: 'rect', elementId: table.id, ...onMedia });
    }
  const padding = Math.round((table.paddingMm ?? 0) * context.placement.dotsPerMm);
  for (const cell of listCells(table)) {
    const room = computeCellContentArea(cell.span, { across, down, padding });
    layoutCellElement(context, { table, cell, placed: placedBox, room }, layoutCell);
  }
}

/**
 * Divides the side in proportion to the sizes. The outer lines lie inside the box; the others are
 * centred on the cuts.
 */
function computeGridLinePositions(sizes: readonly number[], side: number, thick: number): Lines {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let before = 0;
  const cuts = sizes.map((size) => {
    before += size;
    return Math.round((before / total) * side);
  });
  const starts = cuts.map((cut, i) =>
    i === cuts.length - 1 ? side - thick : cut - Math.floor(thick / 2),
  );
  return { starts: [0, ...starts], thick };
}

/** Lines between different cells, merged into runs. Empty grid places count as separate cells. */
function listLineRects(grid: readonly number[][], across: Lines, down: Lines): DotRect[] {
  const [rows, columns] = [down.starts.length - 1, across.starts.length - 1];
  const isSeparated = (a: number | undefined, b: number | undefined): boolean =>
    a === undefined || b === undefined || a === -1 || a !== b;
  const upright = listLineRuns(columns + 1, rows, (line, row) =>
    isSeparated(grid[row]?.[line - 1], grid[row]?.[line]),
  );
  const level = listLineRuns(rows + 1, columns, (line, column) =>
    isSeparated(grid[line - 1]?.[column], grid[line]?.[column]),
  );
  const computeExtent = ({ starts, thick }: Lines, from: number, to: number): [number, number] => [
    starts[from] ?? 0,
    (starts[to] ?? 0) + thick,
  ];
  return [
    ...upright.map(({ line, from, to }): DotRect => {
      const [[x0, x1], [y0, y1]] = [
        computeExtent(across, line, line),
        computeExtent(down, from, to),
      ];
      return { x0, y0, x1, y1 };
    }),
    ...level.map(({ line, from, to }): DotRect => {
      const [[x0, x1], [y0, y1]] = [
        computeExtent(across, from, to),
        computeExtent(down, line, line),
      ];
      return { x0, y0, x1, y1 };
    }),
  ];
}

type Run = { line: number; from: number; to: number };

function listLineRuns(
  lines: number,
  length: number,
  isDrawn: (line: number, at: number) => boolean,
): Run[] {
  const drawnRuns: Run[] = [];
  for (let line = 0; line < lines; line += 1) {
    let run: Run | undefined;
    for (let at = 0; at < length; at += 1) {
      if (!isDrawn(line, at)) run = undefined;
      else if (run) run.to = at + 1;
      else drawnRuns.push((run = { line, from: at, to: at + 1 }));
    }
  }
  return drawnRuns;
}

/** Content area of a cell, in dots of the table's content. */
function computeCellContentArea(
  { top, bottom, left, right }: CellSpan,
  { across, down, padding }: { across: Lines; down: Lines; padding: number },
): DotRect {
  const computeInnerSpan = (
    { starts, thick }: Lines,
    from: number,
    to: number,
  ): [number, number] => {
    const start = (starts[from] ?? 0) + thick + padding;
    return [start, Math.max(start, (starts[to] ?? 0) - padding)];
  };
  const [[x0, x1], [y0, y1]] = [
    computeInnerSpan(across, left, right),
    computeInnerSpan(down, top, bottom),
  ];
  return { x0, y0, x1, y1 };
}

type CellFilling = { table: TableElement; cell: Cell; placed: PlacedBox; room: DotRect };

/** Lays out a cell's element with the cell's content area as its box. Warnings name the cell. */
function layoutCellElement(
  context: LayoutContext,
  { table, cell, placed, room }: CellFilling,
  layoutCell: (context: LayoutContext, element: CellElement) => void,
): void {
  const box = toMediaRect(placed, room);
  const rotation = ((placed.rotation + cell.element.rotation) % 360) as Rotation;
  const [wide, tall] = [box.x1 - box.x0, box.y1 - box.y0];
  const isSideways = rotation === 90 || rotation === 270;
  const placedCell: PlacedBox = {
    box,
    rotation,
    width: isSideways ? tall : wide,
    height: isSideways ? wide : tall,
  };
  const cellContext: LayoutContext = {
    ...context,
    placement: { ...context.placement, place: () => placedCell },
    warnings: [],
  };
  layoutCell(cellContext, cell.element);
  for (const warning of cellContext.warnings) {
    const message = `${cell.location}：${warning.message}`;
    context.warnings.push({ ...warning, elementId: table.id, message });
  }
}
