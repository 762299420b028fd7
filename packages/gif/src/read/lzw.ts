import { GifError } from '../gif-error.ts';

const TABLE = 4096;

/**
 * Expands the LZW data of one frame (GIF89a, appendix F). One per file: its tables are used again.
 * A string is written from its end backwards, so each byte of it is touched once.
 */
export class LzwReader {
  readonly #prefix = new Uint16Array(TABLE);
  readonly #last = new Uint8Array(TABLE);
  readonly #first = new Uint8Array(TABLE);
  readonly #length = new Uint16Array(TABLE);

  /**
   * Fills `out` with indexes from the sub-blocks that begin at `start`.
   * @returns how many were there; data behind the last pixel is not looked at.
   * @throws {GifError} `broken` at a code the table does not have yet.
   */
  read(bytes: Uint8Array, start: number, minCodeSize: number, out: Uint8Array): number {
    const clear = 1 << minCodeSize;
    const end = clear + 1;
    for (let code = 0; code < clear; code += 1) {
      this.#first[code] = code;
      this.#last[code] = code;
      this.#length[code] = 1;
    }
    let at = start;
    let left = 0;
    let bits = 0;
    let held = 0;
    let size = minCodeSize + 1;
    let next = end + 1;
    let previous = -1;
    let written = 0;
    while (written < out.length) {
      while (held < size) {
        if (left === 0) {
          left = bytes[at] ?? 0;
          at += 1;
          if (left === 0) return written;
        }
        const byte = bytes[at];
        if (byte === undefined) return written;
        bits |= byte << held;
        held += 8;
        at += 1;
        left -= 1;
      }
      const code = bits & ((1 << size) - 1);
      bits >>>= size;
      held -= size;
      if (code === clear) {
        size = minCodeSize + 1;
        next = end + 1;
        previous = -1;
        continue;
      }
      if (code === end) return written;
      if (code > next || (code === next && (previous === -1 || next >= TABLE))) {
        throw new GifError('broken', { offset: at });
      }
      if (previous !== -1 && next < TABLE) {
        // The string that is being made may itself be the one that is asked for: it begins as the last one did.
        const known = code === next ? previous : code;
        this.#prefix[next] = previous;
        this.#last[next] = this.#first[known] ?? 0;
        this.#first[next] = this.#first[previous] ?? 0;
        this.#length[next] = (this.#length[previous] ?? 0) + 1;
        next += 1;
        if (next === 1 << size && size < 12) size += 1;
      }
      const length = this.#length[code] ?? 0;
      let put = written + length;
      for (let from = code; put > written; from = this.#prefix[from] ?? 0) {
        put -= 1;
        // What would lie behind the last pixel is dropped.
        if (put < out.length) out[put] = this.#last[from] ?? 0;
      }
      written += length;
      previous = code;
    }
    return out.length;
  }
}
