import { computeCheckDigit } from '../../gs1/check-digits.ts';
import { ExpressionError } from '../error.ts';

const DIGITS = '0123456789';
const LETTERS = `${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;
const CODE_39 = `${LETTERS}-. $/+%`;

/** Doubles every second digit from the right and adds the digits of what that makes (ISO/IEC 7812-1, annex B). */
function luhn(values: readonly number[]): number {
  const sum = values
    .toReversed()
    .map((value, place) => (place % 2 === 0 ? 2 * value - (value > 4 ? 9 : 0) : value))
    .reduce((total, value) => total + value, 0);
  return (10 - (sum % 10)) % 10;
}

/** A hybrid system, MOD `modulus` + 1, `modulus` (ISO/IEC 7064, 8.2). */
function hybrid(values: readonly number[], modulus: number): number {
  let rest = modulus;
  for (const value of values) {
    const sum = (rest + value) % modulus || modulus;
    rest = (2 * sum) % (modulus + 1);
  }
  return (modulus + 1 - rest) % modulus;
}

type System = { characters: string; work: (values: readonly number[]) => number };

const SYSTEMS: Readonly<Record<string, System>> = {
  GS1: { characters: DIGITS, work: (values) => Number(computeCheckDigit(values.join(''))) },
  LUHN: { characters: DIGITS, work: luhn },
  '43': {
    characters: CODE_39,
    work: (values) => values.reduce((sum, value) => sum + value, 0) % 43,
  },
  '11-10': { characters: DIGITS, work: (values) => hybrid(values, 10) },
  '37-36': { characters: LETTERS, work: (values) => hybrid(values, 36) },
};

/** The character that belongs behind a text; a blank has none. @throws ExpressionError */
export function checkCharacter(text: string, name: string): string {
  const wanted = name.trim().toUpperCase();
  const system = Object.hasOwn(SYSTEMS, wanted) ? SYSTEMS[wanted] : undefined;
  if (system === undefined)
    throw new ExpressionError(`校验位没有“${name}”这个算法，有 ${Object.keys(SYSTEMS).join('、')}`);
  if (text === '') return '';
  const values = Array.from(text, (character) => {
    const value = system.characters.indexOf(character);
    if (value < 0) throw new ExpressionError(`校验位（${wanted}）不能有“${character}”`);
    return value;
  });
  return system.characters.charAt(system.work(values));
}
