import { GifError } from '../gif-error.ts';
import type { Pixels } from '../picture.ts';
import { ExactColors } from './exact-colors.ts';
import { Histogram } from './histogram.ts';
import { paletteOf } from './palette.ts';
import type { Palette } from './palette.ts';
import { refineColors } from './refine.ts';
import { splitColors } from './split.ts';

export interface SurveyOptions {
  /** Colours of the palette, 1 to 256. */
  readonly colors: number;
  /** Pixels with less alpha than this are not looked at. */
  readonly alphaThreshold: number;
  /** `fast` counts colours in bins of 4 levels and refines once; `best` counts them singly while they are few. */
  readonly effort: 'fast' | 'best';
}

const FEW = { fast: 256, best: 1 << 15 };
const ROUNDS = { fast: 1, best: 8 };

/** Gathers colours, from one frame or from all, and makes the palette that errs least. */
export class ColorSurvey {
  readonly #options: SurveyOptions;
  readonly #histogram = new Histogram();
  readonly #exact: ExactColors;

  constructor(options: SurveyOptions) {
    if (!(options.colors >= 1 && options.colors <= 256)) {
      throw new GifError('badOption', { option: 'colors' });
    }
    this.#options = options;
    this.#exact = new ExactColors(FEW[options.effort]);
  }

  /** @param weights when given, how much each pixel counts: 0, 1 or 2. */
  add(data: Pixels, weights?: Uint8Array): void {
    const { alphaThreshold } = this.#options;
    const [exact, histogram] = [this.#exact, this.#histogram];
    let counting = !exact.full;
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at + 3] ?? 0) < alphaThreshold) continue;
      const weight = weights === undefined ? 1 : (weights[at >> 2] ?? 0);
      if (weight === 0) continue;
      const r = data[at] ?? 0;
      const g = data[at + 1] ?? 0;
      const b = data[at + 2] ?? 0;
      histogram.add(r, g, b, weight);
      if (counting) {
        exact.add(r, g, b, weight);
        counting = !exact.full;
      }
    }
  }

  /** Few colours come out as they are. */
  palette(): Palette {
    const { colors, effort } = this.#options;
    const counted = !this.#exact.full;
    const list = counted ? this.#exact.list() : this.#histogram.list();
    if (list.count === 0) return paletteOf(new Uint8Array(3));
    if (counted && list.count <= colors) {
      const rgb = Array.from(list.r, (r, at) => [r, list.g[at] ?? 0, list.b[at] ?? 0]);
      return paletteOf(Uint8Array.from(rgb.flat()));
    }
    const start = splitColors(list, colors, counted ? 0 : 2);
    return paletteOf(refineColors(list, start, ROUNDS[effort]));
  }

  clear(): void {
    this.#histogram.clear();
    this.#exact.clear();
  }
}
