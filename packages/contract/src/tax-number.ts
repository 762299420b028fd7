/** Signs of a unified social credit code (GB 32100-2015): no I, O, S, V, Z. */
const SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** The check sign of a unified social credit code: weights 3^i modulo 31 over its first 17 signs. */
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
 * Whether it is written as a taxpayer's number is: 18 signs with their check sign, or one of the older kinds of 15 or 20
 * signs. A person has none: ''.
 */
export const isTaxNumber = (text: string): boolean =>
  text === '' ||
  /^(?:[\dA-Z]{15}|[\dA-Z]{20})$/.test(text) ||
  (text.length === 18 && isCreditCode(text));
