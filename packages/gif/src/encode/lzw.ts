import type { Pixels, Rect } from '../picture.ts';
import type { BitWriter } from './bit-writer.ts';
import { seenError } from './seen-error.ts';

const SLOTS = 1 << 14;
const MAX_CODES = 4096;

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

interface PackJob {
  readonly indexes: Uint8Array;
  readonly leeway: Leeway | null;
  /** The code that begins the table anew. */
  readonly clear: number;
}

/** So many pixels a call: a loop that is called often is compiled once, one that runs on and on again and again. */
const PART = 512;

/**
 * Packs the indexes of one frame (GIF89a, appendix F). One per file: its tables are used again. With leeway, where the
 * string seen so far is not known with the next pixel, the nearest pixel it is known with is taken instead; `indexes`
 * then has what was taken.
 */
export class LzwWriter {
  /** Of the string in a slot: prefix << 20 | index << 12 | code; 0: free. */
  readonly #strings = new Int32Array(SLOTS);
  /** Strings one longer than each, as a list; 0 ends it, which is no string of two. */
  readonly #longer = new Uint16Array(MAX_CODES);
  readonly #sibling = new Uint16Array(MAX_CODES);
  readonly #last = new Uint8Array(MAX_CODES);
  /** The string seen so far, and the first code that is free. */
  #prefix = 0;
  #next = 0;

  write(bits: BitWriter, indexes: Uint8Array, minCodeSize: number, leeway: Leeway | null): void {
    const clear = 1 << minCodeSize;
    const job: PackJob = { indexes, leeway, clear };
    this.#clear(bits, clear);
    this.#prefix = indexes[0] ?? 0;
    for (let from = 1; from < indexes.length; from += PART) {
      this.#pack(bits, job, from, Math.min(from + PART, indexes.length));
    }
    bits.put(this.#prefix);
    // The reader has by now made the string this code completes, and may read the next one a bit wider.
    if (this.#next === 1 << bits.size && bits.size < 12) bits.size += 1;
    bits.put(clear + 1);
    bits.end();
  }

  #pack(bits: BitWriter, job: PackJob, from: number, to: number): void {
    const { indexes, leeway, clear } = job;
    const strings = this.#strings;
    let prefix = this.#prefix;
    for (let at = from; at < to; at += 1) {
      const index = indexes[at] ?? 0;
      const key = (prefix << 8) | index;
      let slot = getSlot(key);
      let found = strings[slot] ?? 0;
      while (found !== 0 && found >>> 12 !== key) {
        slot = (slot + 1) & (SLOTS - 1);
        found = strings[slot] ?? 0;
      }
      if (found !== 0) {
        prefix = found & 4095;
        continue;
      }
      if (leeway !== null) {
        const instead = this.#nearlyLonger(prefix, index, at, leeway);
        if (instead !== 0) {
          indexes[at] = this.#last[instead] ?? 0;
          prefix = instead;
          continue;
        }
      }
      bits.put(prefix);
      this.#add(bits, clear, slot, key);
      prefix = index;
    }
    this.#prefix = prefix;
  }

  /** Gives the string of a key a code, or begins the table anew when it is full. */
  #add(bits: BitWriter, clear: number, slot: number, key: number): void {
    const code = this.#next;
    if (code === MAX_CODES) {
      this.#clear(bits, clear);
      return;
    }
    this.#strings[slot] = (key << 12) | code;
    const prefix = key >> 8;
    this.#last[code] = key & 255;
    this.#longer[code] = 0;
    this.#sibling[code] = this.#longer[prefix] ?? 0;
    this.#longer[prefix] = code;
    if (code === 1 << bits.size && bits.size < 12) bits.size += 1;
    this.#next = code + 1;
  }

  /** The table is begun anew. */
  #clear(bits: BitWriter, clear: number): void {
    bits.put(clear);
    bits.size = 31 - Math.clz32(clear) + 1;
    this.#strings.fill(0);
    this.#longer.fill(0, 0, clear);
    this.#next = clear + 2;
  }

  /** The string that goes on from `prefix` with what is nearest to the pixel, or 0 when none is near enough. */
  #nearlyLonger(prefix: number, index: number, at: number, leeway: Leeway): number {
    const first = this.#longer[prefix] ?? 0;
    if (first === 0) return 0;
    const { rgb, transparentIndex, data, kept, rect } = leeway;
    const row = Math.floor(at / rect.width);
    const place = (rect.y + row) * leeway.across + rect.x + at - row * rect.width;
    if ((data[place * 4 + 3] ?? 0) < leeway.alphaThreshold) return 0;
    const error = (one: number): number =>
      one === transparentIndex ? kept(place, data) : seenError(data, place, rgb, one * 3);
    let least = Math.max(error(index), leeway.tolerance) + 1;
    let best = 0;
    for (let code = first; code !== 0; code = this.#sibling[code] ?? 0) {
      const other = error(this.#last[code] ?? 0);
      if (other < least) {
        least = other;
        best = code;
      }
    }
    return best;
  }
}

const getSlot = (key: number): number => Math.imul(key + 1, 0x9e3779b1) >>> 18;
