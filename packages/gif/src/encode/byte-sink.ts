/** Grows as bytes come; what was taken is forgotten. */
export class ByteSink {
  #buffer = new Uint8Array(1 << 14);
  #length = 0;

  byte(value: number): void {
    this.#reserve(1);
    this.#buffer[this.#length] = value;
    this.#length += 1;
  }

  word(value: number): void {
    this.byte(value & 255);
    this.byte((value >> 8) & 255);
  }

  bytes(values: Uint8Array): void {
    this.#reserve(values.length);
    this.#buffer.set(values, this.#length);
    this.#length += values.length;
  }

  text(ascii: string): void {
    for (const letter of ascii) this.byte(letter.charCodeAt(0));
  }

  /** All bytes so far, the caller's to keep. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#buffer.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
