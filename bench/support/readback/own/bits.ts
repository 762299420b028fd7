/** Bits that are taken from their beginning, those of greatest weight first. */
export class Bits {
  #bits: string;
  constructor(bits: string) {
    this.#bits = bits;
  }
  get left(): number {
    return this.#bits.length;
  }
  /** The number that so many bits are; those past the end are 0. */
  take(count: number): number {
    const taken = this.#bits.slice(0, count).padEnd(count, '0');
    this.#bits = this.#bits.slice(count);
    return count === 0 ? 0 : Number.parseInt(taken, 2);
  }
  /** Whether these come next, and then takes them. */
  takes(bits: string): boolean {
    if (!this.#bits.startsWith(bits)) return false;
    this.#bits = this.#bits.slice(bits.length);
    return true;
  }
}
