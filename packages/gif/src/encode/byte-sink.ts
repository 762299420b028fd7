/** Growing byte buffer. `drain` empties it. */
export class ByteSink {
  #buffer = new Uint8Array(1 << 14);
  #length = 0;

  writeByte(value: number): void {
    this.#ensureCapacity(1);
    this.#buffer[this.#length] = value;
    this.#length += 1;
  }

  writeWord(value: number): void {
    this.writeByte(value & 255);
    this.writeByte((value >> 8) & 255);
  }

  writeBytes(values: Uint8Array): void {
    this.#ensureCapacity(values.length);
    this.#buffer.set(values, this.#length);
    this.#length += values.length;
  }

  writeText(ascii: string): void {
    for (const letter of ascii) this.writeByte(letter.charCodeAt(0));
  }

  /** Returns all bytes so far as a copy, and empties the buffer. */
  drain(): Uint8Array<ArrayBuffer> {
    const drainedBytes = this.#buffer.slice(0, this.#length);
    this.#length = 0;
    return drainedBytes;
  }

  #ensureCapacity(addedLength: number): void {
    const neededLength = this.#length + addedLength;
    if (neededLength <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.max(neededLength, this.#buffer.length * 2));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
