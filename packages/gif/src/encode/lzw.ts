import type { Pixels, Rect } from '../picture.ts';
import type { BitWriter } from './bit-writer.ts';

const SLOTS = 1 << 14;
const MOST_CODES = 4096;

/** What else a pixel of a frame may be, so that strings the reader knows already can be used again. */
export interface Leeway {
  /** RGB triplets of the indexes. */
  readonly rgb: Uint8Array;
  readonly transparentIndex: number;
  /** Where the frame lies on the canvas, which the rest is of. */
  readonly rect: Rect;
  readonly across: number;
  /** RGBA as it should be; pixels with less alpha than the threshold stay as they are. */
  readonly data: Pixels;
  readonly alphaThreshold: number;
  /** {@link seenError} of a pixel when it is left as it is on screen. */
  readonly kept: (place: number, data: Pixels) => number;
  /** {@link seenError} a pixel may have at most, if it has not more already. */
  readonly tolerance: number;
}

/**
 * Packs the indexes of one frame (GIF89a, appendix F). One per file: its tables are used again. With leeway, where the
 * string seen so far is not known with the next pixel, the nearest pixel it is known with is taken instead; `indexes`
 * then has what was taken.
 */
export class LzwWriter {
  /** prefix << 8 | index, plus one, of the string in a slot; 0: free. */
  readonly #keys = new Int32Array(SLOTS);
  readonly #codes = new Uint16Array(SLOTS);
  /** Strings one longer than each, as a list; 0 ends it, which is no string of two. */
  readonly #longer = new Uint16Array(MOST_CODES);
  readonly #sibling = new Uint16Array(MOST_CODES);
  readonly #last = new Uint8Array(MOST_CODES);

  write(bits: BitWriter, indexes: Uint8Array, minCodeSize: number, leeway: Leeway | null): void {
    const clear = 1 << minCodeSize;
    const [keys, codes] = [this.#keys, this.#codes];
    let next = this.#clear(bits, clear, minCodeSize);
    let prefix = indexes[0] ?? 0;
    for (let at = 1; at < indexes.length; at += 1) {
      const index = indexes[at] ?? 0;
      const key = ((prefix << 8) | index) + 1;
      let slot = (Math.imul(key, 0x9e3779b1) >>> 18) & (SLOTS - 1);
      let found = keys[slot];
      while (found !== 0 && found !== key) {
        slot = (slot + 1) & (SLOTS - 1);
        found = keys[slot];
      }
      if (found === key) {
        prefix = codes[slot] ?? 0;
        continue;
      }
      const instead = leeway === null ? 0 : this.#nearlyLonger(prefix, index, at, leeway);
      if (instead !== 0) {
        indexes[at] = this.#last[instead] ?? 0;
        prefix = instead;
        continue;
      }
      bits.put(prefix);
      if (next < MOST_CODES) {
        keys[slot] = key;
        codes[slot] = next;
        if (leeway !== null) this.#list(prefix, next, index);
        if (next === 1 << bits.size && bits.size < 12) bits.size += 1;
        next += 1;
      } else {
        next = this.#clear(bits, clear, minCodeSize);
      }
      prefix = index;
    }
    bits.put(prefix);
    // The reader has by now made the string this code completes, and may read the next one a bit wider.
    if (next === 1 << bits.size && bits.size < 12) bits.size += 1;
    bits.put(clear + 1);
    bits.end();
  }

  #list(prefix: number, next: number, index: number): void {
    this.#last[next] = index;
    this.#longer[next] = 0;
    this.#sibling[next] = this.#longer[prefix] ?? 0;
    this.#longer[prefix] = next;
  }

  /** The table is begun anew; the first code that is free. */
  #clear(bits: BitWriter, clear: number, minCodeSize: number): number {
    bits.put(clear);
    bits.size = minCodeSize + 1;
    this.#keys.fill(0);
    this.#longer.fill(0, 0, clear);
    return clear + 2;
  }

  /** The string that goes on from `prefix` with what is nearest to the pixel, or 0 when none is near enough. */
  #nearlyLonger(prefix: number, index: number, at: number, leeway: Leeway): number {
    const first = this.#longer[prefix] ?? 0;
    if (first === 0) return 0;
    const { rgb, transparentIndex, data, kept, rect } = leeway;
    const row = Math.floor(at / rect.width);
    const place = (rect.y + row) * leeway.across + rect.x + at - row * rect.width;
    if ((data[place * 4 + 3] ?? 0) < leeway.alphaThreshold) return 0;
    const keep = kept(place, data);
    const now = index === transparentIndex ? keep : seenError(data, place, rgb, index * 3);
    let least = Math.max(now, leeway.tolerance) + 1;
    let best = 0;
    for (let code = first; code !== 0; code = this.#sibling[code] ?? 0) {
      const other = this.#last[code] ?? 0;
      const error = other === transparentIndex ? keep : seenError(data, place, rgb, other * 3);
      if (error < least) {
        least = error;
        best = code;
      }
    }
    return best;
  }
}

/** Squared error of a pixel when it has a colour of the palette. */
export function errorOf(data: Pixels, at: number, rgb: Uint8Array, index: number): number {
  const r = (data[at * 4] ?? 0) - (rgb[index * 3] ?? 0);
  const g = (data[at * 4 + 1] ?? 0) - (rgb[index * 3 + 1] ?? 0);
  const b = (data[at * 4 + 2] ?? 0) - (rgb[index * 3 + 2] ?? 0);
  return r * r + g * g + b * b;
}

/** How much more an error of the brightness is seen than one of the colour alone. */
const BRIGHTNESS = 3;

/** Squared error of a pixel as it is seen: what changes its brightness counts more. At least that of {@link errorOf}. */
export function seenError(data: Pixels, at: number, rgb: Pixels, from: number): number {
  const r = (data[at * 4] ?? 0) - (rgb[from] ?? 0);
  const g = (data[at * 4 + 1] ?? 0) - (rgb[from + 1] ?? 0);
  const b = (data[at * 4 + 2] ?? 0) - (rgb[from + 2] ?? 0);
  // Whole numbers: 0.299, 0.587 and 0.114, of 256.
  const luma = (77 * r + 150 * g + 29 * b) >> 8;
  return r * r + g * g + b * b + BRIGHTNESS * luma * luma;
}
