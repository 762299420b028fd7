const BITS = 6;
const BINS = 1 << (3 * BITS);
const DROP = 8 - BITS;

/**
 * Colours with their weights. A histogram uses bins of 4 levels per channel; the mean colours are
 * exact.
 */
export interface ColorList {
  readonly count: number;
  readonly weight: Float64Array;
  readonly r: Float64Array;
  readonly g: Float64Array;
  readonly b: Float64Array;
}

/** Counts colours in bins. Visits only touched bins, so a small change costs little. */
export class Histogram {
  /** Weight and three channel sums of each bin. */
  readonly #bins = new Float64Array(BINS * 4);
  readonly #touched = new Uint32Array(BINS);
  #count = 0;

  add(r: number, g: number, b: number, weight: number): void {
    const bin = ((r >> DROP) << (2 * BITS)) | ((g >> DROP) << BITS) | (b >> DROP);
    const bins = this.#bins;
    const at = bin * 4;
    const before = bins[at] ?? 0;
    if (before === 0) {
      this.#touched[this.#count] = bin;
      this.#count += 1;
    }
    bins[at] = before + weight;
    bins[at + 1] = (bins[at + 1] ?? 0) + r * weight;
    bins[at + 2] = (bins[at + 2] ?? 0) + g * weight;
    bins[at + 3] = (bins[at + 3] ?? 0) + b * weight;
  }

  /** Integer colours give exactly the same result as adding their pixels one by one. */
  addAll({ count, weight, r, g, b }: ColorList): void {
    for (let at = 0; at < count; at += 1) {
      this.add(r[at] ?? 0, g[at] ?? 0, b[at] ?? 0, weight[at] ?? 0);
    }
  }

  listColors(): ColorList {
    const count = this.#count;
    const bins = this.#bins;
    const list = {
      count,
      weight: new Float64Array(count),
      r: new Float64Array(count),
      g: new Float64Array(count),
      b: new Float64Array(count),
    };
    for (let at = 0; at < count; at += 1) {
      const from = (this.#touched[at] ?? 0) * 4;
      const weight = bins[from] ?? 1;
      list.weight[at] = weight;
      list.r[at] = (bins[from + 1] ?? 0) / weight;
      list.g[at] = (bins[from + 2] ?? 0) / weight;
      list.b[at] = (bins[from + 3] ?? 0) / weight;
    }
    return list;
  }

  clear(): void {
    for (let at = 0; at < this.#count; at += 1) {
      const from = (this.#touched[at] ?? 0) * 4;
      this.#bins.fill(0, from, from + 4);
    }
    this.#count = 0;
  }
}
