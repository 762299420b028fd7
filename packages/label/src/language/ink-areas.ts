import type { Bitmap } from '../raster/bitmap.ts';

/** A part of a bitmap: byte columns from `left` up to `right`, rows from `top` up to `bottom`. */
export type Area = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

const getSize = ({ left, right, top, bottom }: Area): number => (right - left) * (bottom - top);

/** Runs of `inked` lines; a run of blank ones is left inside where it costs less than `cost` to send it along. */
const listRuns = (inked: Uint8Array, bytesEach: number, cost: number): [number, number][] => {
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

/** Which rows (bits of 1) and which byte columns (2) of an area hold ink. */
const getInk = (
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
 * Areas that hold all the ink of a bitmap and do not overlap, in reading order: cut along blank rows and columns, again
 * and again, as long as what is left out is more than the `cost` of one more area, in bytes.
 */
export const inkAreas = (bitmap: Bitmap, cost: number): Area[] => {
  const cut = (area: Area): Area[] => {
    const { rows, columns } = getInk(bitmap, area);
    const width = area.right - area.left;
    const bands = listRuns(rows, width, cost);
    if (bands.length > 1)
      return bands.flatMap(([from, to]) =>
        cut({ ...area, top: area.top + from, bottom: area.top + to }),
      );
    const [band] = bands;
    if (!band) return [];
    const top = area.top + band[0];
    const bottom = area.top + band[1];
    const parts = listRuns(columns, bottom - top, cost).map(([from, to]) => ({
      left: area.left + from,
      right: area.left + to,
      top,
      bottom,
    }));
    const [only] = parts;
    // Nothing came off: cutting again would not either.
    if (parts.length === 1 && only && getSize(only) === getSize(area)) return [area];
    return parts.flatMap(cut);
  };
  return cut({ left: 0, right: bitmap.stride, top: 0, bottom: bitmap.height });
};
