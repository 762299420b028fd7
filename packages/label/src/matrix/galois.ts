/** GF(256), the field of byte-wise Reed–Solomon codes. */
export type ByteField = {
  /** Powers of 2, stored twice, so that sums of logarithms need no modulo. */
  exp: Uint8Array;
  multiply: (a: number, b: number) => number;
};

/**
 * Creates the field of a primitive polynomial, given with its highest term: 0x11d is x⁸+x⁴+x³+x²+1.
 */
export const createGaloisField = (polynomial: number): ByteField => {
  const exp = new Uint8Array(512);
  const log = new Uint8Array(256);
  for (let i = 0, x = 1; i < 255; i += 1) {
    exp[i] = x;
    exp[i + 255] = x;
    log[x] = i;
    x = (x << 1) ^ (x & 0x80 ? polynomial : 0);
  }
  const multiplyElements = (a: number, b: number): number =>
    a === 0 || b === 0 ? 0 : (exp[(log[a] ?? 0) + (log[b] ?? 0)] ?? 0);
  return { exp, multiply: multiplyElements };
};

/**
 * Returns, per degree, the generator's coefficients multiplied by every factor: `degree` bytes per
 * factor, highest power first, without the leading 1. A product is one lookup. The generator's
 * roots are the powers of 2 from `firstRoot` on.
 */
export const createGeneratorProductTables = (
  { exp, multiply }: ByteField,
  firstRoot: number,
): ((degree: number) => Uint8Array) => {
  const tables = new Map<number, Uint8Array>();
  return (degree) => {
    const cachedProducts = tables.get(degree);
    if (cachedProducts !== undefined) return cachedProducts;
    const generator = new Uint8Array(degree);
    generator[degree - 1] = 1;
    for (let root = firstRoot; root < firstRoot + degree; root += 1) {
      for (let j = 0; j < degree; j += 1)
        generator[j] = multiply(generator[j] ?? 0, exp[root] ?? 0) ^ (generator[j + 1] ?? 0);
    }
    const table = new Uint8Array(256 * degree);
    for (let factor = 0; factor < 256; factor += 1) {
      for (let j = 0; j < degree; j += 1)
        table[factor * degree + j] = multiply(generator[j] ?? 0, factor);
    }
    tables.set(degree, table);
    return table;
  };
};
