import { GifError } from '../gif-error.ts';
import { listWords } from '../picture.ts';
import type { Pixels } from '../picture.ts';
import { ExactColors } from './exact-colors.ts';
import { Histogram } from './histogram.ts';
import type { ColorList } from './histogram.ts';
import { Nearest } from './nearest.ts';
import { getPalette } from './palette.ts';
import type { Palette } from './palette.ts';
import { refineColors } from './refine.ts';
import { ColorSplit } from './split.ts';

export interface SurveyOptions {
  /** Colours of the palette, 1 to 256. */
  readonly colors: number;
  /** Pixels with less alpha than this are not looked at. */
  readonly alphaThreshold: number;
  /** `fast` counts some of the pixels in bins of 4 levels and refines once; `best` counts them singly while they are few. */
  readonly effort: 'fast' | 'best';
  /** Half the colours will do where they err by no more than nobody sees (48 dB): their indexes are a bit shorter. */
  readonly sparing?: boolean;
}

const FEW = { fast: 256, best: 1 << 15 };
const PART = 512;
/** Mean squared error of a pixel. */
const UNSEEN = 3;
const ROUNDS = { fast: 1, best: 8 };

/** Gathers colours, from one frame or from all, and makes the palette that errs least. */
export class ColorSurvey {
  readonly #options: SurveyOptions;
  readonly #exact: ExactColors;
  /** In the place of `#exact` once there are more colours than that counts. */
  #histogram: Histogram | null = null;
  /** One that was cleared: it is large. */
  #spare: Histogram | null = null;

  constructor(options: SurveyOptions) {
    if (!(options.colors >= 1 && options.colors <= 256)) {
      throw new GifError('badOption', { option: 'colors' });
    }
    this.#options = options;
    this.#exact = new ExactColors(FEW[options.effort]);
  }

  /** @param weights when given, how much each pixel counts: 0, 1 or 2. */
  add(data: Pixels, weights?: Uint8Array): void {
    const words = listWords(data);
    // A part a call: a loop that ends soon is compiled once and for all.
    let at = 0;
    while (at < words.length) {
      const to = Math.min(at + PART, words.length);
      at =
        weights === undefined
          ? this.#addPart(words, at, to)
          : this.#addWanted(words, weights, at, to);
    }
  }

  /** Adds pixels from a place up to another; where the next one is. */
  #addPart(words: Uint32Array, from: number, to: number): number {
    const { alphaThreshold, effort } = this.#options;
    const sampled = effort === 'fast' && this.#histogram !== null;
    let last = 0;
    let weight = 0;
    let at = from;
    for (; at < to; at += 1) {
      // More colours than a palette has: two of nine pixels, at places without a pattern, tell as much as all.
      if (sampled) at += Math.imul(at, 0x9e3779b1) >>> 29;
      const word = words[at] ?? 0;
      if (word !== last) {
        if (weight > 0) this.#count(last, weight);
        last = word;
        weight = 0;
      }
      if (word >>> 24 >= alphaThreshold) weight += 1;
    }
    if (weight > 0) this.#count(last, weight);
    return at;
  }

  #addWanted(words: Uint32Array, weights: Uint8Array, from: number, to: number): number {
    const { alphaThreshold } = this.#options;
    let last = 0;
    let weight = 0;
    for (let at = from; at < to; at += 1) {
      const more = weights[at] ?? 0;
      if (more === 0) continue;
      const word = words[at] ?? 0;
      if (word !== last) {
        if (weight > 0) this.#count(last, weight);
        last = word;
        weight = 0;
      }
      if (word >>> 24 >= alphaThreshold) weight += more;
    }
    if (weight > 0) this.#count(last, weight);
    return to;
  }

  #count(word: number, weight: number): void {
    const r = word & 255;
    const g = (word >> 8) & 255;
    const b = (word >> 16) & 255;
    if (this.#histogram !== null) {
      this.#histogram.add(r, g, b, weight);
      return;
    }
    this.#exact.add(r, g, b, weight);
    if (!this.#exact.full) return;
    this.#histogram = this.#spare ?? new Histogram();
    this.#histogram.addAll(this.#exact.list());
  }

  /** Few colours come out as they are. */
  palette(): Palette {
    const { colors, effort } = this.#options;
    const counted = this.#histogram === null;
    const list = this.#histogram?.list() ?? this.#exact.list();
    if (list.count === 0) return getPalette(new Uint8Array(3));
    if (counted && list.count <= colors) {
      const rgb = Array.from(list.r, (r, at) => [r, list.g[at] ?? 0, list.b[at] ?? 0]);
      return getPalette(Uint8Array.from(rgb.flat()));
    }
    const split = new ColorSplit(list, counted ? 0 : 2);
    const rounds = ROUNDS[effort];
    const half = colors >> 1;
    if (this.#options.sparing === true && half > 1) {
      const rgb = split.to(half);
      // Refining does not take off so much of the error.
      if (split.error <= 2 * UNSEEN * computeTotal(list.weight)) {
        const few = getPalette(refineColors(list, rgb, split.places(), rounds));
        if (errorWith(list, few) <= UNSEEN) return few;
      }
    }
    return getPalette(refineColors(list, split.to(colors), split.places(), rounds));
  }

  clear(): void {
    this.#histogram?.clear();
    this.#spare = this.#histogram ?? this.#spare;
    this.#histogram = null;
    this.#exact.clear();
  }
}

const computeTotal = (weights: Float64Array): number => weights.reduce((sum, one) => sum + one, 0);

function errorWith(list: ColorList, palette: Palette): number {
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
