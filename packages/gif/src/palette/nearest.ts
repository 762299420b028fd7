import type { Palette } from './palette.ts';

/** Bits per channel of the cells on each level, coarse to fine. */
const LEVELS = [3, 4, 5] as const;
const FINEST = LEVELS.length - 1;

/**
 * Exact nearest colour of a palette. For each cell of 8 × 8 × 8 colours, the candidates that can be
 * nearest to a colour in it are computed on first use, and only those are compared. They are a
 * subset of the candidates of the enclosing larger cell, which makes that fast too.
 */
export class Nearest {
  readonly #palette: Palette;
  /** Start of each cell's candidates plus one, per level; 0: not computed yet. */
  readonly #starts = LEVELS.map((bits) => new Int32Array(1 << (3 * bits)));
  readonly #counts = LEVELS.map((bits) => new Uint16Array(1 << (3 * bits)));
  readonly #fineStarts: Int32Array;
  readonly #fineCounts: Uint16Array;
  readonly #all: Uint8Array;
  #candidates = new Uint8Array(1 << 14);
  #used = 0;
  readonly #least = new Int32Array(256);

  constructor(palette: Palette) {
    this.#palette = palette;
    this.#all = Uint8Array.from({ length: palette.size }, (_, color) => color);
    this.#fineStarts = this.#starts[FINEST] ?? new Int32Array(0);
    this.#fineCounts = this.#counts[FINEST] ?? new Uint16Array(0);
  }

  find(r: number, g: number, b: number): number {
    const cell = ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
    if (this.#fineStarts[cell] === 0) this.#fillCell(FINEST, r >> 3, g >> 3, b >> 3);
    const start = (this.#fineStarts[cell] ?? 1) - 1;
    const count = this.#fineCounts[cell] ?? 0;
    const candidates = this.#candidates;
    let best = candidates[start] ?? 0;
    if (count === 1) return best;
    const { rgb } = this.#palette;
    let min = Infinity;
    for (let at = start; at < start + count; at += 1) {
      const color = candidates[at] ?? 0;
      const dr = (rgb[color * 3] ?? 0) - r;
      const dg = (rgb[color * 3 + 1] ?? 0) - g;
      const db = (rgb[color * 3 + 2] ?? 0) - b;
      const distance = dr * dr + dg * dg + db * db;
      if (distance < min) {
        min = distance;
        best = color;
      }
    }
    return best;
  }

  /** Candidates of a cell; `r`, `g`, `b` are its coordinates on its level. */
  #listCandidates(level: number, r: number, g: number, b: number): Uint8Array {
    if (level < 0) return this.#all;
    const bits = LEVELS[level] ?? 0;
    const cell = (r << (2 * bits)) | (g << bits) | b;
    if (this.#starts[level]?.[cell] === 0) this.#fillCell(level, r, g, b);
    const start = (this.#starts[level]?.[cell] ?? 1) - 1;
    return this.#candidates.subarray(start, start + (this.#counts[level]?.[cell] ?? 0));
  }

  /**
   * A colour is a candidate when its minimum distance to the cell does not exceed the smallest
   * maximum distance of all colours.
   */
  #fillCell(level: number, r: number, g: number, b: number): void {
    const parentCandidates = this.#listCandidates(level - 1, r >> 1, g >> 1, b >> 1);
    this.#ensureCapacity(parentCandidates.length);
    const { rgb } = this.#palette;
    const bits = LEVELS[level] ?? 0;
    const shift = 8 - bits;
    const last = (1 << shift) - 1;
    const red = r << shift;
    const green = g << shift;
    const blue = b << shift;
    let bound = 0x7fffffff;
    for (let at = 0; at < parentCandidates.length; at += 1) {
      const from = (parentCandidates[at] ?? 0) * 3;
      const dr = (rgb[from] ?? 0) - red;
      const dg = (rgb[from + 1] ?? 0) - green;
      const db = (rgb[from + 2] ?? 0) - blue;
      this.#least[at] =
        computeMinSquaredChannelDistance(dr, last) +
        computeMinSquaredChannelDistance(dg, last) +
        computeMinSquaredChannelDistance(db, last);
      const greatest =
        computeMaxSquaredChannelDistance(dr, last) +
        computeMaxSquaredChannelDistance(dg, last) +
        computeMaxSquaredChannelDistance(db, last);
      if (greatest < bound) bound = greatest;
    }
    const start = this.#used;
    for (let at = 0; at < parentCandidates.length; at += 1) {
      if ((this.#least[at] ?? 0) > bound) continue;
      this.#candidates[this.#used] = parentCandidates[at] ?? 0;
      this.#used += 1;
    }
    const cell = (r << (2 * bits)) | (g << bits) | b;
    const [starts, counts] = [this.#starts[level], this.#counts[level]];
    if (starts !== undefined) starts[cell] = start + 1;
    if (counts !== undefined) counts[cell] = this.#used - start;
  }

  #ensureCapacity(addedCount: number): void {
    if (this.#used + addedCount <= this.#candidates.length) return;
    const larger = new Uint8Array(this.#candidates.length * 2);
    larger.set(this.#candidates);
    this.#candidates = larger;
  }
}

/**
 * Squared distance of a level to the closest level in a cell. `offset` is relative to the cell's
 * first level; `last` is the offset of its last level.
 */
function computeMinSquaredChannelDistance(offset: number, last: number): number {
  if (offset < 0) return offset * offset;
  return offset > last ? (offset - last) * (offset - last) : 0;
}

/** Squared distance of a level to the farthest level in a cell. */
function computeMaxSquaredChannelDistance(offset: number, last: number): number {
  const far = offset * 2 > last ? offset : offset - last;
  return far * far;
}
