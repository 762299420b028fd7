import type { Palette } from '../palette/palette.ts';
import { toPixelWords } from '../picture.ts';
import type { Pixels, Rect } from '../picture.ts';
import type { EncodeSettings } from './options.ts';

/** Squared error of a pixel that has no colour on screen. */
export const NO_COLOR_ERROR = 0x3fffffff;

/**
 * An error of one level in one channel is invisible, so an unmoved pixel is not repainted for it.
 */
const INVISIBLE_ERROR = 1;

/** The displayed picture, and its differences to a new frame. */
export class Screen {
  /** RGBA; alpha is 0 or 255. */
  readonly shown: Uint8ClampedArray<ArrayBuffer>;
  /** Squared error of each pixel when it stays unchanged; 0 where the new frame is transparent. */
  readonly keptErrors: Int32Array;
  /**
   * 0: keep; `mustPaint`: paint; 1: repaint if that improves it. Also the weight of the pixel's colour
   * in the palette.
   */
  readonly paintWeights: Uint8Array;
  readonly mustPaint = 2;
  /** The previous frame as added. */
  readonly #source: Uint8ClampedArray<ArrayBuffer>;
  readonly #alphaThreshold: number;
  readonly #tolerance: number;
  /** Weight of an unchanged pixel with a visible error. */
  readonly #again: number;

  constructor(pixels: number, settings: EncodeSettings, dithered: boolean) {
    this.shown = new Uint8ClampedArray(pixels * 4);
    this.keptErrors = new Int32Array(pixels);
    this.paintWeights = new Uint8Array(pixels);
    this.#source = new Uint8ClampedArray(pixels * 4);
    this.#alphaThreshold = settings.alphaThreshold;
    this.#tolerance = settings.lossiness ** 2 / 8;
    this.#again = settings.effort === 'best' && !dithered ? 1 : 0;
  }

  /** Sets `keptErrors` and `paintWeights` for a new frame. */
  compare(data: Pixels): void {
    const { shown, keptErrors, paintWeights } = this;
    const words = toPixelWords(data);
    const [source, screen] = [toPixelWords(this.#source), toPixelWords(shown)];
    paintWeights.fill(0);
    keptErrors.fill(0);
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? 0;
      if (word >>> 24 < this.#alphaThreshold) continue;
      const old = screen[at] ?? 0;
      if (word === old && old !== 0) continue;
      if (old === 0) {
        keptErrors[at] = NO_COLOR_ERROR;
        paintWeights[at] = this.mustPaint;
        continue;
      }
      const error = computeSquaredPixelDifference(shown, data, at * 4);
      keptErrors[at] = error;
      if (error <= this.#tolerance) continue;
      const unmoved = (((source[at] ?? 0) ^ word) & 0xffffff) === 0;
      if (!unmoved) paintWeights[at] = this.mustPaint;
      else if (error > INVISIBLE_ERROR) paintWeights[at] = this.#again;
    }
  }

  /** Whether a pixel on screen has exactly this colour. */
  hasColor(at: number, rgb: Uint8Array, index: number): boolean {
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

  storeSource(data: Pixels): void {
    this.#source.set(data);
  }

  wipe({ x, y, width, height }: Rect, across: number): void {
    for (let row = y; row < y + height; row += 1) {
      this.shown.fill(0, (row * across + x) * 4, (row * across + x + width) * 4);
    }
  }
}

function computeSquaredPixelDifference(otherPixels: Pixels, pixels: Pixels, at: number): number {
  const r = (otherPixels[at] ?? 0) - (pixels[at] ?? 0);
  const g = (otherPixels[at + 1] ?? 0) - (pixels[at + 1] ?? 0);
  const b = (otherPixels[at + 2] ?? 0) - (pixels[at + 2] ?? 0);
  return r * r + g * g + b * b;
}
