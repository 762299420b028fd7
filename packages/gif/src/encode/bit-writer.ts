import type { ByteSink } from './byte-sink.ts';

/** Packs codes into bits, lowest bit first, in sub-blocks of at most 255 bytes. */
export class BitWriter {
  /** Bits per code. */
  size: number;
  readonly #sink: ByteSink;
  readonly #block = new Uint8Array(256);
  #filled = 1;
  #bits = 0;
  #held = 0;

  constructor(sink: ByteSink, minCodeSize: number) {
    this.#sink = sink;
    this.size = minCodeSize + 1;
    sink.writeByte(minCodeSize);
  }

  writeCode(code: number): void {
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

  finish(): void {
    if (this.#held > 0) {
      this.#block[this.#filled] = this.#bits & 255;
      this.#filled += 1;
    }
    if (this.#filled > 1) this.#flush();
    this.#sink.writeByte(0);
  }

  #flush(): void {
    this.#block[0] = this.#filled - 1;
    this.#sink.writeBytes(this.#block.subarray(0, this.#filled));
    this.#filled = 1;
  }
}
