import fc from 'fast-check';
import { CHARACTERS, SET_82 } from '../characters.ts';
import { computeCheckDigit, computeGs1CheckCharacters } from '../check-digits.ts';
import type { RuleName } from '../rules.ts';
import { listAiValueParts } from '../table.ts';
import type { Part } from '../table.ts';

const digits = (length: number): string[] =>
  Array.from({ length: 10 ** length }, (_, number) => String(number).padStart(length, '0'));

/** Every application identifier in the table. */
export const KNOWN = [2, 3, 4].flatMap(digits).filter((ai) => listAiValueParts(ai));

const two = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'));

const string = (unit: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...unit), minLength, maxLength });
const number = (length: number): fc.Arbitrary<string> => string('0123456789', length, length);
const joined = (...arbitraries: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...arbitraries).map((texts) => texts.join(''));
const prefixed = (max: number, unit: string): fc.Arbitrary<string> =>
  joined(number(4), string(unit, 0, max - 4));

const date = joined(two(0, 99), two(1, 12), two(1, 28));
const time = joined(two(0, 23), two(0, 59));

/** A valid value for each rule; a rule without an entry gets any allowed characters. */
const RIGHT: { [Rule in RuleName]?: (part: Part) => fc.Arbitrary<string> } = {
  check: ({ max }) => number(max - 1).map((text) => text + computeCheckDigit(text)),
  checkPair: () => prefixed(23, SET_82).map((text) => text + computeGs1CheckCharacters(text)),
  prefix: ({ max, characters }) => prefixed(max, [...CHARACTERS[characters].members].join('')),
  date: ({ max }) => (max === 8 ? joined(two(19, 20), date) : date),
  date0: () => joined(two(0, 99), two(1, 12), two(0, 28)),
  time: () => time,
  hour: () => two(0, 23),
  minute: () => two(0, 59),
  country: () => fc.constantFrom('004', '156', '840', '894'),
  country999: () => fc.constantFrom('156', '999'),
  letters: () => fc.constantFrom('CN', 'AD', 'ZW'),
  currency: () => fc.constantFrom('156', '978', '999'),
  percent: ({ max }) => string(SET_82.replace('%', ''), 1, max - 3).map((text) => `${text}%2C`),
  latitude: () => joined(fc.constant('0'), number(9)),
  longitude: () => joined(fc.constantFrom('0', '1', '2'), number(9)),
  yes: () => fc.constantFrom('0', '1'),
  minus: () => fc.constant('-'),
  importer: () => fc.constantFrom('-', '_', 'a', 'Z', '0'),
  medium: () => fc.constantFrom('01', '10', '80', '99'),
  sex: () => fc.constantFrom('0', '1', '2', '9'),
  order: () => fc.constantFrom('1/1', '2/9', '9/9'),
  positive: ({ max }) => number(max).map((text) => text.replace(/^0/, '1')),
  winding: () => fc.constantFrom('0', '1', '9'),
  zero: () => fc.constant('0'),
  piece: () => fc.constantFrom('0101', '0299', '9999'),
  iban: () => fc.constantFrom('GB82WEST12345698765432', 'DE89370400440532013000'),
  serial: ({ max }) => string('123456789', 1, max),
  base64: () => joined(string('abcXYZ019-_', 1, 80), fc.constantFrom('', '=', '==')),
};

function piece(part: Part): fc.Arbitrary<string> {
  const right = part.rule && RIGHT[part.rule];
  return right
    ? right(part)
    : string([...CHARACTERS[part.characters].members].join(''), part.min, part.max);
}

/** A valid value, with none or some of its optional parts. */
function value(parts: readonly Part[]): fc.Arbitrary<string> {
  const required = parts.filter(({ optional }) => !optional).length;
  return fc
    .integer({ min: required, max: parts.length })
    .chain((count) => joined(...parts.slice(0, count).map(piece)));
}

/** An identifier in the table with a valid value. */
export const element = fc
  .constantFrom(...KNOWN)
  .chain((ai) => value(listAiValueParts(ai) ?? []).map((text) => ({ ai, value: text })));

/** As users type it: brackets in a value are escaped. */
export function typed(elements: readonly { ai: string; value: string }[]): string {
  return elements
    .map(({ ai, value: text }) => `(${ai})${text.replaceAll(/[()]/g, '\\$&')}`)
    .join('');
}
