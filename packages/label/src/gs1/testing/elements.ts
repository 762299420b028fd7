import fc from 'fast-check';
import { CHARACTERS, SET_82 } from '../characters.ts';
import { computeCheckDigit, computeGs1CheckCharacters } from '../check-digits.ts';
import type { RuleName } from '../rules.ts';
import { listAiValueParts } from '../table.ts';
import type { Part } from '../table.ts';

const listNumbers = (length: number): string[] =>
  Array.from({ length: 10 ** length }, (_, number) => String(number).padStart(length, '0'));

/** Every application identifier in the table. */
export const KNOWN = [2, 3, 4].flatMap(listNumbers).filter((ai) => listAiValueParts(ai));

const generateTwoDigits = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'));

const generateString = (unit: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...unit), minLength, maxLength });
const generateNumber = (length: number): fc.Arbitrary<string> =>
  generateString('0123456789', length, length);
const joinArbitraries = (...arbitraries: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...arbitraries).map((texts) => texts.join(''));
const generatePrefixed = (max: number, unit: string): fc.Arbitrary<string> =>
  joinArbitraries(generateNumber(4), generateString(unit, 0, max - 4));

const date = joinArbitraries(
  generateTwoDigits(0, 99),
  generateTwoDigits(1, 12),
  generateTwoDigits(1, 28),
);
const time = joinArbitraries(generateTwoDigits(0, 23), generateTwoDigits(0, 59));

/** A valid value for each rule; a rule without an entry gets any allowed characters. */
const RIGHT: { [Rule in RuleName]?: (part: Part) => fc.Arbitrary<string> } = {
  check: ({ max }) => generateNumber(max - 1).map((text) => text + computeCheckDigit(text)),
  checkPair: () =>
    generatePrefixed(23, SET_82).map((text) => text + computeGs1CheckCharacters(text)),
  prefix: ({ max, characters }) =>
    generatePrefixed(max, [...CHARACTERS[characters].members].join('')),
  date: ({ max }) => (max === 8 ? joinArbitraries(generateTwoDigits(19, 20), date) : date),
  date0: () =>
    joinArbitraries(generateTwoDigits(0, 99), generateTwoDigits(1, 12), generateTwoDigits(0, 28)),
  time: () => time,
  hour: () => generateTwoDigits(0, 23),
  minute: () => generateTwoDigits(0, 59),
  country: () => fc.constantFrom('004', '156', '840', '894'),
  country999: () => fc.constantFrom('156', '999'),
  letters: () => fc.constantFrom('CN', 'AD', 'ZW'),
  currency: () => fc.constantFrom('156', '978', '999'),
  percent: ({ max }) =>
    generateString(SET_82.replace('%', ''), 1, max - 3).map((text) => `${text}%2C`),
  latitude: () => joinArbitraries(fc.constant('0'), generateNumber(9)),
  longitude: () => joinArbitraries(fc.constantFrom('0', '1', '2'), generateNumber(9)),
  yes: () => fc.constantFrom('0', '1'),
  minus: () => fc.constant('-'),
  importer: () => fc.constantFrom('-', '_', 'a', 'Z', '0'),
  medium: () => fc.constantFrom('01', '10', '80', '99'),
  sex: () => fc.constantFrom('0', '1', '2', '9'),
  order: () => fc.constantFrom('1/1', '2/9', '9/9'),
  positive: ({ max }) => generateNumber(max).map((text) => text.replace(/^0/, '1')),
  winding: () => fc.constantFrom('0', '1', '9'),
  zero: () => fc.constant('0'),
  piece: () => fc.constantFrom('0101', '0299', '9999'),
  iban: () => fc.constantFrom('GB82WEST12345698765432', 'DE89370400440532013000'),
  serial: ({ max }) => generateString('123456789', 1, max),
  base64: () =>
    joinArbitraries(generateString('abcXYZ019-_', 1, 80), fc.constantFrom('', '=', '==')),
};

function generatePart(part: Part): fc.Arbitrary<string> {
  const right = part.rule && RIGHT[part.rule];
  return right
    ? right(part)
    : generateString([...CHARACTERS[part.characters].members].join(''), part.min, part.max);
}

/** A valid value, with none or some of its optional parts. */
function generateValue(parts: readonly Part[]): fc.Arbitrary<string> {
  const required = parts.filter(({ optional }) => !optional).length;
  return fc
    .integer({ min: required, max: parts.length })
    .chain((count) => joinArbitraries(...parts.slice(0, count).map(generatePart)));
}

/** An identifier in the table with a valid value. */
export const element = fc
  .constantFrom(...KNOWN)
  .chain((ai) => generateValue(listAiValueParts(ai) ?? []).map((text) => ({ ai, value: text })));

/** As users type it: brackets in a value are escaped. */
export function formatTyped(elements: readonly { ai: string; value: string }[]): string {
  return elements
    .map(({ ai, value: text }) => `(${ai})${text.replaceAll(/[()]/g, '\\$&')}`)
    .join('');
}
