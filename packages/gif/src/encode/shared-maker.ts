import { Nearest } from '../palette/nearest.ts';
import { getPalette } from '../palette/palette.ts';
import type { Palette } from '../palette/palette.ts';
import { listWords } from '../picture.ts';
import type { Pixels, Rect } from '../picture.ts';
import type { Maker } from './frame-maker.ts';
import type { EncodeSettings, EncoderOptions } from './options.ts';
import { getBounds, crop, NOWHERE, union, wipedBy } from './rect.ts';
import { FAR } from './screen.ts';
import { getError, seenError } from './seen-error.ts';
import type { IndexedFrame } from './writer.ts';

/** No colour: it is no index of a palette of 255 colours. */
const NOTHING = 255;
const CACHE_BITS = 14;
/** From this mean squared error on (42 dB) a frame is noisy, and a pixel may be off by some times that: nobody sees it. */
const NOISY = 12;
const NOISY_TIMES = 3.5;
/** Of so many pixels one is looked at for how noisy a frame is. */
const LOOK = 61;
/** Bits a channel by which colours of noisy frames are looked up. */
const CELL_BITS = 6;
const CELL_DROP = 8 - CELL_BITS;
/** A frame is painted whole when that takes less than this share of the breaks. */
const WHOLE_BELOW = 0.85;

/**
 * Frames in the colours all of them share, without dithering: a colour is always the same index, so what is on screen is
 * known by indexes, and what did not move is compared as words.
 */
export class SharedMaker implements Maker {
  readonly globalPalette: Palette;
  readonly #size: { readonly width: number; readonly height: number };
  readonly #settings: EncodeSettings;
  readonly #onShown: EncoderOptions['onShown'];
  readonly #nearest: Nearest;
  /** Colours that were looked up, and their index. */
  readonly #keys = new Uint32Array(1 << CACHE_BITS);
  readonly #found = new Uint8Array(1 << CACHE_BITS);
  /** The same for cells of colours, which do for a noisy frame; `NOTHING` where none was looked up. */
  readonly #cells = new Uint8Array(1 << (3 * CELL_BITS)).fill(NOTHING);
  /** As the frame before was. */
  #noisy = false;
  /** The frame before as it was handed in. */
  readonly #source: Uint32Array;
  /** On screen. */
  readonly #shown: Uint8Array;
  /** What changes, with `NOTHING` where nothing does; and the whole frame without such holes. */
  readonly #changes: Uint8Array;
  readonly #whole: Uint8Array;
  readonly #cropped: Uint8Array;
  /** Something on screen is nothing, whatever was handed in there. */
  #wiped = true;
  readonly #kept: (place: number, data: Pixels) => number;

  constructor(options: EncoderOptions, settings: EncodeSettings, palette: Palette) {
    this.#size = options;
    this.#settings = settings;
    this.#onShown = options.onShown;
    const most = Math.min(settings.colors, NOTHING);
    this.globalPalette = getPalette(palette.rgb.slice(0, most * 3));
    this.#nearest = new Nearest(this.globalPalette);
    const pixels = options.width * options.height;
    this.#source = new Uint32Array(pixels);
    this.#shown = new Uint8Array(pixels).fill(NOTHING);
    this.#changes = new Uint8Array(pixels);
    this.#whole = new Uint8Array(pixels);
    this.#cropped = new Uint8Array(pixels);
    const { rgb } = this.globalPalette;
    this.#kept = (place, data) => {
      const index = this.#shown[place] ?? NOTHING;
      return index === NOTHING ? FAR : seenError(data, place, rgb, index * 3);
    };
  }

  make(data: Pixels, next: Pixels | null, delay: number): IndexedFrame {
    const { width } = this.#size;
    const { rgb, size } = this.globalPalette;
    this.#map(data);
    const wiped = next === null ? null : wipedBy(data, next, this.#settings.alphaThreshold, width);
    const rect = union(getBounds(this.#changes, NOTHING, width), wiped) ?? NOWHERE;
    const indexes = crop(this.#better(rect), width, rect, this.#cropped);
    const needed = indexes.includes(NOTHING);
    if (needed && size !== NOTHING) {
      for (let at = 0; at < indexes.length; at += 1) {
        if (indexes[at] === NOTHING) indexes[at] = size;
      }
    }
    const tolerance = this.#tolerance(data);
    const { alphaThreshold } = this.#settings;
    const leeway = { rgb, rect, across: width, data, alphaThreshold, kept: this.#kept, tolerance };
    return {
      rect,
      indexes,
      palette: null,
      colors: size + 1,
      transparentIndex: needed || tolerance > 0 ? size : null,
      delay,
      disposal: wiped === null ? 1 : 2,
      leeway: tolerance > 0 ? { ...leeway, transparentIndex: size } : null,
    };
  }

  settle(data: Pixels, { rect, indexes, disposal }: IndexedFrame): void {
    const { width } = this.#size;
    for (let row = 0; row < rect.height; row += 1) {
      this.#paintRow(indexes, row * rect.width, (rect.y + row) * width + rect.x, rect.width);
    }
    this.#source.set(listWords(data));
    this.#show();
    this.#wiped = disposal === 2;
    if (!this.#wiped) return;
    for (let y = rect.y; y < rect.y + rect.height; y += 1) {
      this.#shown.fill(NOTHING, y * width + rect.x, y * width + rect.x + rect.width);
    }
  }

  #paintRow(indexes: Uint8Array, from: number, to: number, count: number): void {
    const shown = this.#shown;
    const { size } = this.globalPalette;
    for (let at = 0; at < count; at += 1) {
      const index = indexes[from + at] ?? size;
      if (index !== size) shown[to + at] = index;
    }
  }

  /** What is packed shorter: what changes, or all. Whole has to be better by some, as holes are true to what is seen. */
  #better(rect: Rect): Uint8Array {
    const { width } = this.#size;
    const whole = breaksIn(this.#whole, width, rect);
    return whole < WHOLE_BELOW * breaksIn(this.#changes, width, rect) ? this.#whole : this.#changes;
  }

  /** Sets `#changes` and `#whole` for a frame. Rows are calls: a loop that ends soon is compiled once and for all. */
  #map(data: Pixels): void {
    const { width, height } = this.#size;
    const words = listWords(data);
    this.#whole.set(this.#shown);
    this.#changes.fill(NOTHING);
    for (let row = 0; row < height; row += 1) this.#mapRow(words, row * width, (row + 1) * width);
  }

  #mapRow(words: Uint32Array, from: number, to: number): void {
    const { alphaThreshold, lossiness } = this.#settings;
    const { rgb } = this.globalPalette;
    const [source, shown, changes, whole] = [this.#source, this.#shown, this.#changes, this.#whole];
    const close = lossiness ** 2 / 8;
    const wiped = this.#wiped;
    let last = 0;
    let index = NOTHING;
    for (let at = from; at < to; at += 1) {
      const word = words[at] ?? 0;
      if (word === source[at] && (!wiped || shown[at] !== NOTHING)) continue;
      if (word >>> 24 < alphaThreshold) continue;
      const old = shown[at] ?? NOTHING;
      // Whatever its alpha, and black is no empty slot.
      const key = (word & 0xffffff) | 0x1000000;
      if (key !== last) {
        last = key;
        index = this.#noisy ? this.#nearly(key) : this.#exactly(key);
      }
      if (old === index) continue;
      if (close > 0 && old !== NOTHING) {
        const r = (key & 255) - (rgb[old * 3] ?? 0);
        const g = ((key >> 8) & 255) - (rgb[old * 3 + 1] ?? 0);
        const b = ((key >> 16) & 255) - (rgb[old * 3 + 2] ?? 0);
        if (r * r + g * g + b * b <= close) continue;
      }
      changes[at] = index;
      whole[at] = index;
    }
  }

  #exactly(key: number): number {
    const slot = Math.imul(key, 0x9e3779b1) >>> (32 - CACHE_BITS);
    if (this.#keys[slot] === key) return this.#found[slot] ?? 0;
    const index = this.#nearest.find(key & 255, (key >> 8) & 255, (key >> 16) & 255);
    this.#keys[slot] = key;
    this.#found[slot] = index;
    return index;
  }

  /** By the middle of the cell the colour lies in. */
  #nearly(key: number): number {
    const r = (key & 255) >> CELL_DROP;
    const g = ((key >> 8) & 255) >> CELL_DROP;
    const b = ((key >> 16) & 255) >> CELL_DROP;
    const cell = (r << (2 * CELL_BITS)) | (g << CELL_BITS) | b;
    const known = this.#cells[cell] ?? NOTHING;
    if (known !== NOTHING) return known;
    const middle = (level: number): number => (level << CELL_DROP) + (1 << (CELL_DROP - 1));
    const index = this.#nearest.find(middle(r), middle(g), middle(b));
    this.#cells[cell] = index;
    return index;
  }

  #tolerance(data: Pixels): number {
    const { width, height } = this.#size;
    const sums = { error: 0, looked: 0 };
    let at = 0;
    for (let row = 0; row < height; row += 1) at = this.#look(data, at, (row + 1) * width, sums);
    const usual = sums.looked === 0 ? 0 : sums.error / sums.looked;
    this.#noisy = usual >= NOISY;
    const asked = (this.#settings.lossiness * 0.6) ** 2;
    return asked > 0 && this.#noisy ? Math.max(asked, usual * NOISY_TIMES) : asked;
  }

  /** Adds up errors of some pixels up to a place; where the next one is. */
  #look(data: Pixels, from: number, to: number, sums: { error: number; looked: number }): number {
    const { rgb } = this.globalPalette;
    let at = from;
    for (; at < to; at += LOOK) {
      const index = this.#changes[at] ?? NOTHING;
      if (index === NOTHING) continue;
      sums.error += getError(data, at, rgb, index);
      sums.looked += 1;
    }
    return at;
  }

  #show(): void {
    if (this.#onShown === undefined) return;
    const { rgb } = this.globalPalette;
    const { width, height } = this.#size;
    const data = new Uint8ClampedArray(width * height * 4);
    for (const [at, index] of this.#shown.entries()) {
      if (index === NOTHING) continue;
      data[at * 4] = rgb[index * 3] ?? 0;
      data[at * 4 + 1] = rgb[index * 3 + 1] ?? 0;
      data[at * 4 + 2] = rgb[index * 3 + 2] ?? 0;
      data[at * 4 + 3] = 255;
    }
    this.#onShown({ width, height, data });
  }
}

/** Pixels of every fourth row that are neither as the one before nor as the one above: about what packing pays for. */
function breaksIn(indexes: Uint8Array, across: number, { x, y, width, height }: Rect): number {
  let breaks = 0;
  for (let row = y + 1; row < y + height; row += 4) {
    const end = row * across + x + width;
    for (let at = row * across + x + 1; at < end; at += 1) {
      const index = indexes[at];
      if (index !== indexes[at - 1] && index !== indexes[at - across]) breaks += 1;
    }
  }
  return breaks;
}
