import { SET_82 } from './characters.ts';

/**
 * Check digit to append to `digits` (GS1 General Specifications 7.9.1): weights 3, 1, 3 … from the
 * right.
 */
export function computeCheckDigit(digits: string): string {
  let sum = 0;
  for (let place = digits.length - 1, weight = 3; place >= 0; place -= 1, weight = 4 - weight)
    sum += Number(digits[place]) * weight;
  return String((10 - (sum % 10)) % 10);
}

const PRIMES = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83,
];
const PAIR_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Check character pair to append to at most 23 characters of set 82 (7.9.5, for a GMN). */
export function computeGs1CheckCharacters(text: string): string {
  let sum = 0;
  for (const [place, prime] of PRIMES.slice(0, text.length).entries())
    sum += SET_82.indexOf(text.charAt(text.length - 1 - place)) * prime;
  const remainder = sum % 1021;
  return PAIR_CHARACTERS.charAt(remainder >> 5) + PAIR_CHARACTERS.charAt(remainder & 31);
}

/**
 * Verifies the check digits of an IBAN (ISO 13616: mod 97, the first four characters moved to the
 * end).
 */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(text)) return false;
  let remainder = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** Twelve digits with a valid check digit: a UPC-A, or an EAN-13 without its leading zero. */
export const isValidUpcA = (text: string): boolean =>
  /^\d{12}$/.test(text) && String(computeCheckDigit(text.slice(0, 11))) === text.slice(11);
