import { Nearest } from '../palette/nearest.ts';
import { paletteOf } from '../palette/palette.ts';
import type { Palette } from '../palette/palette.ts';
import { wordsOf } from '../picture.ts';
import type { Pixels, Rect } from '../picture.ts';
import type { Maker } from './frame-maker.ts';
import { errorOf, seenError } from './lzw.ts';
import type { EncodeSettings, EncoderOptions } from './options.ts';
import { boundsOf, cropOf, NOWHERE, union, wipedBy } from './rect.ts';
import { FAR } from './screen.ts';
import type { IndexedFrame } from './writer.ts';

/** No colour: it is no index of a palette of 255 colours. */
const NOTHING = 255;
const CACHE_BITS = 14;
/** From this mean squared error on (42 dB) a frame is noisy, and a pixel may be off by some times that: nobody sees it. */
const NOISY = 12;
const NOISY_TIMES = 3.5;
/** Of so many pixels one is looked at for how noisy a frame is. */
const LOOK = 61;
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
  /** The frame before as it was handed in. */
  readonly #source: Uint32Array;
  /** On screen. */
  readonly #shown: Uint8Array;
  /** What changes, with `NOTHING` where nothing does; and the whole frame without such holes. */
  readonly #changes: Uint8Array;
  readonly #whole: Uint8Array;
  /** Something on screen is nothing, whatever was handed in there. */
  #wiped = true;
  readonly #kept: (place: number, data: Pixels) => number;

  constructor(options: EncoderOptions, settings: EncodeSettings, palette: Palette) {
    this.#size = options;
    this.#settings = settings;
    this.#onShown = options.onShown;
    const most = Math.min(settings.colors, NOTHING);
    this.globalPalette = paletteOf(palette.rgb.slice(0, most * 3));
    this.#nearest = new Nearest(this.globalPalette);
    const pixels = options.width * options.height;
    this.#source = new Uint32Array(pixels);
    this.#shown = new Uint8Array(pixels).fill(NOTHING);
    this.#changes = new Uint8Array(pixels);
    this.#whole = new Uint8Array(pixels);
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
    const rect = union(boundsOf(this.#changes, NOTHING, width), wiped) ?? NOWHERE;
    const indexes = cropOf(this.#better(rect), width, rect, 1);
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
    const { size } = this.globalPalette;
    const shown = this.#shown;
    let at = 0;
    for (let y = rect.y; y < rect.y + rect.height; y += 1) {
      const end = y * width + rect.x + rect.width;
      for (let to = y * width + rect.x; to < end; to += 1) {
        const index = indexes[at] ?? size;
        at += 1;
        if (index !== size) shown[to] = index;
      }
    }
    this.#source.set(wordsOf(data));
    this.#show();
    this.#wiped = disposal === 2;
    if (!this.#wiped) return;
    for (let y = rect.y; y < rect.y + rect.height; y += 1) {
      shown.fill(NOTHING, y * width + rect.x, y * width + rect.x + rect.width);
    }
  }

  /** What is packed shorter: what changes, or all. Whole has to be better by some, as holes are true to what is seen. */
  #better(rect: Rect): Uint8Array {
    const { width } = this.#size;
    const whole = breaksIn(this.#whole, width, rect);
    return whole < WHOLE_BELOW * breaksIn(this.#changes, width, rect) ? this.#whole : this.#changes;
  }

  /** Sets `#changes` and `#whole` for a frame. */
  #map(data: Pixels): void {
    const { alphaThreshold, lossiness } = this.#settings;
    const { rgb } = this.globalPalette;
    const [keys, found, nearest] = [this.#keys, this.#found, this.#nearest];
    const [source, shown, changes, whole] = [this.#source, this.#shown, this.#changes, this.#whole];
    const close = lossiness ** 2 / 8;
    const words = wordsOf(data);
    const wiped = this.#wiped;
    let last = 0;
    let index = NOTHING;
    whole.set(shown);
    changes.fill(NOTHING);
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? 0;
      if (word === source[at] && (!wiped || shown[at] !== NOTHING)) continue;
      if (word >>> 24 < alphaThreshold) continue;
      const old = shown[at] ?? NOTHING;
      // Whatever its alpha, and black is no empty slot.
      const key = (word & 0xffffff) | 0x1000000;
      if (key !== last) {
        last = key;
        const slot = Math.imul(key, 0x9e3779b1) >>> (32 - CACHE_BITS);
        if (keys[slot] === key) {
          index = found[slot] ?? 0;
        } else {
          index = nearest.find(word & 255, (word >> 8) & 255, (word >> 16) & 255);
          keys[slot] = key;
          found[slot] = index;
        }
      }
      if (old === index) continue;
      if (close > 0 && old !== NOTHING && errorOf(data, at, rgb, old) <= close) continue;
      changes[at] = index;
      whole[at] = index;
    }
  }

  #tolerance(data: Pixels): number {
    const { rgb } = this.globalPalette;
    let sum = 0;
    let looked = 0;
    for (let at = 0; at < this.#changes.length; at += LOOK) {
      const index = this.#changes[at] ?? NOTHING;
      if (index === NOTHING) continue;
      sum += errorOf(data, at, rgb, index);
      looked += 1;
    }
    const usual = looked === 0 ? 0 : sum / looked;
    const asked = (this.#settings.lossiness * 0.6) ** 2;
    return asked > 0 && usual >= NOISY ? Math.max(asked, usual * NOISY_TIMES) : asked;
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
