/** Check codewords over GF(256) with polynomial x⁸+x⁵+x³+x²+1 (ISO/IEC 16022, 5.7). */

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i += 1) {
  EXP[i] = x;
  EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 0x80 ? 0x12d : 0);
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
  // The product of x − 2¹ … x − 2^degree, highest power first; the leading 1 falls off the front.
  const generator = new Uint8Array(degree);
  generator[degree - 1] = 1;
  for (let root = 1; root <= degree; root += 1) {
    for (let j = 0; j < degree; j += 1)
      generator[j] = multiply(generator[j] ?? 0, EXP[root] ?? 0) ^ (generator[j + 1] ?? 0);
  }
  const table = new Uint8Array(256 * degree);
  for (let factor = 0; factor < 256; factor += 1) {
    for (let j = 0; j < degree; j += 1)
      table[factor * degree + j] = multiply(generator[j] ?? 0, factor);
  }
  productTables.set(degree, table);
  return table;
}

/** Room for a block and its check codewords: at most 175 + 68, those of 120 × 120 (table 7). */
const division = new Uint8Array(256);

/**
 * Writes the check codewords behind the data. Codeword i belongs to block i mod `blocks`, data and check
 * alike; so the last two blocks of 144 × 144 have one data codeword fewer, as the standard says.
 */
export function writeCheckCodewords(
  codewords: Uint8Array,
  dataLength: number,
  blocks: number,
): void {
  const degree = (codewords.length - dataLength) / blocks;
  const products = productsOf(degree);
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
