/** Codewords are integers modulo this prime; 3 is a primitive root (ISO/IEC 15438, 5.7.3). */
const PRIME = 929;
const ROOT = 3;

/** Generators by number of check codewords, one per level. */
const generators = new Map<number, readonly number[]>();

/** Computes the `count` check codewords of `data`; the generator's roots are 3 to 3^count. */
export function computeCheckCodewords(data: readonly number[], count: number): number[] {
  const generator = generators.get(count) ?? buildGeneratorPolynomial(count);
  generators.set(count, generator);
  return computePolynomialRemainder(data, generator, count);
}

/** Highest power first, without the leading 1. */
function buildGeneratorPolynomial(count: number): number[] {
  const generator = Array.from({ length: count + 1 }, () => 0);
  generator[count - 1] = 1;
  for (let i = 1, root = ROOT; i <= count; i += 1, root = (root * ROOT) % PRIME) {
    for (let j = 0; j < count; j += 1)
      generator[j] = ((generator[j + 1] ?? 0) - (generator[j] ?? 0) * root + PRIME * PRIME) % PRIME;
  }
  return generator;
}

function computePolynomialRemainder(
  data: readonly number[],
  generator: readonly number[],
  count: number,
): number[] {
  const shiftRegister = Array.from({ length: count + 1 }, () => 0);
  for (const word of data) {
    const factor = (word + (shiftRegister[0] ?? 0)) % PRIME;
    for (let j = 0; j < count; j += 1)
      shiftRegister[j] =
        ((shiftRegister[j + 1] ?? 0) + (PRIME - factor) * (generator[j] ?? 0)) % PRIME;
  }
  return shiftRegister.slice(0, count).map((word) => (PRIME - word) % PRIME);
}
