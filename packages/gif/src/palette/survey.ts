import { GifError } from '../gif-error.ts';
import { toPixelWords } from '../picture.ts';
import type { Pixels } from '../picture.ts';
import { ExactColors } from './exact-colors.ts';
import { Histogram } from './histogram.ts';
import type { ColorList } from './histogram.ts';
import { Nearest } from './nearest.ts';
import { createPalette } from './palette.ts';
import type { Palette } from './palette.ts';
import { refineColors } from './refine.ts';
import { ColorSplit } from './split.ts';

export interface SurveyOptions {
  /** Colours of the palette, 1 to 256. */
  readonly colors: number;
  /** Pixels with less alpha than this are ignored. */
  readonly alphaThreshold: number;
  /**
   * `fast`: samples pixels into bins of 4 levels, one refinement. `best`: counts exact colours
   * while there are few.
   */
  readonly effort: 'fast' | 'best';
  /**
   * Uses half the colours when their error stays invisible (48 dB): indexes are then one bit
   * shorter.
   */
  readonly mayHalveColors?: boolean;
}

const MAX_EXACT_COLORS = { fast: 256, best: 1 << 15 };
const CHUNK_PIXELS = 512;
/** Mean squared error per pixel. */
const INVISIBLE_ERROR = 3;
const ROUNDS = { fast: 1, best: 8 };

/** Collects colours of one or all frames, and builds the palette with the smallest error. */
export class ColorSurvey {
  readonly #options: SurveyOptions;
  readonly #exact: ExactColors;
  /** Replaces `#exact` when there are too many colours for it. */
  #histogram: Histogram | null = null;
  /** A cleared histogram for reuse, because it is large. */
  #spare: Histogram | null = null;

  constructor(options: SurveyOptions) {
    if (!(options.colors >= 1 && options.colors <= 256)) {
      throw new GifError('badOption', { option: 'colors' });
    }
    this.#options = options;
    this.#exact = new ExactColors(MAX_EXACT_COLORS[options.effort]);
  }

  /** @param weights optional weight of each pixel: 0, 1 or 2. */
  add(data: Pixels, weights?: Uint8Array): void {
    const words = toPixelWords(data);
    // In parts, because the JIT compiles a short loop only once.
    let at = 0;
    while (at < words.length) {
      const to = Math.min(at + CHUNK_PIXELS, words.length);
      at =
        weights === undefined
          ? this.#addPart(words, at, to)
          : this.#addWeighted(words, weights, at, to);
    }
  }

  /** Adds pixels from `from` to `to`. Returns the next position. */
  #addPart(words: Uint32Array, from: number, to: number): number {
    const { alphaThreshold, effort } = this.#options;
    const sampled = effort === 'fast' && this.#histogram !== null;
    let last = 0;
    let weight = 0;
    let at = from;
    for (; at < to; at += 1) {
      // With more colours than the palette, sampling two of nine pixels at pseudo-random positions
      // is sufficient.
      if (sampled) at += Math.imul(at, 0x9e3779b1) >>> 29;
      const word = words[at] ?? 0;
      if (word !== last) {
        if (weight > 0) this.#countColor(last, weight);
        last = word;
        weight = 0;
      }
      if (word >>> 24 >= alphaThreshold) weight += 1;
    }
    if (weight > 0) this.#countColor(last, weight);
    return at;
  }

  #addWeighted(words: Uint32Array, weights: Uint8Array, from: number, to: number): number {
    const { alphaThreshold } = this.#options;
    let last = 0;
    let weight = 0;
    for (let at = from; at < to; at += 1) {
      const addedWeight = weights[at] ?? 0;
      if (addedWeight === 0) continue;
      const word = words[at] ?? 0;
      if (word !== last) {
        if (weight > 0) this.#countColor(last, weight);
        last = word;
        weight = 0;
      }
      if (word >>> 24 >= alphaThreshold) weight += addedWeight;
    }
    if (weight > 0) this.#countColor(last, weight);
    return to;
  }

  #countColor(word: number, weight: number): void {
    const r = word & 255;
    const g = (word >> 8) & 255;
    const b = (word >> 16) & 255;
    if (this.#histogram !== null) {
      this.#histogram.add(r, g, b, weight);
      return;
    }
    this.#exact.add(r, g, b, weight);
    if (!this.#exact.isFull) return;
    this.#histogram = this.#spare ?? new Histogram();
    this.#histogram.addAll(this.#exact.listColors());
  }

  /** Builds the palette. If the colours fit, they are exact. */
  buildPalette(): Palette {
    const { colors, effort } = this.#options;
    const isCounted = this.#histogram === null;
    const list = this.#histogram?.listColors() ?? this.#exact.listColors();
    if (list.count === 0) return createPalette(new Uint8Array(3));
    if (isCounted && list.count <= colors) {
      const rgb = Array.from(list.r, (r, at) => [r, list.g[at] ?? 0, list.b[at] ?? 0]);
      return createPalette(Uint8Array.from(rgb.flat()));
    }
    const split = new ColorSplit(list, isCounted ? 0 : 2);
    const rounds = ROUNDS[effort];
    const half = colors >> 1;
    if (this.#options.mayHalveColors === true && half > 1) {
      const rgb = split.splitInto(half);
      // Refinement cannot reduce the error further than this.
      if (split.squaredError <= 2 * INVISIBLE_ERROR * sumWeights(list.weight)) {
        const palette = createPalette(refineColors(list, rgb, split.listBoxIndexes(), rounds));
        if (computeMeanPaletteError(list, palette) <= INVISIBLE_ERROR) return palette;
      }
    }
    return createPalette(
      refineColors(list, split.splitInto(colors), split.listBoxIndexes(), rounds),
    );
  }

  clear(): void {
    this.#histogram?.clear();
    this.#spare = this.#histogram ?? this.#spare;
    this.#histogram = null;
    this.#exact.clear();
  }
}

const sumWeights = (weights: Float64Array): number =>
  weights.reduce((sum, weight) => sum + weight, 0);

function computeMeanPaletteError(list: ColorList, palette: Palette): number {
  const nearest = new Nearest(palette);
  const { rgb } = palette;
  let sum = 0;
  let weights = 0;
  for (let at = 0; at < list.count; at += 1) {
    const [r = 0, g = 0, b = 0] = [list.r[at], list.g[at], list.b[at]];
    const index = nearest.find(r, g, b) * 3;
    const weight = list.weight[at] ?? 0;
    sum +=
      weight *
      ((r - (rgb[index] ?? 0)) ** 2 +
        (g - (rgb[index + 1] ?? 0)) ** 2 +
        (b - (rgb[index + 2] ?? 0)) ** 2);
    weights += weight;
  }
  return weights === 0 ? 0 : sum / weights;
}
