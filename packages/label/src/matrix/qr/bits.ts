/** Appends bits, most significant first. */
export class BitWriter {
  readonly bytes: Uint8Array;
  length = 0;

  constructor(capacityBytes: number) {
    this.bytes = new Uint8Array(capacityBytes);
  }

  /** Writes the low `count` bits of `value` (count ≤ 24). */
  write(value: number, count: number): void {
    let remainingBits = count;
    while (remainingBits > 0) {
      const at = this.length >> 3;
      const room = 8 - (this.length & 7);
      const take = Math.min(room, remainingBits);
      const part = (value >>> (remainingBits - take)) & ((1 << take) - 1);
      this.bytes[at] = (this.bytes[at] ?? 0) | (part << (room - take));
      this.length += take;
      remainingBits -= take;
    }
  }
}
