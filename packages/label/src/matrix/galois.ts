/** A field of 256 elements, as Reed–Solomon codes of bytes divide in. */
export type ByteField = {
  /** 2 to the power of each index, twice around, so that sums of logarithms need no remainder. */
  exp: Uint8Array;
  multiply: (a: number, b: number) => number;
};

/** The field of a primitive polynomial, given with its highest term: 0x11d is x⁸+x⁴+x³+x²+1. */
export const byteField = (polynomial: number): ByteField => {
  const exp = new Uint8Array(512);
  const log = new Uint8Array(256);
  for (let i = 0, x = 1; i < 255; i += 1) {
    exp[i] = x;
    exp[i + 255] = x;
    log[x] = i;
    x = (x << 1) ^ (x & 0x80 ? polynomial : 0);
  }
  const multiply = (a: number, b: number): number =>
    a === 0 || b === 0 ? 0 : (exp[(log[a] ?? 0) + (log[b] ?? 0)] ?? 0);
  return { exp, multiply };
};

/**
 * For a degree, the generator's coefficients times every possible factor, `degree` bytes a factor, highest power first and
 * without the leading 1: one lookup a product. The generator's roots are 2 to the power of `firstRoot` and those after it.
 */
export const generatorProducts = (
  { exp, multiply }: ByteField,
  firstRoot: number,
): ((degree: number) => Uint8Array) => {
  const tables = new Map<number, Uint8Array>();
  return (degree) => {
    const known = tables.get(degree);
    if (known !== undefined) return known;
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
