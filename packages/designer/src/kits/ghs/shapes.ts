import type { Bitmap } from '@yunbiao/label';

type Point = readonly [x: number, y: number];

/** A filled shape on a square of 100 × 100; later shapes cover earlier ones. */
export type Shape = { isWhite?: true } & (
  | { polygon: readonly Point[] }
  | { ellipse: readonly [x: number, y: number, rx: number, ry: number] }
  | { line: readonly [x1: number, y1: number, x2: number, y2: number, width: number] }
);

/** Side of the square that shapes are given in. */
export const SHAPE_SIDE = 100;

const isInPolygon = (polygon: readonly Point[], x: number, y: number): boolean => {
  let isInside = false;
  for (const [i, [x1, y1]] of polygon.entries()) {
    const [x2, y2] = polygon[(i + 1) % polygon.length] ?? [x1, y1];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
  }
  return isInside;
};

/** Lines have round ends. */
const isOnLine = (line: readonly number[], x: number, y: number): boolean => {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, width = 0] = line;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy);
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(x - x1 - t * dx, y - y1 - t * dy) <= width / 2;
};

const covers = (shape: Shape, x: number, y: number): boolean => {
  if ('polygon' in shape) return isInPolygon(shape.polygon, x, y);
  if ('line' in shape) return isOnLine(shape.line, x, y);
  const [cx, cy, rx, ry] = shape.ellipse;
  return ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1;
};

/** Draws shapes in black and white, `side` dots wide and high. */
export const drawShapes = (shapes: readonly Shape[], side: number): Bitmap => {
  const stride = (side + 7) >> 3;
  const data = new Uint8Array(stride * side);
  const scale = SHAPE_SIDE / side;
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      const [x, y] = [(column + 0.5) * scale, (row + 0.5) * scale];
      const top = shapes.findLast((shape) => covers(shape, x, y));
      if (!top || top.isWhite) continue;
      const at = row * stride + (column >> 3);
      data[at] = (data[at] ?? 0) | (0x80 >> (column & 7));
    }
  return { width: side, height: side, stride, data };
};
