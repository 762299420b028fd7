/** Check codewords over GF(256) with polynomial x⁸+x⁴+x³+x²+1 (ISO/IEC 18004, 7.5.2). */

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i += 1) {
  EXP[i] = x;
  EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}

function multiply(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  return EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0;
}

/** For a degree, the generator's coefficients times every possible factor: one lookup a product. */
const productTables = new Map<number, Uint8Array>();

function productsOf(degree: number): Uint8Array {
  const known = productTables.get(degree);
  if (known !== undefined) return known;
  const generator = new Uint8Array(degree);
  generator[degree - 1] = 1;
  for (let i = 0; i < degree; i += 1) {
    for (let j = 0; j < degree; j += 1) {
      generator[j] =
        multiply(generator[j] ?? 0, EXP[i] ?? 0) ^ (j + 1 < degree ? (generator[j + 1] ?? 0) : 0);
    }
  }
  const table = new Uint8Array(256 * degree);
  for (let factor = 0; factor < 256; factor += 1) {
    for (let j = 0; j < degree; j += 1)
      table[factor * degree + j] = multiply(generator[j] ?? 0, factor);
  }
  productTables.set(degree, table);
  return table;
}

/** The `degree` check codewords of data[start…end). */
export function checkCodewords(
  data: Uint8Array,
  start: number,
  end: number,
  degree: number,
): Uint8Array {
  const products = productsOf(degree);
  // One spare zero at the end, so that the shift needs no bounds case.
  const remainder = new Uint8Array(degree + 1);
  for (let i = start; i < end; i += 1) {
    const row = ((data[i] ?? 0) ^ (remainder[0] ?? 0)) * degree;
    for (let j = 0; j < degree; j += 1)
      remainder[j] = (remainder[j + 1] ?? 0) ^ (products[row + j] ?? 0);
  }
  return remainder.subarray(0, degree);
}
