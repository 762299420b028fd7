/** The field of QR: 256 elements, x⁸ + x⁴ + x³ + x² + 1, whose root is 2. */
const POLYNOMIAL = 0x11d;
const POWERS: number[] = [];
for (let i = 0, power = 1; i < 255; i += 1) {
  POWERS.push(power);
  power = power < 128 ? power << 1 : (power << 1) ^ POLYNOMIAL;
}
const computePower = (exponent: number): number => POWERS[((exponent % 255) + 255) % 255] ?? 0;
const computeLogarithm = (element: number): number => POWERS.indexOf(element);
const multiply = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : computePower(computeLogarithm(a) + computeLogarithm(b));
const divide = (a: number, b: number): number =>
  a === 0 ? 0 : computePower(computeLogarithm(a) - computeLogarithm(b));

/** Evaluates a polynomial, highest power first. */
const valueAt = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((value, coefficient) => multiply(value, x) ^ coefficient, 0);

/** The syndromes of a word with `checks` check codewords: all 0 when it has no errors. */
const listSyndromes = (word: readonly number[], checks: number): number[] =>
  Array.from({ length: checks }, (_, i) => valueAt(word, computePower(i)));

/**
 * Solves linear equations by elimination; each row is coefficients and result. Undefined without a
 * unique solution.
 */
function solveEquations(rows: number[][]): number[] | undefined {
  const left = rows.map((row) => [...row]);
  for (let column = 0; column < left.length; column += 1) {
    const at = left.findIndex((row, i) => i >= column && row[column] !== 0);
    const pivot = left[at];
    if (pivot === undefined) return undefined;
    left.splice(at, 1);
    const lead = pivot[column] ?? 0;
    const scaled = pivot.map((entry) => divide(entry, lead));
    for (const [i, row] of left.entries()) {
      const factor = row[column] ?? 0;
      left[i] = row.map((entry, j) => entry ^ multiply(factor, scaled[j] ?? 0));
    }
    left.splice(column, 0, scaled);
  }
  return left.map((row) => row.at(-1) ?? 0);
}

/**
 * Corrects up to `max` errors (Peterson, Gorenstein, Zierler: slow but short); undefined when
 * there are more. The last `checks` codewords are the check codewords.
 */
export function correctErrors(
  word: readonly number[],
  checks: number,
  max: number,
): number[] | undefined {
  const syndromes = listSyndromes(word, checks);
  if (syndromes.every((syndrome) => syndrome === 0)) return [...word];
  for (let errors = max; errors > 0; errors -= 1) {
    const range = Array.from({ length: errors }, (_, i) => i);
    // Its roots are the inverse error positions.
    const locator = solveEquations(
      range.map((i) => [...range, errors].map((j) => syndromes[i + j] ?? 0)),
    );
    if (locator === undefined) continue;
    const places = word
      .map((_, i) => word.length - 1 - i)
      .filter((place) => valueAt([1, ...locator.toReversed()], computePower(place)) === 0);
    if (places.length !== errors) continue;
    const amounts = solveEquations(
      range.map((i) => [...places.map((place) => computePower(place * i)), syndromes[i] ?? 0]),
    );
    if (amounts === undefined) continue;
    const mended = word.map((codeword, i) => {
      const error = places.indexOf(word.length - 1 - i);
      return codeword ^ (amounts[error] ?? 0);
    });
    if (listSyndromes(mended, checks).every((syndrome) => syndrome === 0)) return mended;
  }
  return undefined;
}
