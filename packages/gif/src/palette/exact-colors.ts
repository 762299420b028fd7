import type { ColorList } from './histogram.ts';

/** Counts exact colours up to a maximum number. */
export class ExactColors {
  readonly #most: number;
  readonly #mask: number;
  /** 0xff000000 | rgb; 0: free. */
  readonly #keys: Uint32Array;
  readonly #weights: Float64Array;
  readonly #used: Uint32Array;
  #count = 0;
  #slot = 0;

  /** @param max a power of two. */
  constructor(max: number) {
    this.#most = max;
    this.#mask = max * 4 - 1;
    this.#keys = new Uint32Array(max * 4);
    this.#weights = new Float64Array(max * 4);
    this.#used = new Uint32Array(max + 1);
  }

  /** Number of colours. More than `most` means that counting was incomplete. */
  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count > this.#most;
  }

  add(r: number, g: number, b: number, weight: number): void {
    const key = (0xff000000 | (r << 16) | (g << 8) | b) >>> 0;
    let slot = this.#slot;
    // Neighbouring pixels often have the same colour.
    if (this.#keys[slot] !== key) {
      slot = (Math.imul(key, 0x9e3779b1) >>> 8) & this.#mask;
      while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & this.#mask;
      if (this.#keys[slot] === 0) {
        this.#keys[slot] = key;
        this.#used[this.#count] = slot;
        this.#count += 1;
      }
      this.#slot = slot;
    }
    this.#weights[slot] = (this.#weights[slot] ?? 0) + weight;
  }

  listColors(): ColorList {
    const count = this.#count;
    const list = {
      count,
      weight: new Float64Array(count),
      r: new Float64Array(count),
      g: new Float64Array(count),
      b: new Float64Array(count),
    };
    for (let at = 0; at < count; at += 1) {
      const slot = this.#used[at] ?? 0;
      const key = this.#keys[slot] ?? 0;
      list.weight[at] = this.#weights[slot] ?? 0;
      list.r[at] = (key >> 16) & 255;
      list.g[at] = (key >> 8) & 255;
      list.b[at] = key & 255;
    }
    return list;
  }

  clear(): void {
    for (let at = 0; at < this.#count; at += 1) {
      const slot = this.#used[at] ?? 0;
      this.#keys[slot] = 0;
      this.#weights[slot] = 0;
    }
    this.#count = 0;
    this.#slot = 0;
  }
}
