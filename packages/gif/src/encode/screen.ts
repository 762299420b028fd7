import type { Palette } from '../palette/palette.ts';
import { listWords } from '../picture.ts';
import type { Pixels, Rect } from '../picture.ts';
import type { EncodeSettings } from './options.ts';

/** The squared error of what is not there. */
export const FAR = 0x3fffffff;

/** One level of one channel: nobody sees it, so what did not move is not painted again for it. */
const UNSEEN = 1;

/** What a viewer has on screen, and how a new frame differs from it. */
export class Screen {
  /** RGBA; alpha is 0 or 255. */
  readonly shown: Uint8ClampedArray<ArrayBuffer>;
  /** Squared error of each pixel if it is left as it is; 0 where the new frame has nothing. */
  readonly kept: Int32Array;
  /** 0: to be left; `must`: to be painted; less: may be painted better. Also how much its colour counts. */
  readonly wanted: Uint8Array;
  readonly must = 2;
  /** The frame before as it was handed in. */
  readonly #source: Uint8ClampedArray<ArrayBuffer>;
  readonly #alphaThreshold: number;
  readonly #tolerance: number;
  /** Weight of a pixel that did not change and is not quite right. */
  readonly #again: number;

  constructor(pixels: number, settings: EncodeSettings, dithered: boolean) {
    this.shown = new Uint8ClampedArray(pixels * 4);
    this.kept = new Int32Array(pixels);
    this.wanted = new Uint8Array(pixels);
    this.#source = new Uint8ClampedArray(pixels * 4);
    this.#alphaThreshold = settings.alphaThreshold;
    this.#tolerance = settings.lossiness ** 2 / 8;
    this.#again = settings.effort === 'best' && !dithered ? 1 : 0;
  }

  /** Sets `kept` and `wanted` for a new frame. */
  compare(data: Pixels): void {
    const { shown, kept, wanted } = this;
    const words = listWords(data);
    const [source, screen] = [listWords(this.#source), listWords(shown)];
    wanted.fill(0);
    kept.fill(0);
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? 0;
      if (word >>> 24 < this.#alphaThreshold) continue;
      const old = screen[at] ?? 0;
      if (word === old && old !== 0) continue;
      if (old === 0) {
        kept[at] = FAR;
        wanted[at] = this.must;
        continue;
      }
      const error = squaredError(shown, data, at * 4);
      kept[at] = error;
      if (error <= this.#tolerance) continue;
      const unmoved = (((source[at] ?? 0) ^ word) & 0xffffff) === 0;
      if (!unmoved) wanted[at] = this.must;
      else if (error > UNSEEN) wanted[at] = this.#again;
    }
  }

  /** Whether a pixel on screen has just this colour. */
  has(at: number, rgb: Uint8Array, index: number): boolean {
    return (
      this.shown[at * 4 + 3] === 255 &&
      this.shown[at * 4] === rgb[index * 3] &&
      this.shown[at * 4 + 1] === rgb[index * 3 + 1] &&
      this.shown[at * 4 + 2] === rgb[index * 3 + 2]
    );
  }

  paint(indexes: Uint8Array, rect: Rect, { rgb, size }: Palette, across: number): void {
    for (let y = 0; y < rect.height; y += 1) {
      for (let x = 0; x < rect.width; x += 1) {
        const index = indexes[y * rect.width + x] ?? size;
        if (index >= size) continue;
        const to = ((rect.y + y) * across + rect.x + x) * 4;
        this.shown[to] = rgb[index * 3] ?? 0;
        this.shown[to + 1] = rgb[index * 3 + 1] ?? 0;
        this.shown[to + 2] = rgb[index * 3 + 2] ?? 0;
        this.shown[to + 3] = 255;
      }
    }
  }

  remember(data: Pixels): void {
    this.#source.set(data);
  }

  wipe({ x, y, width, height }: Rect, across: number): void {
    for (let row = y; row < y + height; row += 1) {
      this.shown.fill(0, (row * across + x) * 4, (row * across + x + width) * 4);
    }
  }
}

function squaredError(one: Pixels, other: Pixels, at: number): number {
  const r = (one[at] ?? 0) - (other[at] ?? 0);
  const g = (one[at + 1] ?? 0) - (other[at + 1] ?? 0);
  const b = (one[at + 2] ?? 0) - (other[at + 2] ?? 0);
  return r * r + g * g + b * b;
}
