import { GifError } from '../gif-error.ts';

const TABLE = 4096;

/**
 * Expands the LZW data of one frame (GIF89a, appendix F). One instance per file reuses its tables.
 * Strings are written from their end backwards, so each byte is touched once.
 */
export class LzwReader {
  readonly #prefix = new Uint16Array(TABLE);
  readonly #last = new Uint8Array(TABLE);
  readonly #first = new Uint8Array(TABLE);
  readonly #length = new Uint16Array(TABLE);

  /**
   * Fills `out` with indexes from the sub-blocks at `start`.
   * @returns the number of indexes; data after the last pixel is ignored.
   * @throws {GifError} `broken` at a code that is not in the table yet.
   */
  read(bytes: Uint8Array, start: number, minCodeSize: number, out: Uint8Array): number {
    const clear = 1 << minCodeSize;
    const end = clear + 1;
    this.#setSingleIndexes(clear);
    let at = start;
    let bytesLeft = 0;
    let bits = 0;
    let bitCount = 0;
    let size = minCodeSize + 1;
    let next = end + 1;
    let previous = -1;
    let writtenCount = 0;
    while (writtenCount < out.length) {
      while (bitCount < size) {
        if (bytesLeft === 0) {
          bytesLeft = bytes[at] ?? 0;
          at += 1;
          if (bytesLeft === 0) return writtenCount;
        }
        const byte = bytes[at];
        if (byte === undefined) return writtenCount;
        bits |= byte << bitCount;
        bitCount += 8;
        at += 1;
        bytesLeft -= 1;
      }
      const code = bits & ((1 << size) - 1);
      bits >>>= size;
      bitCount -= size;
      if (code === clear) {
        size = minCodeSize + 1;
        next = end + 1;
        previous = -1;
        continue;
      }
      if (code === end) return writtenCount;
      if (code > next || (code === next && (previous === -1 || next >= TABLE))) {
        throw new GifError('broken', { offset: at });
      }
      if (previous !== -1 && next < TABLE) {
        this.#addString(next, previous, code);
        next += 1;
        if (next === 1 << size && size < 12) size += 1;
      }
      writtenCount += this.#writeString(code, writtenCount, out);
      previous = code;
    }
    return out.length;
  }

  /** The first codes are strings of one index. */
  #setSingleIndexes(count: number): void {
    for (let code = 0; code < count; code += 1) {
      this.#first[code] = code;
      this.#last[code] = code;
      this.#length[code] = 1;
    }
  }

  /** Adds the `previous` string with the first index of the string of `code`. */
  #addString(next: number, previous: number, code: number): void {
    // The code may refer to the string that is being added, which starts with the previous
    // string.
    const knownCode = code === next ? previous : code;
    this.#prefix[next] = previous;
    this.#last[next] = this.#first[knownCode] ?? 0;
    this.#first[next] = this.#first[previous] ?? 0;
    this.#length[next] = (this.#length[previous] ?? 0) + 1;
  }

  /** Writes a string at `start` and returns its length. */
  #writeString(code: number, start: number, out: Uint8Array): number {
    const length = this.#length[code] ?? 0;
    let put = start + length;
    for (let from = code; put > start; from = this.#prefix[from] ?? 0) {
      put -= 1;
      // Indexes after the last pixel are dropped.
      if (put < out.length) out[put] = this.#last[from] ?? 0;
    }
    return length;
  }
}
