import type { ByteSink } from './byte-sink.ts';

const SLOTS = 1 << 14;
const MOST_CODES = 4096;

/** Packs the indexes of one frame (GIF89a, appendix F). One per file: its table is used again. */
export class LzwWriter {
  /** prefix << 8 | index, plus one, of the string in a slot; 0: free. */
  readonly #keys = new Int32Array(SLOTS);
  readonly #codes = new Uint16Array(SLOTS);

  /** Writes the minimum code size and the sub-blocks. */
  write(sink: ByteSink, indexes: Uint8Array, count: number, minCodeSize: number): void {
    const bits = new BitWriter(sink, minCodeSize);
    const clear = 1 << minCodeSize;
    let next = clear + 2;
    let prefix = indexes[0] ?? 0;
    this.#keys.fill(0);
    bits.put(clear);
    for (let at = 1; at < count; at += 1) {
      const index = indexes[at] ?? 0;
      const key = ((prefix << 8) | index) + 1;
      let slot = (Math.imul(key, 0x9e3779b1) >>> 18) & (SLOTS - 1);
      let found = this.#keys[slot];
      while (found !== 0 && found !== key) {
        slot = (slot + 1) & (SLOTS - 1);
        found = this.#keys[slot];
      }
      if (found === key) {
        prefix = this.#codes[slot] ?? 0;
        continue;
      }
      bits.put(prefix);
      prefix = index;
      if (next < MOST_CODES) {
        this.#keys[slot] = key;
        this.#codes[slot] = next;
        if (next === 1 << bits.size && bits.size < 12) bits.size += 1;
        next += 1;
      } else {
        bits.put(clear);
        this.#keys.fill(0);
        next = clear + 2;
        bits.size = minCodeSize + 1;
      }
    }
    bits.put(prefix);
    // The reader has by now made the string this code completes, and may read the next one a bit wider.
    if (next === 1 << bits.size && bits.size < 12) bits.size += 1;
    bits.put(clear + 1);
    bits.end();
  }
}

/** Codes into bits, lowest first, in sub-blocks of at most 255 bytes. */
export class BitWriter {
  /** Bits of a code. */
  size: number;
  readonly #sink: ByteSink;
  readonly #block = new Uint8Array(256);
  #filled = 1;
  #bits = 0;
  #held = 0;

  constructor(sink: ByteSink, minCodeSize: number) {
    this.#sink = sink;
    this.size = minCodeSize + 1;
    sink.byte(minCodeSize);
  }

  put(code: number): void {
    this.#bits |= code << this.#held;
    this.#held += this.size;
    while (this.#held >= 8) {
      this.#block[this.#filled] = this.#bits & 255;
      this.#filled += 1;
      this.#bits >>>= 8;
      this.#held -= 8;
      if (this.#filled === 256) this.#flush();
    }
  }

  end(): void {
    if (this.#held > 0) {
      this.#block[this.#filled] = this.#bits & 255;
      this.#filled += 1;
    }
    if (this.#filled > 1) this.#flush();
    this.#sink.byte(0);
  }

  #flush(): void {
    this.#block[0] = this.#filled - 1;
    this.#sink.bytes(this.#block.subarray(0, this.#filled));
    this.#filled = 1;
  }
}
