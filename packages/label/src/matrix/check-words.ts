/**
 * Primitive polynomials by bits per codeword: Aztec (ISO/IEC 24778, 7.2.3, and 7.2.1 for the 4-bit
 * mode message) and MaxiCode, which shares the 6-bit one (ISO/IEC 16023).
 */
const POLYNOMIAL: Readonly<Record<number, number>> = {
  4: 0b1_0011,
  6: 0b100_0011,
  8: 0b1_0010_1101,
  10: 0b100_0000_1001,
  12: 0b1_0000_0110_1001,
};

type Field = { exp: Uint16Array; log: Uint16Array };
const fields = new Map<number, Field>();

function getCachedGaloisField(bits: number): Field {
  const cachedField = fields.get(bits);
  if (cachedField) return cachedField;
  const size = 1 << bits;
  const field = { exp: new Uint16Array(size * 2), log: new Uint16Array(size) };
  for (let i = 0, x = 1; i < size - 1; i += 1) {
    field.exp[i] = x;
    field.exp[i + size - 1] = x;
    field.log[x] = i;
    x <<= 1;
    if (x >= size) x ^= POLYNOMIAL[bits] ?? 0;
  }
  fields.set(bits, field);
  return field;
}

/**
 * Logarithms of the generator's coefficients, highest power first, without the leading 1; no
 * coefficient is 0.
 */
const generators = new Map<number, Uint16Array>();
/** Exceeds the check codewords of any size. */
const MAX_COUNT = 4096;

/** Generator with the roots α to α^count. */
function getGeneratorPolynomial(field: Field, count: number, bits: number): Uint16Array {
  const key = bits * MAX_COUNT + count;
  const cachedGenerator = generators.get(key);
  if (cachedGenerator) return cachedGenerator;
  const { exp, log } = field;
  const factors = new Uint16Array(count);
  factors[count - 1] = 1;
  for (let i = 1; i <= count; i += 1) {
    for (let j = 0; j < count; j += 1) {
      const factor = factors[j] ?? 0;
      const times = factor === 0 ? 0 : (exp[(log[factor] ?? 0) + i] ?? 0);
      factors[j] = times ^ (factors[j + 1] ?? 0);
    }
  }
  const logs = factors.map((factor) => log[factor] ?? 0);
  generators.set(key, logs);
  return logs;
}

/** Computes the `count` check codewords of `data`, with `bits` bits per codeword. */
export function computeReedSolomonCodewords(
  data: readonly number[],
  count: number,
  bits: number,
): number[] {
  const field = getCachedGaloisField(bits);
  const { exp, log } = field;
  const generator = getGeneratorPolynomial(field, count, bits);
  const remainder = new Uint16Array(count + 1);
  for (const word of data) {
    const factor = word ^ (remainder[0] ?? 0);
    if (factor === 0) {
      remainder.copyWithin(0, 1);
      continue;
    }
    const power = log[factor] ?? 0;
    for (let j = 0; j < count; j += 1)
      remainder[j] = (remainder[j + 1] ?? 0) ^ (exp[(generator[j] ?? 0) + power] ?? 0);
  }
  return Array.from(remainder.subarray(0, count));
}
