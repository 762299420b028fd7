/** Characters of a unified social credit code (GB 32100-2015): no I, O, S, V, Z. */
const SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** Verifies the check character: weights 3^i modulo 31 over the first 17 characters. */
const isCreditCode = (code: string): boolean => {
  let [sum, weight] = [0, 1];
  for (const sign of code.slice(0, 17)) {
    const value = SIGNS.indexOf(sign);
    if (value < 0) return false;
    sum += value * weight;
    weight = (weight * 3) % 31;
  }
  return SIGNS[(31 - (sum % 31)) % 31] === code[17];
};

/**
 * Whether a text has the form of a taxpayer number: 18 characters with check character, or an older
 * one of 15 or 20 characters. '' is valid for persons.
 */
export const isTaxNumber = (text: string): boolean =>
  text === '' ||
  /^(?:[\dA-Z]{15}|[\dA-Z]{20})$/.test(text) ||
  (text.length === 18 && isCreditCode(text));
