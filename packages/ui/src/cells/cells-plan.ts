/** Grid of cells, used for drawing, pointer and keyboard. Lengths are CSS px. */
export type CellsPlan = {
  columns: number;
  rows: number;
  /** Distance from one cell to the next. */
  pitchX: number;
  pitchY: number;
  /** Cell size. */
  width: number;
  height: number;
  totalHeight: number;
};

/**
 * Maximum distance between cells by their number: few cells are easy to hit, and 10,000 fit on a
 * screen.
 */
const chooseCellPitch = (count: number): number => (count <= 300 ? 16 : count <= 2000 ? 11 : 7);

/** Smaller distances for containers without enough height. */
const SMALLER_PITCHES = [11, 7, 5];

/**
 * Lays out `count` cells in rows that fill the container width. Uses smaller distances if the grid
 * would be higher than `mostPx`.
 */
export const planCellGrid = (count: number, widthPx: number, mostPx = Infinity): CellsPlan => {
  const usual = chooseCellPitch(count);
  return [usual, ...SMALLER_PITCHES.filter((pitch) => pitch < usual)]
    .map((pitch) => planGridAtPitch(pitch, count, widthPx))
    .reduce((plan, closer) => (plan.totalHeight > mostPx ? closer : plan));
};

const planGridAtPitch = (want: number, count: number, roomPx: number): CellsPlan => {
  const columns = Math.max(1, Math.floor((roomPx + 3) / want));
  const pitchX = roomPx / columns;
  const gap = want >= 16 ? 3 : want >= 11 ? 2 : 1;
  const width = Math.max(2, Math.floor(pitchX) - gap);
  const height = Math.round(width * 1.2);
  const pitchY = height + gap + (want >= 16 ? 2 : 0);
  const rows = Math.max(1, Math.ceil(count / columns));
  return { columns, rows, pitchX, pitchY, width, height, totalHeight: rows * pitchY };
};

/** Index of the cell under a point, or -1. */
export const findCellAtPoint = (plan: CellsPlan, count: number, x: number, y: number): number => {
  const column = Math.floor(x / plan.pitchX);
  const row = Math.floor(y / plan.pitchY);
  if (column < 0 || column >= plan.columns || row < 0) return -1;
  const place = row * plan.columns + column;
  return place < count ? place : -1;
};

/** Index of the cell that an arrow key moves to. Unchanged for other keys. */
export const moveCellByKey = (
  plan: CellsPlan,
  count: number,
  from: number,
  key: string,
): number => {
  const moves: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -plan.columns,
    ArrowDown: plan.columns,
    PageUp: -plan.columns * 5,
    PageDown: plan.columns * 5,
    Home: -count,
    End: count,
  };
  const by = moves[key];
  return by === undefined ? from : Math.min(count - 1, Math.max(0, from + by));
};
