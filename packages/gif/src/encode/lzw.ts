import type { Pixels, Rect } from '../picture.ts';
import type { BitWriter } from './bit-writer.ts';
import { computePerceivedError } from './perceived-error.ts';

const SLOTS = 1 << 14;
const MAX_CODES = 4096;

/** Alternatives allowed for the pixels of a frame, so that LZW can reuse strings in its table. */
export interface Leeway {
  /** RGB triplets by index. */
  readonly rgb: Uint8Array;
  readonly transparentIndex: number;
  /** Position of the frame on the canvas, to which `data` and `across` refer. */
  readonly rect: Rect;
  readonly across: number;
  /** Target RGBA. Pixels with less alpha than the threshold stay unchanged. */
  readonly data: Pixels;
  readonly alphaThreshold: number;
  /** {@link computePerceivedError} of a pixel that stays as it is on screen. */
  readonly computeKeptError: (place: number, data: Pixels) => number;
  /**
   * Maximum {@link computePerceivedError} of a replaced pixel, unless its error is already larger.
   */
  readonly tolerance: number;
}

interface PackJob {
  readonly indexes: Uint8Array;
  readonly leeway: Leeway | null;
  /** The LZW clear code. */
  readonly clear: number;
}

/**
 * Pixels per call: the JIT compiles a short loop in a frequently called function once, but a
 * long-running loop repeatedly.
 */
const CHUNK_PIXELS = 512;

/**
 * LZW-encodes the indexes of one frame (GIF89a, appendix F). One instance per file reuses its
 * tables. With leeway, when the current string plus the next pixel is not in the table, the closest
 * pixel that continues a known string is used; `indexes` is updated accordingly.
 */
export class LzwWriter {
  /** String in a slot: prefix << 20 | index << 12 | code; 0: free. */
  readonly #strings = new Int32Array(SLOTS);
  /**
   * Linked list of the strings that extend each string by one; 0 ends it, because no extended
   * string has code 0.
   */
  readonly #longer = new Uint16Array(MAX_CODES);
  readonly #sibling = new Uint16Array(MAX_CODES);
  readonly #last = new Uint8Array(MAX_CODES);
  /** Code of the current string, and the first free code. */
  #prefix = 0;
  #next = 0;

  write(bits: BitWriter, indexes: Uint8Array, minCodeSize: number, leeway: Leeway | null): void {
    const clear = 1 << minCodeSize;
    const job: PackJob = { indexes, leeway, clear };
    this.#resetTable(bits, clear);
    this.#prefix = indexes[0] ?? 0;
    for (let from = 1; from < indexes.length; from += CHUNK_PIXELS) {
      this.#pack(bits, job, from, Math.min(from + CHUNK_PIXELS, indexes.length));
    }
    bits.writeCode(this.#prefix);
    // The decoder has added the string of this code by now and may read the next code one bit
    // wider.
    if (this.#next === 1 << bits.size && bits.size < 12) bits.size += 1;
    bits.writeCode(clear + 1);
    bits.finish();
  }

  #pack(bits: BitWriter, job: PackJob, from: number, to: number): void {
    const { indexes, leeway, clear } = job;
    const strings = this.#strings;
    let prefix = this.#prefix;
    for (let at = from; at < to; at += 1) {
      const index = indexes[at] ?? 0;
      const key = (prefix << 8) | index;
      let slot = computeHashSlot(key);
      let entry = strings[slot] ?? 0;
      while (entry !== 0 && entry >>> 12 !== key) {
        slot = (slot + 1) & (SLOTS - 1);
        entry = strings[slot] ?? 0;
      }
      if (entry !== 0) {
        prefix = entry & 4095;
        continue;
      }
      if (leeway !== null) {
        const instead = this.#findNearestExtension(prefix, index, at, leeway);
        if (instead !== 0) {
          indexes[at] = this.#last[instead] ?? 0;
          prefix = instead;
          continue;
        }
      }
      bits.writeCode(prefix);
      this.#addString(bits, clear, slot, key);
      prefix = index;
    }
    this.#prefix = prefix;
  }

  /** Assigns a code to the string of a key, or resets the table when it is full. */
  #addString(bits: BitWriter, clear: number, slot: number, key: number): void {
    const code = this.#next;
    if (code === MAX_CODES) {
      this.#resetTable(bits, clear);
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

  #resetTable(bits: BitWriter, clear: number): void {
    bits.writeCode(clear);
    bits.size = 31 - Math.clz32(clear) + 1;
    this.#strings.fill(0);
    this.#longer.fill(0, 0, clear);
    this.#next = clear + 2;
  }

  /**
   * Code of the extension of `prefix` whose pixel is closest, or 0 when none is within the
   * tolerance.
   */
  #findNearestExtension(prefix: number, index: number, at: number, leeway: Leeway): number {
    const first = this.#longer[prefix] ?? 0;
    if (first === 0) return 0;
    const { rgb, transparentIndex, data, computeKeptError, rect } = leeway;
    const row = Math.floor(at / rect.width);
    const place = (rect.y + row) * leeway.across + rect.x + at - row * rect.width;
    if ((data[place * 4 + 3] ?? 0) < leeway.alphaThreshold) return 0;
    const computePaletteIndexError = (paletteIndex: number): number =>
      paletteIndex === transparentIndex
        ? computeKeptError(place, data)
        : computePerceivedError(data, place, rgb, paletteIndex * 3);
    let min = Math.max(computePaletteIndexError(index), leeway.tolerance) + 1;
    let best = 0;
    for (let code = first; code !== 0; code = this.#sibling[code] ?? 0) {
      const candidateError = computePaletteIndexError(this.#last[code] ?? 0);
      if (candidateError < min) {
        min = candidateError;
        best = code;
      }
    }
    return best;
  }
}

const computeHashSlot = (key: number): number => Math.imul(key + 1, 0x9e3779b1) >>> 18;
