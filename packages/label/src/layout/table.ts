import { LabelError } from '../errors.ts';
import type { DotRect } from '../scene.ts';
import { type Cell, type CellElement, listCells, type CellSpan, tableGrid } from '../table.ts';
import type { Rotation, TableElement } from '../template.ts';
import type { LayoutContext } from './context.ts';
import { type Placed, rectOnMedia } from './place.ts';
import { lineDots } from './shapes.ts';

/** Where the lines of a table stand along one side: line i is before the i-th column or row, `thick` dots. */
type Lines = { starts: number[]; thick: number };

/**
 * Draws the lines of a table and lays each cell's element out in its cell. Everything is cut up in dots before it is
 * turned, so that cells meet at their lines and a turned label is the same picture turned.
 */
export function layoutTable(
  context: LayoutContext,
  table: TableElement,
  layoutCell: (context: LayoutContext, element: CellElement) => void,
): void {
  const grid = tableGrid(table);
  if (typeof grid === 'string') throw new LabelError('bad-template', grid);
  const placed = context.placement.place(table);
  const thick = table.lineMm === 0 ? 0 : lineDots(context, table.lineMm);
  const across = listLines(table.columnsMm, placed.width, thick);
  const down = listLines(table.rowsMm, placed.height, thick);
  if (thick > 0)
    for (const rect of lineRects(grid, across, down)) {
      const onMedia = rectOnMedia(placed, rect);
      if (onMedia.x1 > onMedia.x0 && onMedia.y1 > onMedia.y0)
        context.ops.push({ kind: 'rect', elementId: table.id, ...onMedia });
    }
  const padding = Math.round((table.paddingMm ?? 0) * context.placement.dotsPerMm);
  for (const cell of listCells(table)) {
    const room = getRoom(cell.span, { across, down, padding });
    layoutInCell(context, { table, cell, placed, room }, layoutCell);
  }
}

/** The box's side cut in proportion to the sizes; the outer lines are inside it, the others on the cuts. */
function listLines(sizes: readonly number[], side: number, thick: number): Lines {
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

/** Lines between places of different cells, as long as they go on. Empty places are cells of their own. */
function lineRects(grid: readonly number[][], across: Lines, down: Lines): DotRect[] {
  const [rows, columns] = [down.starts.length - 1, across.starts.length - 1];
  const isParted = (a: number | undefined, b: number | undefined): boolean =>
    a === undefined || b === undefined || a === -1 || a !== b;
  const upright = runs(columns + 1, rows, (line, row) =>
    isParted(grid[row]?.[line - 1], grid[row]?.[line]),
  );
  const level = runs(rows + 1, columns, (line, column) =>
    isParted(grid[line - 1]?.[column], grid[line]?.[column]),
  );
  const extent = ({ starts, thick }: Lines, from: number, to: number): [number, number] => [
    starts[from] ?? 0,
    (starts[to] ?? 0) + thick,
  ];
  return [
    ...upright.map(({ line, from, to }): DotRect => {
      const [[x0, x1], [y0, y1]] = [extent(across, line, line), extent(down, from, to)];
      return { x0, y0, x1, y1 };
    }),
    ...level.map(({ line, from, to }): DotRect => {
      const [[x0, x1], [y0, y1]] = [extent(across, from, to), extent(down, line, line)];
      return { x0, y0, x1, y1 };
    }),
  ];
}

type Run = { line: number; from: number; to: number };

function runs(
  lines: number,
  length: number,
  isDrawn: (line: number, at: number) => boolean,
): Run[] {
  const found: Run[] = [];
  for (let line = 0; line < lines; line += 1) {
    let run: Run | undefined;
    for (let at = 0; at < length; at += 1) {
      if (!isDrawn(line, at)) run = undefined;
      else if (run) run.to = at + 1;
      else found.push((run = { line, from: at, to: at + 1 }));
    }
  }
  return found;
}

/** What a cell has for its content, in dots of the table's content. */
function getRoom(
  { top, bottom, left, right }: CellSpan,
  { across, down, padding }: { across: Lines; down: Lines; padding: number },
): DotRect {
  const between = ({ starts, thick }: Lines, from: number, to: number): [number, number] => {
    const start = (starts[from] ?? 0) + thick + padding;
    return [start, Math.max(start, (starts[to] ?? 0) - padding)];
  };
  const [[x0, x1], [y0, y1]] = [between(across, left, right), between(down, top, bottom)];
  return { x0, y0, x1, y1 };
}

type Filling = { table: TableElement; cell: Cell; placed: Placed; room: DotRect };

/** Lays a cell's element out as if its box were the cell's room; what is said of it names the cell. */
function layoutInCell(
  context: LayoutContext,
  { table, cell, placed, room }: Filling,
  layoutCell: (context: LayoutContext, element: CellElement) => void,
): void {
  const box = rectOnMedia(placed, room);
  const rotation = ((placed.rotation + cell.element.rotation) % 360) as Rotation;
  const [wide, tall] = [box.x1 - box.x0, box.y1 - box.y0];
  const isSideways = rotation === 90 || rotation === 270;
  const inside: Placed = {
    box,
    rotation,
    width: isSideways ? tall : wide,
    height: isSideways ? wide : tall,
  };
  const inner: LayoutContext = {
    ...context,
    placement: { ...context.placement, place: () => inside },
    warnings: [],
  };
  layoutCell(inner, cell.element);
  for (const warning of inner.warnings) {
    const message = `${cell.where}：${warning.message}`;
    context.warnings.push({ ...warning, elementId: table.id, message });
  }
}
