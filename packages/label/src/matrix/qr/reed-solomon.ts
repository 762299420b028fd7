import { createGaloisField, createGeneratorProductTables } from '../galois.ts';

/**
 * Check codewords over GF(256) with polynomial x⁸+x⁴+x³+x²+1, roots from 1 on (ISO/IEC 18004,
 * 7.5.2).
 */
const getProducts = createGeneratorProductTables(createGaloisField(0x11d), 0);

/** Computes the `degree` check codewords of data[start…end). */
export function computeCheckCodewords(
  data: Uint8Array,
  start: number,
  end: number,
  degree: number,
): Uint8Array {
  const products = getProducts(degree);
  // The extra zero at the end makes a bounds check in the shift unnecessary.
  const remainder = new Uint8Array(degree + 1);
  for (let i = start; i < end; i += 1) {
    const row = ((data[i] ?? 0) ^ (remainder[0] ?? 0)) * degree;
    for (let j = 0; j < degree; j += 1)
      remainder[j] = (remainder[j + 1] ?? 0) ^ (products[row + j] ?? 0);
  }
  return remainder.subarray(0, degree);
}
