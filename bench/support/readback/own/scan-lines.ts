import type { SimulatedPrint } from '@yunbiao/label/scan';

/** Threshold between dark and light. */
const HALF = 127.5;

/**
 * Run widths in pixels along a line of a picture, dark first, from the first dark to the last;
 * edges are interpolated at the threshold. Empty when there is nothing dark.
 */
export function runsAcross({ width, grey }: SimulatedPrint, y: number): number[] {
  const edges: number[] = [];
  let before = 255;
  for (let x = 0; x < width; x += 1) {
    const here = grey[y * width + x] ?? 255;
    if (here < HALF !== before < HALF) edges.push(x + (HALF - before) / (here - before));
    before = here;
  }
  if (before < HALF) edges.push(width);
  return edges.slice(1).map((edge, i) => edge - (edges[i] ?? 0));
}

/** A result must repeat on this many consecutive lines; fewer may be the border of two rows. */
const LINES = 3;

/** Results of `read` for the lines of a picture from its top, each once while it stays the same. */
export function listRows<T>(print: SimulatedPrint, read: (runs: number[]) => T[]): T[] {
  const rows: T[] = [];
  let standing = new Map<string, { row: T; lines: number }>();
  let above: number[] = [];
  for (let y = 0; y < print.height; y += 1) {
    const runs = runsAcross(print, y);
    // Most lines equal the one above, so the previous result is used again.
    if (runs.length !== above.length || runs.some((run, i) => run !== above[i])) {
      const here = new Map<string, { row: T; lines: number }>();
      for (const row of read(runs)) {
        const key = JSON.stringify(row);
        here.set(key, { row, lines: standing.get(key)?.lines ?? 0 });
      }
      standing = here;
    }
    above = runs;
    for (const one of standing.values()) {
      one.lines += 1;
      if (one.lines === LINES) rows.push(one.row);
    }
  }
  return rows;
}
