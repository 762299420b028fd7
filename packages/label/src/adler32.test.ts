import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeAdler32 } from './adler32.ts';

/** The checksum that zlib appends to its stream. */
const computeZlibAdler32 = (bytes: Uint8Array): number =>
  deflateSync(bytes).readUInt32BE(deflateSync(bytes).length - 4);

it('is the checksum zlib writes, of any bytes and of the largest', () => {
  for (const length of [0, 1, 7, 8, 9, 2047, 2048, 2056, 100_003])
    for (const byte of [0, 1, 255]) {
      const bytes = new Uint8Array(length).fill(byte);
      expect(computeAdler32(bytes)).toBe(computeZlibAdler32(bytes));
    }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(computeAdler32(bytes)).toBe(computeZlibAdler32(bytes));
    }),
  );
});
