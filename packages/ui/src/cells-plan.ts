/** Where cells stand: the same for drawing, pointing and the keyboard. Lengths are CSS px. */
export type CellsPlan = {
  columns: number;
  rows: number;
  /** From one cell to the next. */
  pitchX: number;
  pitchY: number;
  /** Size of a cell. */
  width: number;
  height: number;
  totalHeight: number;
};

/** Largest distance between cells, by how many there are: a few are easy to hit, 10,000 fit on a screen. */
const pitchFor = (count: number): number => (count <= 300 ? 16 : count <= 2000 ? 11 : 7);

/** Closer where a narrow place has no height for the usual distance. */
const CLOSER = [11, 7, 5];

/** Lays `count` cells out in rows as wide as their place, closer than usual where they would be higher than `mostPx`. */
export const planCells = (count: number, roomPx: number, mostPx = Infinity): CellsPlan => {
  const usual = pitchFor(count);
  return [usual, ...CLOSER.filter((pitch) => pitch < usual)]
    .map((pitch) => planWith(pitch, count, roomPx))
    .reduce((plan, closer) => (plan.totalHeight > mostPx ? closer : plan));
};

const planWith = (want: number, count: number, roomPx: number): CellsPlan => {
  const columns = Math.max(1, Math.floor((roomPx + 3) / want));
  const pitchX = roomPx / columns;
  const gap = want >= 16 ? 3 : want >= 11 ? 2 : 1;
  const width = Math.max(2, Math.floor(pitchX) - gap);
  const height = Math.round(width * 1.2);
  const pitchY = height + gap + (want >= 16 ? 2 : 0);
  const rows = Math.max(1, Math.ceil(count / columns));
  return { columns, rows, pitchX, pitchY, width, height, totalHeight: rows * pitchY };
};

/** Place of the cell under a point, or -1. */
export const cellAt = (plan: CellsPlan, count: number, x: number, y: number): number => {
  const column = Math.floor(x / plan.pitchX);
  const row = Math.floor(y / plan.pitchY);
  if (column < 0 || column >= plan.columns || row < 0) return -1;
  const place = row * plan.columns + column;
  return place < count ? place : -1;
};

/** Where an arrow key leads from a cell; the same place when the key is none of ours. */
export const cellStep = (plan: CellsPlan, count: number, from: number, key: string): number => {
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
