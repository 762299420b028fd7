/** Primitive polynomials by bits a codeword (ISO/IEC 24778, 7.2.3, and 7.2.1 for the four bits of the mode message). */
const POLYNOMIAL: Readonly<Record<number, number>> = {
  4: 0b1_0011,
  6: 0b100_0011,
  8: 0b1_0010_1101,
  10: 0b100_0000_1001,
  12: 0b1_0000_0110_1001,
};

type Field = { exp: Uint16Array; log: Uint16Array };
const fields = new Map<number, Field>();

function fieldOf(bits: number): Field {
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

/** The `count` check codewords of `data`, all of `bits` bits; the generator's roots are α to α^count. */
export function checkWords(data: readonly number[], count: number, bits: number): number[] {
  const { exp, log } = fieldOf(bits);
  const times = (a: number, b: number): number =>
    a === 0 || b === 0 ? 0 : (exp[(log[a] ?? 0) + (log[b] ?? 0)] ?? 0);
  // Highest power first, without its leading 1.
  const generator = new Uint16Array(count);
  generator[count - 1] = 1;
  for (let i = 1; i <= count; i += 1) {
    const root = exp[i] ?? 0;
    for (let j = 0; j < count; j += 1)
      generator[j] = times(generator[j] ?? 0, root) ^ (generator[j + 1] ?? 0);
  }
  const rest = Array.from({ length: count + 1 }, () => 0);
  for (const word of data) {
    const factor = word ^ (rest[0] ?? 0);
    for (let j = 0; j < count; j += 1)
      rest[j] = (rest[j + 1] ?? 0) ^ times(generator[j] ?? 0, factor);
  }
  return rest.slice(0, count);
}
