import { GifError } from '../gif-error.ts';
import type { Pixels } from '../picture.ts';
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
  /** How many rounds of refinement. */
  readonly rounds: number;
}

const EXACT_SLOTS = 1024;

/** Gathers colours, from one frame or from all, and makes the palette that errs least. */
export class ColorSurvey {
  readonly #options: SurveyOptions;
  readonly #histogram = new Histogram();
  /** Colours as they are while they are few: opaque ones as 0xff000000 | rgb. */
  readonly #exact = new Uint32Array(EXACT_SLOTS);
  #exactCount = 0;
  #previous = 0;

  constructor(options: SurveyOptions) {
    if (!(options.colors >= 1 && options.colors <= 256)) {
      throw new GifError('badOption', { option: 'colors' });
    }
    this.#options = options;
  }

  /** @param only when given, pixels at places where it is 0 are left out. */
  add(data: Pixels, only?: Uint8Array): void {
    const { alphaThreshold } = this.#options;
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at + 3] ?? 0) < alphaThreshold) continue;
      if (only !== undefined && only[at >> 2] === 0) continue;
      const r = data[at] ?? 0;
      const g = data[at + 1] ?? 0;
      const b = data[at + 2] ?? 0;
      this.#histogram.add(r, g, b, 1);
      const packed = (0xff000000 | (r << 16) | (g << 8) | b) >>> 0;
      if (packed !== this.#previous && this.#exactCount <= 256) this.#keep(packed);
      this.#previous = packed;
    }
  }

  #keep(packed: number): void {
    let slot = (Math.imul(packed, 0x9e3779b1) >>> 0) % EXACT_SLOTS;
    while (this.#exact[slot] !== 0) {
      if (this.#exact[slot] === packed) return;
      slot = (slot + 1) % EXACT_SLOTS;
    }
    this.#exact[slot] = packed;
    this.#exactCount += 1;
  }

  /** Few colours come out as they are. */
  palette(): Palette {
    const { colors, rounds } = this.#options;
    if (this.#exactCount <= colors) return this.#exactPalette();
    const list = this.#histogram.list();
    return paletteOf(refineColors(list, splitColors(list, colors), rounds));
  }

  #exactPalette(): Palette {
    const packed = this.#exact.filter((color) => color !== 0).toSorted();
    if (packed.length === 0) return paletteOf(new Uint8Array(3));
    const rgb = new Uint8Array(packed.length * 3);
    for (const [at, color] of packed.entries()) {
      rgb.set([(color >> 16) & 255, (color >> 8) & 255, color & 255], at * 3);
    }
    return paletteOf(rgb);
  }

  clear(): void {
    this.#histogram.clear();
    this.#exact.fill(0);
    this.#exactCount = 0;
    this.#previous = 0;
  }
}
