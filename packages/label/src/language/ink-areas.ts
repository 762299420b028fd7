import type { Bitmap } from '../raster/bitmap.ts';

/**
 * Part of a bitmap: byte columns from `left` to `right`, rows from `top` to `bottom`; the ends are
 * exclusive.
 */
export type Area = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

const computeAreaSize = ({ left, right, top, bottom }: Area): number =>
  (right - left) * (bottom - top);

/**
 * Runs of inked lines. A run includes blank lines when sending them costs no more than `cost`
 * bytes.
 */
const findInkRuns = (inked: Uint8Array, bytesEach: number, cost: number): [number, number][] => {
  const runs: [number, number][] = [];
  let end = -1;
  for (let at = 0; at < inked.length; at += 1) {
    if (inked[at] === 0) continue;
    const last = runs.at(-1);
    if (last && (at - end) * bytesEach <= cost) last[1] = at + 1;
    else runs.push([at, at + 1]);
    end = at + 1;
  }
  return runs;
};

/** Which rows and which byte columns of an area contain ink (1). */
const findInkLines = (
  { data, stride }: Bitmap,
  area: Area,
): { rows: Uint8Array; columns: Uint8Array } => {
  const rows = new Uint8Array(area.bottom - area.top);
  const columns = new Uint8Array(area.right - area.left);
  for (let y = area.top; y < area.bottom; y += 1)
    for (let x = area.left; x < area.right; x += 1)
      if (data[y * stride + x] !== 0) {
        rows[y - area.top] = 1;
        columns[x - area.left] = 1;
      }
  return { rows, columns };
};

/**
 * Non-overlapping areas that contain all ink of a bitmap, in reading order. Splits recursively
 * along blank rows and columns while a split saves more than `cost`, the bytes of one more area.
 */
export const findInkAreas = (bitmap: Bitmap, cost: number): Area[] => {
  const splitArea = (area: Area): Area[] => {
    const { rows, columns } = findInkLines(bitmap, area);
    const width = area.right - area.left;
    const bands = findInkRuns(rows, width, cost);
    if (bands.length > 1)
      return bands.flatMap(([from, to]) =>
        splitArea({ ...area, top: area.top + from, bottom: area.top + to }),
      );
    const [band] = bands;
    if (!band) return [];
    const top = area.top + band[0];
    const bottom = area.top + band[1];
    const parts = findInkRuns(columns, bottom - top, cost).map(([from, to]) => ({
      left: area.left + from,
      right: area.left + to,
      top,
      bottom,
    }));
    const [only] = parts;
    // Nothing was removed, so another split would not help.
    if (parts.length === 1 && only && computeAreaSize(only) === computeAreaSize(area))
      return [area];
    return parts.flatMap(splitArea);
  };
  return splitArea({ left: 0, right: bitmap.stride, top: 0, bottom: bitmap.height });
};
