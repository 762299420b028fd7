import { computeCheckDigit } from '../../gs1/check-digits.ts';
import { ExpressionError } from '../error.ts';

const DIGITS = '0123456789';
const LETTERS = `${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;
const CODE_39 = `${LETTERS}-. $/+%`;

/**
 * Doubles every second digit from the right and sums the digits of the results (ISO/IEC 7812-1,
 * annex B).
 */
function computeLuhn(values: readonly number[]): number {
  const sum = values
    .toReversed()
    .map((value, place) => (place % 2 === 0 ? 2 * value - (value > 4 ? 9 : 0) : value))
    .reduce((total, value) => total + value, 0);
  return (10 - (sum % 10)) % 10;
}

/** Hybrid system MOD `modulus` + 1, `modulus` (ISO/IEC 7064, 8.2). */
function computeIso7064HybridCheck(values: readonly number[], modulus: number): number {
  let remainder = modulus;
  for (const value of values) {
    const sum = (remainder + value) % modulus || modulus;
    remainder = (2 * sum) % (modulus + 1);
  }
  return (modulus + 1 - remainder) % modulus;
}

type CheckSystem = { characters: string; compute: (values: readonly number[]) => number };

const CHECK_SYSTEMS: Readonly<Record<string, CheckSystem>> = {
  GS1: { characters: DIGITS, compute: (values) => Number(computeCheckDigit(values.join(''))) },
  LUHN: { characters: DIGITS, compute: computeLuhn },
  '43': {
    characters: CODE_39,
    compute: (values) => values.reduce((sum, value) => sum + value, 0) % 43,
  },
  '11-10': { characters: DIGITS, compute: (values) => computeIso7064HybridCheck(values, 10) },
  '37-36': { characters: LETTERS, compute: (values) => computeIso7064HybridCheck(values, 36) },
};

/** Check character to append to a text; '' for a blank. @throws ExpressionError */
export function computeCheckCharacter(text: string, name: string): string {
  const systemName = name.trim().toUpperCase();
  const system = Object.hasOwn(CHECK_SYSTEMS, systemName) ? CHECK_SYSTEMS[systemName] : undefined;
  if (system === undefined)
    throw new ExpressionError(
      `校验位没有“${name}”这个算法，有 ${Object.keys(CHECK_SYSTEMS).join('、')}`,
    );
  if (text === '') return '';
  const values = Array.from(text, (character) => {
    const value = system.characters.indexOf(character);
    if (value < 0) throw new ExpressionError(`校验位（${systemName}）不能有“${character}”`);
    return value;
  });
  return system.characters.charAt(system.compute(values));
}
