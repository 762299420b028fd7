/**
 * Appends the check digit of a GTIN (GS1 General Specifications, check digit calculations): the
 * last digit has weight three.
 */
export function withCheckDigit(digits: string): string {
  const weighed = [...digits].toReversed().map((digit, i) => Number(digit) * (i % 2 === 0 ? 3 : 1));
  return digits + String((1000 - weighed.reduce((all, item) => all + item, 0)) % 10);
}
