import type { Contour } from './glyf.ts';

export type OutlineSink = {
  moveTo: (x: number, y: number) => void;
  lineTo: (x: number, y: number) => void;
  /** Quadratic curve with one control point. */
  curveTo: (cx: number, cy: number, x: number, y: number) => void;
  close: () => void;
};

/**
 * Walks a contour and inserts the on-curve points that TrueType omits between two control points.
 */
export function walkContour(contour: Contour, sink: OutlineSink): void {
  const { x, y, on } = contour;
  const count = x.length;
  if (count < 2) return;
  const getPointX = (i: number): number => x[i % count] ?? 0;
  const getPointY = (i: number): number => y[i % count] ?? 0;
  const isOnCurve = (i: number): boolean => on[i % count] === 1;

  let first = on.indexOf(1);
  let startX: number;
  let startY: number;
  if (first === -1) {
    first = 0;
    startX = (getPointX(0) + getPointX(count - 1)) / 2;
    startY = (getPointY(0) + getPointY(count - 1)) / 2;
    first = -1;
  } else {
    startX = getPointX(first);
    startY = getPointY(first);
  }
  sink.moveTo(startX, startY);
  const steps = first === -1 ? count : count - 1;
  for (let step = 1; step <= steps; step += 1) {
    const i = first + step;
    if (isOnCurve(i)) {
      sink.lineTo(getPointX(i), getPointY(i));
      continue;
    }
    const isLast = step === steps;
    if (isLast) sink.curveTo(getPointX(i), getPointY(i), startX, startY);
    else if (isOnCurve(i + 1)) {
      sink.curveTo(getPointX(i), getPointY(i), getPointX(i + 1), getPointY(i + 1));
      step += 1;
    } else {
      sink.curveTo(
        getPointX(i),
        getPointY(i),
        (getPointX(i) + getPointX(i + 1)) / 2,
        (getPointY(i) + getPointY(i + 1)) / 2,
      );
    }
  }
  sink.close();
}

/** Closed polygons in font units: x, y pairs, and the index of each polygon's first point. */
export type FlatOutline = {
  points: Float64Array;
  starts: Uint32Array;
};

/** Replaces curves by chords with an error of at most `tolerance` font units. */
export function flattenContours(contours: readonly Contour[], tolerance: number): FlatOutline {
  const points: number[] = [];
  const starts: number[] = [];
  let fromX = 0;
  let fromY = 0;
  const lineTo = (x: number, y: number): void => {
    points.push(x, y);
    fromX = x;
    fromY = y;
  };
  const sink: OutlineSink = {
    moveTo(x, y) {
      starts.push(points.length / 2);
      lineTo(x, y);
    },
    lineTo,
    curveTo(cx, cy, x, y) {
      const ddx = fromX - 2 * cx + x;
      const ddy = fromY - 2 * cy + y;
      // Uses sqrt, not hypot: hypot differs in the last bit between JavaScript engines.
      const bend = Math.sqrt(ddx * ddx + ddy * ddy);
      const steps = Math.min(64, Math.max(1, Math.ceil(Math.sqrt(bend / (4 * tolerance)))));
      const x0 = fromX;
      const y0 = fromY;
      for (let i = 1; i <= steps; i += 1) {
        const t = i / steps;
        const u = 1 - t;
        lineTo(u * u * x0 + 2 * u * t * cx + t * t * x, u * u * y0 + 2 * u * t * cy + t * t * y);
      }
    },
    close() {},
  };
  for (const contour of contours) walkContour(contour, sink);
  return { points: Float64Array.from(points), starts: Uint32Array.from(starts) };
}
