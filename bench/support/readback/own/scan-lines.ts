import type { Print } from '@yunbiao/label/scan';

/** Grey between dark and light. */
const HALF = 127.5;

/**
 * Widths in pixels of what a line of a picture crosses, dark first, from its first dark to its last; edges lie where the
 * grey would pass the half. Empty where there is nothing dark.
 */
export function runsAcross({ width, grey }: Print, y: number): number[] {
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

/** What is read on so many lines that follow each other is there; on fewer it may be where two rows meet. */
const LINES = 3;

/** What `read` makes of the lines of a picture, from its top, each once for as long as it stays the same. */
export function listRows<T>(print: Print, read: (runs: number[]) => T[]): T[] {
  const rows: T[] = [];
  let standing = new Map<string, { row: T; lines: number }>();
  let above: number[] = [];
  for (let y = 0; y < print.height; y += 1) {
    const runs = runsAcross(print, y);
    // Most lines are as the one above: what they tell is not worked out again.
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
