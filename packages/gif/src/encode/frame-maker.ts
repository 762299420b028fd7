import { Nearest } from '../palette/nearest.ts';
import { paletteOf } from '../palette/palette.ts';
import type { Palette } from '../palette/palette.ts';
import { ColorSurvey } from '../palette/survey.ts';
import type { Pixels, Rect } from '../picture.ts';
import { mapPixels } from './dither.ts';
import type { EncodeSettings, EncoderOptions } from './options.ts';
import type { IndexedFrame } from './writer.ts';

const MOST_VISIBLE = 255;

/** Rounds of refinement of a palette. */
const ROUNDS = { fast: 1, best: 6 };

/** Makes frames of what changes: it knows what is on screen after each. */
export class FrameMaker {
  readonly globalPalette: Palette | null;
  readonly #width: number;
  readonly #height: number;
  readonly #settings: EncodeSettings;
  readonly #onShown: EncoderOptions['onShown'];
  readonly #survey: ColorSurvey;
  readonly #globalNearest: Nearest | null;
  /** RGBA on screen; alpha is 0 or 255. */
  readonly #shown: Uint8ClampedArray<ArrayBuffer>;
  /** The frame before as it was handed in. */
  readonly #source: Uint8ClampedArray<ArrayBuffer>;
  readonly #wanted: Uint8Array;
  readonly #indexes: Uint8Array;

  constructor(options: EncoderOptions, settings: EncodeSettings) {
    this.#width = options.width;
    this.#height = options.height;
    this.#settings = settings;
    this.#onShown = options.onShown;
    const pixels = options.width * options.height;
    this.#shown = new Uint8ClampedArray(pixels * 4);
    this.#source = new Uint8ClampedArray(pixels * 4);
    this.#wanted = new Uint8Array(pixels);
    this.#indexes = new Uint8Array(pixels);
    // Of 256 one is for the transparent index, which stands for what does not change.
    const most = Math.min(settings.colors, MOST_VISIBLE);
    const { alphaThreshold } = settings;
    this.#survey = new ColorSurvey({
      colors: most,
      alphaThreshold,
      rounds: ROUNDS[settings.effort],
    });
    const { palette } = options;
    this.globalPalette = palette === undefined ? null : paletteOf(palette.rgb.slice(0, most * 3));
    this.#globalNearest = this.globalPalette === null ? null : new Nearest(this.globalPalette);
  }

  /** @param next the frame after, which may need something wiped; null after the last. */
  make(data: Pixels, next: Pixels | null, delay: number): IndexedFrame {
    this.#chooseWanted(data);
    const palette = this.globalPalette ?? this.#ownPalette(data);
    const nearest = this.#globalNearest ?? new Nearest(palette);
    const { dither } = this.#settings;
    const size = { width: this.#width, height: this.#height };
    const out = this.#indexes;
    mapPixels({ data, ...size, palette, nearest, wanted: this.#wanted, out }, dither);
    const transparent = palette.size;
    this.#paint(palette, transparent);
    const wiped = next === null ? null : this.#wipedBy(data, next);
    const rect = union(this.#changedBounds(), wiped) ?? { x: 0, y: 0, width: 1, height: 1 };
    this.#onShown?.({ ...size, data: this.#shown });
    this.#source.set(data);
    const indexes = this.#crop(rect);
    if (wiped !== null) this.#wipe(rect);
    const needed = indexes.includes(transparent);
    return {
      rect,
      indexes,
      palette: this.globalPalette === null ? palette : null,
      colors: this.globalPalette === null && !needed ? palette.size : palette.size + 1,
      transparentIndex: needed ? transparent : null,
      delay,
      disposal: wiped === null ? 1 : 2,
    };
  }

  #isOpaque(data: Pixels, at: number): boolean {
    return (data[at * 4 + 3] ?? 0) >= this.#settings.alphaThreshold;
  }

  /** What is to be painted: what is seen and is not on screen yet. */
  #chooseWanted(data: Pixels): void {
    const shown = this.#shown;
    const source = this.#source;
    const { lossiness } = this.#settings;
    const tolerance = (lossiness * lossiness) / 8;
    for (let at = 0; at < this.#wanted.length; at += 1) {
      const from = at * 4;
      this.#wanted[at] = 0;
      if (!this.#isOpaque(data, at)) continue;
      const onScreen = shown[from + 3] === 255;
      const unmoved = onScreen && squaredError(source, data, from) === 0;
      if (unmoved || (onScreen && squaredError(shown, data, from) <= tolerance)) continue;
      this.#wanted[at] = 1;
    }
  }

  #ownPalette(data: Pixels): Palette {
    this.#survey.clear();
    this.#survey.add(data, this.#wanted);
    return this.#survey.palette();
  }

  /** Puts the new indexes on screen; what is there already becomes transparent. */
  #paint({ rgb }: Palette, transparent: number): void {
    const shown = this.#shown;
    for (let at = 0; at < this.#wanted.length; at += 1) {
      if (this.#wanted[at] === 0) {
        this.#indexes[at] = transparent;
        continue;
      }
      const color = (this.#indexes[at] ?? 0) * 3;
      const to = at * 4;
      const r = rgb[color] ?? 0;
      const g = rgb[color + 1] ?? 0;
      const b = rgb[color + 2] ?? 0;
      const there = shown[to + 3] === 255;
      if (there && shown[to] === r && shown[to + 1] === g && shown[to + 2] === b) {
        this.#indexes[at] = transparent;
        this.#wanted[at] = 0;
        continue;
      }
      shown[to] = r;
      shown[to + 1] = g;
      shown[to + 2] = b;
      shown[to + 3] = 255;
    }
  }

  #changedBounds(): Rect | null {
    return this.#boundsOf((at) => this.#wanted[at] !== 0);
  }

  /** What is opaque now and transparent in the next frame. */
  #wipedBy(data: Pixels, next: Pixels): Rect | null {
    return this.#boundsOf((at) => this.#isOpaque(data, at) && !this.#isOpaque(next, at));
  }

  #boundsOf(test: (at: number) => boolean): Rect | null {
    let left = this.#width;
    let right = -1;
    let top = -1;
    let bottom = -1;
    for (let y = 0; y < this.#height; y += 1) {
      for (let x = 0; x < this.#width; x += 1) {
        if (!test(y * this.#width + x)) continue;
        if (top < 0) top = y;
        bottom = y;
        left = Math.min(left, x);
        right = Math.max(right, x);
      }
    }
    if (top < 0) return null;
    return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  }

  #crop({ x, y, width, height }: Rect): Uint8Array {
    const cropped = new Uint8Array(width * height);
    for (let row = 0; row < height; row += 1) {
      const from = (y + row) * this.#width + x;
      cropped.set(this.#indexes.subarray(from, from + width), row * width);
    }
    return cropped;
  }

  #wipe({ x, y, width, height }: Rect): void {
    for (let row = y; row < y + height; row += 1) {
      this.#shown.fill(0, (row * this.#width + x) * 4, (row * this.#width + x + width) * 4);
    }
  }
}

function squaredError(one: Pixels, other: Pixels, at: number): number {
  const r = (one[at] ?? 0) - (other[at] ?? 0);
  const g = (one[at + 1] ?? 0) - (other[at + 1] ?? 0);
  const b = (one[at + 2] ?? 0) - (other[at + 2] ?? 0);
  return r * r + g * g + b * b;
}

function union(one: Rect | null, other: Rect | null): Rect | null {
  if (one === null || other === null) return one ?? other;
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}
