import { Nearest } from '../palette/nearest.ts';
import { createPalette, type Palette } from '../palette/palette.ts';
import { type Pixels, type Rect, toPixelWords } from '../picture.ts';
import type { Maker } from './frame-maker.ts';
import type { EncoderOptions, EncodeSettings } from './options.ts';
import {
  cropToRect,
  findContentBounds,
  findNewlyTransparentBounds,
  mergeRects,
  MINIMAL_RECT,
} from './rect.ts';
import { NO_COLOR_ERROR } from './screen.ts';
import { computeColorError, computePerceivedError } from './perceived-error.ts';
import type { IndexedFrame } from './writer.ts';
import { countPaletteIndexChanges } from './index-changes.ts';

/** No colour; never an index of a palette of 255 colours. */
const NO_INDEX = 255;
const CACHE_BITS = 14;
/**
 * From this mean squared error on (42 dB) a frame is noisy. A pixel may then deviate by NOISY_TIMES
 * that error without being visible.
 */
const NOISY = 12;
const NOISY_TIMES = 3.5;
/** One of this many pixels is sampled to measure the noise. */
const SAMPLE_STRIDE = 61;
/** Bits per channel of the colour cells used for noisy frames. */
const CELL_BITS = 6;
const CELL_DROP = 8 - CELL_BITS;
/**
 * The complete rectangle is painted when its breaks are below this share of the breaks of the
 * changes alone.
 */
const MAX_FULL_FRAME_RATIO = 0.85;

/**
 * Builds frames with a shared palette and no dithering. A colour always has the same index, so the
 * screen is stored as indexes, and unmoved pixels are compared as words.
 */
export class SharedMaker implements Maker {
  readonly globalPalette: Palette;
  readonly #size: { readonly width: number; readonly height: number };
  readonly #settings: EncodeSettings;
  readonly #onShown: EncoderOptions['onShown'];
  readonly #nearest: Nearest;
  /** Cache of looked-up colours and their indexes. */
  readonly #keys = new Uint32Array(1 << CACHE_BITS);
  readonly #found = new Uint8Array(1 << CACHE_BITS);
  /** The same per colour cell, for noisy frames; `NO_INDEX` where not looked up yet. */
  readonly #cells = new Uint8Array(1 << (3 * CELL_BITS)).fill(NO_INDEX);
  /** Whether the previous frame was noisy. */
  #noisy = false;
  /** The previous frame as added. */
  readonly #source: Uint32Array;
  /** Indexes on screen. */
  readonly #shown: Uint8Array;
  /** Changed pixels, with `NO_INDEX` elsewhere; and the complete frame without such holes. */
  readonly #changes: Uint8Array;
  readonly #whole: Uint8Array;
  readonly #cropped: Uint8Array;
  /** Some pixels on screen were cleared, so `#source` does not match the screen there. */
  #wiped = true;
  readonly #computeKeptError: (place: number, data: Pixels) => number;

  constructor(options: EncoderOptions, settings: EncodeSettings, palette: Palette) {
    this.#size = options;
    this.#settings = settings;
    this.#onShown = options.onShown;
    const max = Math.min(settings.colors, NO_INDEX);
    this.globalPalette = createPalette(palette.rgb.slice(0, max * 3));
    this.#nearest = new Nearest(this.globalPalette);
    const pixels = options.width * options.height;
    this.#source = new Uint32Array(pixels);
    this.#shown = new Uint8Array(pixels).fill(NO_INDEX);
    this.#changes = new Uint8Array(pixels);
    this.#whole = new Uint8Array(pixels);
    this.#cropped = new Uint8Array(pixels);
    const { rgb } = this.globalPalette;
    this.#computeKeptError = (place, data) => {
      const index = this.#shown[place] ?? NO_INDEX;
      return index === NO_INDEX
        ? NO_COLOR_ERROR
        : computePerceivedError(data, place, rgb, index * 3);
    };
  }

  make(data: Pixels, next: Pixels | null, delay: number): IndexedFrame {
    const { width } = this.#size;
    const { rgb, size } = this.globalPalette;
    this.#mapFrame(data);
    const wiped =
      next === null
        ? null
        : findNewlyTransparentBounds(data, next, this.#settings.alphaThreshold, width);
    const rect =
      mergeRects(findContentBounds(this.#changes, NO_INDEX, width), wiped) ?? MINIMAL_RECT;
    const indexes = cropToRect(this.#chooseSmallerIndexes(rect), width, rect, this.#cropped);
    const needsTransparent = indexes.includes(NO_INDEX);
    if (needsTransparent && size !== NO_INDEX) {
      for (let at = 0; at < indexes.length; at += 1) {
        if (indexes[at] === NO_INDEX) indexes[at] = size;
      }
    }
    const tolerance = this.#computeTolerance(data);
    const { alphaThreshold } = this.#settings;
    const leeway = {
      rgb,
      rect,
      across: width,
      data,
      alphaThreshold,
      computeKeptError: this.#computeKeptError,
      tolerance,
    };
    return {
      rect,
      indexes,
      palette: null,
      colors: size + 1,
      transparentIndex: needsTransparent || tolerance > 0 ? size : null,
      delay,
      disposal: wiped === null ? 1 : 2,
      leeway: tolerance > 0 ? { ...leeway, transparentIndex: size } : null,
    };
  }

  commit(data: Pixels, { rect, indexes, disposal }: IndexedFrame): void {
    const { width } = this.#size;
    for (let row = 0; row < rect.height; row += 1) {
      this.#paintRow(indexes, row * rect.width, (rect.y + row) * width + rect.x, rect.width);
    }
    this.#source.set(toPixelWords(data));
    this.#notifyShown();
    this.#wiped = disposal === 2;
    if (!this.#wiped) return;
    for (let y = rect.y; y < rect.y + rect.height; y += 1) {
      this.#shown.fill(NO_INDEX, y * width + rect.x, y * width + rect.x + rect.width);
    }
  }

  #paintRow(indexes: Uint8Array, from: number, to: number, count: number): void {
    const screenIndexes = this.#shown;
    const { size } = this.globalPalette;
    for (let at = 0; at < count; at += 1) {
      const index = indexes[from + at] ?? size;
      if (index !== size) screenIndexes[to + at] = index;
    }
  }

  /**
   * Chooses what compresses better, the changes or the complete frame. The complete frame must be
   * clearly better, because unchanged pixels are exact.
   */
  #chooseSmallerIndexes(rect: Rect): Uint8Array {
    const { width } = this.#size;
    const wholeBreaks = countPaletteIndexChanges(this.#whole, width, rect);
    return wholeBreaks < MAX_FULL_FRAME_RATIO * countPaletteIndexChanges(this.#changes, width, rect)
      ? this.#whole
      : this.#changes;
  }

  /**
   * Sets `#changes` and `#whole` for a frame. Each row is a separate call, because the JIT compiles
   * a short loop only once.
   */
  #mapFrame(data: Pixels): void {
    const { width, height } = this.#size;
    const words = toPixelWords(data);
    this.#whole.set(this.#shown);
    this.#changes.fill(NO_INDEX);
    for (let row = 0; row < height; row += 1) this.#mapRow(words, row * width, (row + 1) * width);
  }

  #mapRow(words: Uint32Array, from: number, to: number): void {
    const { alphaThreshold, lossiness } = this.#settings;
    const { rgb } = this.globalPalette;
    const [source, shownData, changes, wholeRect] = [
      this.#source,
      this.#shown,
      this.#changes,
      this.#whole,
    ];
    const close = lossiness ** 2 / 8;
    const wiped = this.#wiped;
    let last = 0;
    let index = NO_INDEX;
    for (let at = from; at < to; at += 1) {
      const word = words[at] ?? 0;
      if (word === source[at] && (!wiped || shownData[at] !== NO_INDEX)) continue;
      if (word >>> 24 < alphaThreshold) continue;
      const old = shownData[at] ?? NO_INDEX;
      // Ignores alpha. The added bit distinguishes black from an empty slot.
      const key = (word & 0xffffff) | 0x1000000;
      if (key !== last) {
        last = key;
        index = this.#noisy ? this.#findCellIndex(key) : this.#findExactIndex(key);
      }
      if (old === index) continue;
      if (close > 0 && old !== NO_INDEX) {
        const r = (key & 255) - (rgb[old * 3] ?? 0);
        const g = ((key >> 8) & 255) - (rgb[old * 3 + 1] ?? 0);
        const b = ((key >> 16) & 255) - (rgb[old * 3 + 2] ?? 0);
        if (r * r + g * g + b * b <= close) continue;
      }
      changes[at] = index;
      wholeRect[at] = index;
    }
  }

  #findExactIndex(key: number): number {
    const slot = Math.imul(key, 0x9e3779b1) >>> (32 - CACHE_BITS);
    if (this.#keys[slot] === key) return this.#found[slot] ?? 0;
    const index = this.#nearest.find(key & 255, (key >> 8) & 255, (key >> 16) & 255);
    this.#keys[slot] = key;
    this.#found[slot] = index;
    return index;
  }

  /** Nearest colour to the centre of the colour's cell. */
  #findCellIndex(key: number): number {
    const r = (key & 255) >> CELL_DROP;
    const g = ((key >> 8) & 255) >> CELL_DROP;
    const b = ((key >> 16) & 255) >> CELL_DROP;
    const cell = (r << (2 * CELL_BITS)) | (g << CELL_BITS) | b;
    const cachedIndex = this.#cells[cell] ?? NO_INDEX;
    if (cachedIndex !== NO_INDEX) return cachedIndex;
    const toCellCenterLevel = (level: number): number =>
      (level << CELL_DROP) + (1 << (CELL_DROP - 1));
    const index = this.#nearest.find(
      toCellCenterLevel(r),
      toCellCenterLevel(g),
      toCellCenterLevel(b),
    );
    this.#cells[cell] = index;
    return index;
  }

  #computeTolerance(data: Pixels): number {
    const { width, height } = this.#size;
    const sums = { error: 0, looked: 0 };
    let at = 0;
    for (let row = 0; row < height; row += 1)
      at = this.#sampleErrors(data, at, (row + 1) * width, sums);
    const usual = sums.looked === 0 ? 0 : sums.error / sums.looked;
    this.#noisy = usual >= NOISY;
    const requestedTolerance = (this.#settings.lossiness * 0.6) ** 2;
    return requestedTolerance > 0 && this.#noisy
      ? Math.max(requestedTolerance, usual * NOISY_TIMES)
      : requestedTolerance;
  }

  /** Adds the errors of sampled pixels before `to`. Returns the next sample position. */
  #sampleErrors(
    data: Pixels,
    from: number,
    to: number,
    sums: { error: number; looked: number },
  ): number {
    const { rgb } = this.globalPalette;
    let at = from;
    for (; at < to; at += SAMPLE_STRIDE) {
      const index = this.#changes[at] ?? NO_INDEX;
      if (index === NO_INDEX) continue;
      sums.error += computeColorError(data, at, rgb, index);
      sums.looked += 1;
    }
    return at;
  }

  #notifyShown(): void {
    if (this.#onShown === undefined) return;
    const { rgb } = this.globalPalette;
    const { width, height } = this.#size;
    const data = new Uint8ClampedArray(width * height * 4);
    for (const [at, index] of this.#shown.entries()) {
      if (index === NO_INDEX) continue;
      data[at * 4] = rgb[index * 3] ?? 0;
      data[at * 4 + 1] = rgb[index * 3 + 1] ?? 0;
      data[at * 4 + 2] = rgb[index * 3 + 2] ?? 0;
      data[at * 4 + 3] = 255;
    }
    this.#onShown({ width, height, data });
  }
}
