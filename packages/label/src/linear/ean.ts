import { LabelError } from '../errors.ts';
import { computeCheckDigit } from '../gs1/check-digits.ts';
import { requireDigits, ensureCheckDigit } from './digits.ts';
import type { LinearSymbol, ModuleRange, SymbolText } from './symbol.ts';
import { joinWidths, countModules, parseElementWidths } from './widths.ts';
import type { Widths } from './widths.ts';

/**
 * Element widths of each digit in set A, seven modules each, space first (ISO/IEC 15420, table 1).
 */
const SET_A = '3211 2221 2122 1411 1132 1231 1114 1312 1213 3112'
  .split(' ')
  .map(parseElementWidths);
/** Set B is set A reversed. */
const SET_B = SET_A.map((widths) => widths.toReversed());

/** Sets of the left half of EAN-13; they encode the first digit (table 3). */
const LEADING_DIGIT_SETS = [
  'AAAAAA',
  'AABABB',
  'AABBAB',
  'AABBBA',
  'ABAABB',
  'ABBAAB',
  'ABBBAA',
  'ABABAB',
  'ABABBA',
  'ABBABA',
] as const;

/** Sets of UPC-E with number system 0; they encode the check digit (table 5). */
const UPC_E_0 = [
  'BBBAAA',
  'BBABAA',
  'BBAABA',
  'BBAAAB',
  'BABBAA',
  'BAABBA',
  'BAAABB',
  'BABABA',
  'BABAAB',
  'BAABAB',
] as const;
/** Sets for number system 1: A and B swapped. */
const UPC_E_1 = UPC_E_0.map((sets) => sets.replaceAll(/./g, (set) => (set === 'A' ? 'B' : 'A')));

/**
 * Sets of the two-digit add-on by value modulo 4, and of the five-digit add-on by checksum (tables
 * 7, 8).
 */
const ADD_ON_2 = ['AA', 'AB', 'BA', 'BB'] as const;
const ADD_ON_5 = [
  'BBAAA',
  'BABAA',
  'BAABA',
  'BAAAB',
  'ABBAA',
  'AABBA',
  'AAABB',
  'ABABA',
  'ABAAB',
  'AABAB',
] as const;

const GUARD = parseElementWidths('111');
const CENTRE = parseElementWidths('11111');
/** Special end guard of UPC-E, space first. */
const UPC_E_END = parseElementWidths('111111');
const ADD_ON_START = parseElementWidths('112');
const ADD_ON_BETWEEN = parseElementWidths('11');
/** Gap between a symbol and its add-on, in modules: at least 7 for EAN, 9 for UPC. */
const ADD_ON_GAP = 9;
const ADD_ON_QUIET = 5;

/**
 * Element widths of digits in the given sets. A and C have the same widths; C starts with a bar.
 */
function listDigitWidths(digits: string, sets: string): Widths[] {
  const widths: Widths[] = [];
  for (let i = 0; i < digits.length; i += 1)
    widths.push((sets[i] === 'B' ? SET_B : SET_A)[digits.charCodeAt(i) - 48] ?? GUARD);
  return widths;
}

/**
 * Main digits, then the add-on after a space or plus. The match is unambiguous, so it is linear.
 */
const MAIN_AND_ADD_ON = /^([^ +]*)(?:[ +]+([^ +]*))?$/;

function splitMainAndAddOn(title: string, content: string): { main: string; addOn: string } {
  const [, main, addOn = ''] = MAIN_AND_ADD_ON.exec(content.trim()) ?? [];
  if (main === undefined)
    throw new LabelError('code-not-encodable', `${title} 最多带一个附加码，用空格隔开`);
  requireDigits(title, main);
  requireDigits(title, addOn);
  if (![0, 2, 5].includes(addOn.length))
    throw new LabelError(
      'code-not-encodable',
      `${title} 的附加码是 2 位或 5 位数字，现在是 ${addOn.length} 位`,
    );
  return { main, addOn };
}

/** Centres each digit over its seven modules, `pitch` apart. */
function placeDigitTexts(digits: string, from: number, pitch = 7): SymbolText[] {
  const places: SymbolText[] = [];
  for (let i = 0; i < digits.length; i += 1) {
    const at = from + i * pitch;
    places.push({ text: digits.charAt(i), from: at, to: at + 7 });
  }
  return places;
}

type Main = {
  widths: Widths[];
  quiet: LinearSymbol['quiet'];
  text: SymbolText[];
  guards: ModuleRange[];
};

function listAddOnWidths(digits: string): Widths[] {
  const sets =
    digits.length === 2 ? ADD_ON_2[Number(digits) % 4] : ADD_ON_5[computeAddOnChecksum(digits)];
  return listDigitWidths(digits, sets ?? '').flatMap((widths, i) => [
    i === 0 ? ADD_ON_START : ADD_ON_BETWEEN,
    widths,
  ]);
}

/** Checksum of a five-digit add-on: weights 3 and 9 alternate from the left; modulo 10. */
function computeAddOnChecksum(digits: string): number {
  return (
    Array.from(digits).reduce((sum, digit, i) => sum + Number(digit) * (i % 2 ? 9 : 3), 0) % 10
  );
}

/**
 * An add-on of two or five digits without a main symbol; the caller draws the main symbol
 * separately.
 */
export function encodeEanAddOn(digits: string): LinearSymbol {
  requireDigits('附加码', digits);
  const widths = joinWidths(listAddOnWidths(digits));
  return {
    widths,
    modules: countModules(widths),
    quiet: { left: ADD_ON_GAP, right: ADD_ON_QUIET },
    text: placeAddOnText(digits, 0),
  };
}

/** Positions of the add-on's digits, for an add-on that starts at module `from`. */
function placeAddOnText(digits: string, from: number): SymbolText[] {
  return placeDigitTexts(
    digits,
    from + countModules(ADD_ON_START),
    7 + countModules(ADD_ON_BETWEEN),
  );
}

/** Joins the main symbol and the add-on after a gap; the add-on's digits are above its bars. */
function joinSymbolAndAddOn(
  { widths: pieces, quiet, text, guards }: Main,
  addOn: string,
): LinearSymbol {
  const main = joinWidths(pieces);
  const modules = countModules(main);
  if (addOn === '') return { widths: main, modules, quiet, text, guards };
  const widths = joinWidths([main, Uint8Array.of(ADD_ON_GAP), ...listAddOnWidths(addOn)]);
  const addOnAt = modules + ADD_ON_GAP;
  return {
    widths,
    modules: countModules(widths),
    quiet: { ...quiet, right: ADD_ON_QUIET },
    text: [...text, ...placeAddOnText(addOn, addOnAt)],
    guards,
    addOnAt,
  };
}

/** Twelve or thirteen digits, and an add-on of two or five digits after a space (ISO/IEC 15420). */
export function encodeEan13(content: string): LinearSymbol {
  const { main, addOn } = splitMainAndAddOn('EAN-13', content);
  const digits = ensureCheckDigit('EAN-13', main, 13);
  const sets = LEADING_DIGIT_SETS[Number(digits[0])] ?? LEADING_DIGIT_SETS[0];
  const widths = [
    GUARD,
    ...listDigitWidths(digits.slice(1, 7), sets),
    CENTRE,
    ...listDigitWidths(digits.slice(7), 'CCCCCC'),
    GUARD,
  ];
  const text = [
    { text: digits.slice(0, 1), from: -9, to: -2 },
    ...placeDigitTexts(digits.slice(1, 7), 3),
    ...placeDigitTexts(digits.slice(7), 50),
  ];
  const guards = [
    { from: 0, to: 3 },
    { from: 45, to: 50 },
    { from: 92, to: 95 },
  ];
  return joinSymbolAndAddOn({ widths, quiet: { left: 11, right: 7 }, text, guards }, addOn);
}

/** Seven or eight digits, with an optional add-on. */
export function encodeEan8(content: string): LinearSymbol {
  const { main, addOn } = splitMainAndAddOn('EAN-8', content);
  const digits = ensureCheckDigit('EAN-8', main, 8);
  const widths = [
    GUARD,
    ...listDigitWidths(digits.slice(0, 4), 'AAAA'),
    CENTRE,
    ...listDigitWidths(digits.slice(4), 'CCCC'),
    GUARD,
  ];
  const text = [...placeDigitTexts(digits.slice(0, 4), 3), ...placeDigitTexts(digits.slice(4), 36)];
  const guards = [
    { from: 0, to: 3 },
    { from: 31, to: 36 },
    { from: 64, to: 67 },
  ];
  return joinSymbolAndAddOn({ widths, quiet: { left: 7, right: 7 }, text, guards }, addOn);
}

/**
 * Eleven or twelve digits, with an optional add-on: an EAN-13 with a leading 0, with the digits
 * placed as in North America.
 */
export function encodeUpcA(content: string): LinearSymbol {
  const { main, addOn } = splitMainAndAddOn('UPC-A', content);
  const digits = ensureCheckDigit('UPC-A', main, 12);
  const widths = [
    GUARD,
    ...listDigitWidths(digits.slice(0, 6), 'AAAAAA'),
    CENTRE,
    ...listDigitWidths(digits.slice(6), 'CCCCCC'),
    GUARD,
  ];
  const text = [
    { text: digits.slice(0, 1), from: -9, to: -2 },
    ...placeDigitTexts(digits.slice(1, 6), 10),
    ...placeDigitTexts(digits.slice(6, 11), 50),
    ...placeDigitTexts(digits.slice(11), 97),
  ];
  // The first and last digits are outside the bars, so their bars extend down as well.
  const guards = [
    { from: 0, to: 10 },
    { from: 45, to: 50 },
    { from: 85, to: 95 },
  ];
  return joinSymbolAndAddOn({ widths, quiet: { left: 9, right: 9 }, text, guards }, addOn);
}

/**
 * UPC-E: number system 0 or 1 and six digits, with or without check digit, or a UPC-A that can be
 * shortened. The check digit is that of the long form (ISO/IEC 15420, 4.3.4).
 */
export function encodeUpcE(content: string): LinearSymbol {
  const { main, addOn } = splitMainAndAddOn('UPC-E', content);
  const { system, six, check } = toUpcEShortForm(main);
  const sets = (system === '0' ? UPC_E_0 : UPC_E_1)[Number(check)] ?? UPC_E_0[0];
  const widths = [GUARD, ...listDigitWidths(six, sets), UPC_E_END];
  const text = [
    { text: system, from: -9, to: -2 },
    ...placeDigitTexts(six, 3),
    ...placeDigitTexts(check, 51),
  ];
  const guards = [
    { from: 0, to: 3 },
    { from: 45, to: 51 },
  ];
  return joinSymbolAndAddOn({ widths, quiet: { left: 9, right: 7 }, text, guards }, addOn);
}

/** The twelve digits of the UPC-A that a UPC-E content represents, followed by its add-on. */
export function expandUpcE(content: string): string {
  const { main, addOn } = splitMainAndAddOn('UPC-E', content);
  const { system, six, check } = toUpcEShortForm(main);
  return system + expandUpcEDigits(six) + check + addOn;
}

type ShortForm = { system: string; six: string; check: string };

function toUpcEShortForm(digits: string): ShortForm {
  if (digits.length >= 11) return shortenUpcA(ensureCheckDigit('UPC-E', digits, 12));
  const padded = digits.length === 6 ? `0${digits}` : digits;
  const [system = ''] = padded;
  if (padded.length !== 7 && padded.length !== 8)
    throw new LabelError(
      'code-not-encodable',
      `UPC-E 要 6 到 8 位数字，或能缩短的 UPC-A，现在是 ${digits.length} 位`,
    );
  if (system !== '0' && system !== '1')
    throw new LabelError('code-not-encodable', 'UPC-E 的第一位须为 0 或 1');
  const six = padded.slice(1, 7);
  const check = computeCheckDigit(system + expandUpcEDigits(six));
  if (padded.length === 8 && padded[7] !== check)
    throw new LabelError(
      'code-not-encodable',
      `UPC-E 的校验位不对：“${digits}”的最后一位应为 ${check}`,
    );
  return { system, six, check };
}

/** Expands six digits to the ten digits after the number system. */
function expandUpcEDigits(six: string): string {
  const [a = '', b = '', c = '', d = '', e = '', last = ''] = six;
  if ('012'.includes(last)) return `${a}${b}${last}0000${c}${d}${e}`;
  if (last === '3') return `${a}${b}${c}00000${d}${e}`;
  if (last === '4') return `${a}${b}${c}${d}00000${e}`;
  return `${a}${b}${c}${d}${e}0000${last}`;
}

function shortenUpcA(long: string): ShortForm {
  const [system = ''] = long;
  const ten = long.slice(1, 11);
  const sixes = [
    `${ten.slice(0, 2)}${ten.slice(7, 10)}${ten.slice(2, 3)}`,
    `${ten.slice(0, 3)}${ten.slice(8, 10)}3`,
    `${ten.slice(0, 4)}${ten.slice(9, 10)}4`,
    `${ten.slice(0, 5)}${ten.slice(9, 10)}`,
  ];
  const six = sixes.find((one) => expandUpcEDigits(one) === ten);
  if (six === undefined || (system !== '0' && system !== '1'))
    throw new LabelError('code-not-encodable', `“${long}”不能缩短成 UPC-E，请用 UPC-A`);
  return { system, six, check: long.slice(11) };
}
