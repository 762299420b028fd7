const BITS = 6;
const BINS = 1 << (3 * BITS);
const DROP = 8 - BITS;

/** Colours that occur: how often, and their mean, in bins of 4 levels a channel. Mean colours are exact. */
export interface ColorList {
  readonly count: number;
  readonly weight: Float64Array;
  readonly r: Float64Array;
  readonly g: Float64Array;
  readonly b: Float64Array;
}

/** Counts colours. Only bins that were touched are ever visited, so a small change costs little. */
export class Histogram {
  readonly #weight = new Float64Array(BINS);
  readonly #r = new Float64Array(BINS);
  readonly #g = new Float64Array(BINS);
  readonly #b = new Float64Array(BINS);
  #touched: number[] = [];

  add(r: number, g: number, b: number, weight: number): void {
    const bin = ((r >> DROP) << (2 * BITS)) | ((g >> DROP) << BITS) | (b >> DROP);
    const before = this.#weight[bin] ?? 0;
    if (before === 0) this.#touched.push(bin);
    this.#weight[bin] = before + weight;
    this.#r[bin] = (this.#r[bin] ?? 0) + r * weight;
    this.#g[bin] = (this.#g[bin] ?? 0) + g * weight;
    this.#b[bin] = (this.#b[bin] ?? 0) + b * weight;
  }

  list(): ColorList {
    const count = this.#touched.length;
    const list = {
      count,
      weight: new Float64Array(count),
      r: new Float64Array(count),
      g: new Float64Array(count),
      b: new Float64Array(count),
    };
    for (const [at, bin] of this.#touched.entries()) {
      const weight = this.#weight[bin] ?? 1;
      list.weight[at] = weight;
      list.r[at] = (this.#r[bin] ?? 0) / weight;
      list.g[at] = (this.#g[bin] ?? 0) / weight;
      list.b[at] = (this.#b[bin] ?? 0) / weight;
    }
    return list;
  }

  clear(): void {
    for (const bin of this.#touched) {
      this.#weight[bin] = 0;
      this.#r[bin] = 0;
      this.#g[bin] = 0;
      this.#b[bin] = 0;
    }
    this.#touched = [];
  }
}
