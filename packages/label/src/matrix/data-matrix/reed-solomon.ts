import { createGaloisField, createGeneratorProductTables } from '../galois.ts';

/**
 * Check codewords over GF(256) with polynomial x⁸+x⁵+x³+x²+1, roots from 2 on (ISO/IEC 16022, 5.7).
 */
const getProducts = createGeneratorProductTables(createGaloisField(0x12d), 1);

/** Buffer for a block with its check codewords: at most 175 + 68, in 120 × 120 (table 7). */
const division = new Uint8Array(256);

/**
 * Writes the check codewords after the data. Data and check codeword i belong to block i mod
 * `blocks`, so the last two blocks of 144 × 144 have one data codeword fewer, as the standard
 * requires.
 */
export function writeCheckCodewords(
  codewords: Uint8Array,
  dataLength: number,
  blocks: number,
): void {
  const degree = (codewords.length - dataLength) / blocks;
  const products = getProducts(degree);
  for (let block = 0; block < blocks; block += 1) {
    let length = 0;
    let at = block;
    for (; at < dataLength; at += blocks, length += 1) division[length] = codewords[at] ?? 0;
    division.fill(0, length, length + degree);
    for (let i = 0; i < length; i += 1) {
      const row = (division[i] ?? 0) * degree;
      for (let j = 0; j < degree; j += 1)
        division[i + 1 + j] = (division[i + 1 + j] ?? 0) ^ (products[row + j] ?? 0);
    }
    for (let j = 0; j < degree; j += 1, at += blocks) codewords[at] = division[length + j] ?? 0;
  }
}
