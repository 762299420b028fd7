import { describe, expect, it } from 'vitest';
import { encodeAztecTextBits } from './text-bits.ts';

/** Counts how often a range of bytes is sliced out of it. */
class Counted extends Uint8Array {
  cuts = 0;

  override subarray(begin?: number, end?: number): Uint8Array<ArrayBuffer> {
    this.cuts += 1;
    return super.subarray(begin, end) as Uint8Array<ArrayBuffer>;
  }
}

describe('the bits of an Aztec symbol', () => {
  it('are found with work in proportion to the text', () => {
    for (const unit of ['7', 'aB1,', '\u0001é']) {
      const bytes = new Counted(new TextEncoder().encode(unit.repeat(1200 / unit.length)));
      encodeAztecTextBits(bytes, true);
      expect(bytes.cuts, unit).toBeLessThan(100 * bytes.length);
    }
  });

  it('begin a long run of bytes where that is shortest', () => {
    const upper = 'A'.repeat(10);
    for (const length of [31, 32, 33, 62, 63, 64, 100]) {
      const bits = encodeAztecTextBits(
        new TextEncoder().encode(upper + '\u0080'.repeat(length / 2)),
        false,
      );
      const bytes = 2 * Math.floor(length / 2);
      // Two short runs, with headers of 10 bits each, are shorter than a long one with 21, up to 62
      // bytes.
      const begin = bytes < 32 ? 10 : bytes <= 62 ? 20 : 21;
      expect(bits.length, String(length)).toBe(10 * 5 + begin + 8 * bytes);
    }
  });
});
