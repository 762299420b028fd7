/** Bits read from the start, most significant first. */
export class Bits {
  #bits: string;
  constructor(bits: string) {
    this.#bits = bits;
  }
  get left(): number {
    return this.#bits.length;
  }
  /** The number in the next `count` bits; bits past the end are 0. */
  take(count: number): number {
    const taken = this.#bits.slice(0, count).padEnd(count, '0');
    this.#bits = this.#bits.slice(count);
    return count === 0 ? 0 : Number.parseInt(taken, 2);
  }
  /** Consumes these bits when they come next; returns whether they did. */
  takes(bits: string): boolean {
    if (!this.#bits.startsWith(bits)) return false;
    this.#bits = this.#bits.slice(bits.length);
    return true;
  }
}
