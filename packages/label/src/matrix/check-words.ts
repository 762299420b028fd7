/**
 * Primitive polynomials by bits a codeword: of Aztec (ISO/IEC 24778, 7.2.3, and 7.2.1 for the four bits of the mode message),
 * and of MaxiCode, whose codewords of six bits have the same one (ISO/IEC 16023).
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

function getField(bits: number): Field {
  const known = fields.get(bits);
  if (known) return known;
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

/** Logarithms of a generator's factors, highest power first, without its leading 1; none of them is 0. */
const generators = new Map<number, Uint16Array>();
/** More check codewords than any size has. */
const MAX_COUNT = 4096;

/** With the roots α to α^count. */
function getGenerator(field: Field, count: number, bits: number): Uint16Array {
  const key = bits * MAX_COUNT + count;
  const known = generators.get(key);
  if (known) return known;
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

/** The `count` check codewords of `data`, all of `bits` bits. */
export function checkWords(data: readonly number[], count: number, bits: number): number[] {
  const field = getField(bits);
  const { exp, log } = field;
  const generator = getGenerator(field, count, bits);
  const rest = new Uint16Array(count + 1);
  for (const word of data) {
    const factor = word ^ (rest[0] ?? 0);
    if (factor === 0) {
      rest.copyWithin(0, 1);
      continue;
    }
    const power = log[factor] ?? 0;
    for (let j = 0; j < count; j += 1)
      rest[j] = (rest[j + 1] ?? 0) ^ (exp[(generator[j] ?? 0) + power] ?? 0);
  }
  return Array.from(rest.subarray(0, count));
}
