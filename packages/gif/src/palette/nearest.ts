import type { Palette } from './palette.ts';

const CELL_BITS = 5;
const CELL = 1 << (8 - CELL_BITS);
const CELLS = 1 << (3 * CELL_BITS);

/**
 * The nearest colour of a palette, exactly: for each cell of 8 × 8 × 8 colours the few that can be nearest to any colour
 * in it are found when it is first asked for, and only those are compared.
 */
export class Nearest {
  readonly #palette: Palette;
  /** Where the candidates of a cell begin, plus one; 0: not looked for yet. */
  readonly #start = new Int32Array(CELLS);
  readonly #count = new Uint16Array(CELLS);
  #candidates = new Uint8Array(4096);
  #used = 0;
  readonly #least = new Float64Array(256);

  constructor(palette: Palette) {
    this.#palette = palette;
  }

  find(r: number, g: number, b: number): number {
    const cell = ((r >> 3) << (2 * CELL_BITS)) | ((g >> 3) << CELL_BITS) | (b >> 3);
    if (this.#start[cell] === 0) this.#fill(cell);
    const start = (this.#start[cell] ?? 1) - 1;
    const count = this.#count[cell] ?? 0;
    const candidates = this.#candidates;
    let best = candidates[start] ?? 0;
    if (count === 1) return best;
    const { rgb } = this.#palette;
    let least = Infinity;
    for (let at = start; at < start + count; at += 1) {
      const color = candidates[at] ?? 0;
      const dr = (rgb[color * 3] ?? 0) - r;
      const dg = (rgb[color * 3 + 1] ?? 0) - g;
      const db = (rgb[color * 3 + 2] ?? 0) - b;
      const distance = dr * dr + dg * dg + db * db;
      if (distance < least) {
        least = distance;
        best = color;
      }
    }
    return best;
  }

  /** A colour can be nearest somewhere in the cell when its least distance is not over the least of the greatest. */
  #fill(cell: number): void {
    const { rgb, size } = this.#palette;
    const r = (cell >> (2 * CELL_BITS)) * CELL;
    const g = ((cell >> CELL_BITS) & 31) * CELL;
    const b = (cell & 31) * CELL;
    let bound = Infinity;
    for (let color = 0; color < size; color += 1) {
      const red = rgb[color * 3] ?? 0;
      const green = rgb[color * 3 + 1] ?? 0;
      const blue = rgb[color * 3 + 2] ?? 0;
      this.#least[color] = below(red, r) + below(green, g) + below(blue, b);
      bound = Math.min(bound, above(red, r) + above(green, g) + above(blue, b));
    }
    if (this.#used + size > this.#candidates.length) {
      const larger = new Uint8Array(this.#candidates.length * 2);
      larger.set(this.#candidates);
      this.#candidates = larger;
    }
    this.#start[cell] = this.#used + 1;
    for (let color = 0; color < size; color += 1) {
      if ((this.#least[color] ?? 0) > bound) continue;
      this.#candidates[this.#used] = color;
      this.#used += 1;
    }
    this.#count[cell] = this.#used + 1 - (this.#start[cell] ?? 0);
  }
}

/** Squared distance of a level to the nearest of the cell that begins at `low`. */
function below(level: number, low: number): number {
  const off = level < low ? low - level : Math.max(0, level - low - CELL + 1);
  return off * off;
}

function above(level: number, low: number): number {
  const off = Math.max(Math.abs(level - low), Math.abs(level - low - CELL + 1));
  return off * off;
}
