/** Codewords are numbers modulo this prime, and 3 a primitive root of it (ISO/IEC 15438, 5.7.3). */
const PRIME = 929;
const ROOT = 3;

/** By how many check codewords it makes: one a level. */
const generators = new Map<number, readonly number[]>();

/** The `count` check codewords behind `data`; the generator's roots are 3 to 3^count. */
export function checkCodewords(data: readonly number[], count: number): number[] {
  const generator = generators.get(count) ?? getGenerator(count);
  generators.set(count, generator);
  return remainder(data, generator, count);
}

/** Highest power first, without its leading 1. */
function getGenerator(count: number): number[] {
  const generator = Array.from({ length: count + 1 }, () => 0);
  generator[count - 1] = 1;
  for (let i = 1, root = ROOT; i <= count; i += 1, root = (root * ROOT) % PRIME) {
    for (let j = 0; j < count; j += 1)
      generator[j] = ((generator[j + 1] ?? 0) - (generator[j] ?? 0) * root + PRIME * PRIME) % PRIME;
  }
  return generator;
}

function remainder(data: readonly number[], generator: readonly number[], count: number): number[] {
  const rest = Array.from({ length: count + 1 }, () => 0);
  for (const word of data) {
    const factor = (word + (rest[0] ?? 0)) % PRIME;
    for (let j = 0; j < count; j += 1)
      rest[j] = ((rest[j + 1] ?? 0) + (PRIME - factor) * (generator[j] ?? 0)) % PRIME;
  }
  return rest.slice(0, count).map((word) => (PRIME - word) % PRIME);
}
