import { LabelError } from '../errors.ts';
import { computeCheckDigit } from '../gs1/check-digits.ts';
import { requireDigits, withCheckDigit } from './digits.ts';
import type { LinearSymbol, ModuleRange, SymbolText } from './symbol.ts';
import { joinWidths, modulesIn, listWidths } from './widths.ts';
import type { Widths } from './widths.ts';

/** Widths of the seven modules of each digit in set A, the space first (ISO/IEC 15420, table 1). */
const SET_A = '3211 2221 2122 1411 1132 1231 1114 1312 1213 3112'.split(' ').map(listWidths);
/** Set B is A backwards. */
const SET_B = SET_A.map((widths) => widths.toReversed());

/** Sets of the left half of EAN-13: they say its first digit (table 3). */
const LEADING = [
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

/** Sets of UPC-E of number system 0: they say its check digit (table 5). */
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
/** Those of number system 1: A and B exchanged. */
const UPC_E_1 = UPC_E_0.map((sets) => sets.replaceAll(/./g, (set) => (set === 'A' ? 'B' : 'A')));

/** Sets of the two-digit add-on, by its value modulo 4, and of the five-digit one, by its checksum (tables 7, 8). */
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

const GUARD = listWidths('111');
const CENTRE = listWidths('11111');
/** UPC-E ends in its own guard, a space first. */
const UPC_E_END = listWidths('111111');
const ADD_ON_START = listWidths('112');
const ADD_ON_BETWEEN = listWidths('11');
/** Between a symbol and its add-on, in modules: at least 7 beside EAN, 9 beside UPC. */
const ADD_ON_GAP = 9;
const ADD_ON_QUIET = 5;

/** The widths of each digit in its set; A and C have the same ones, where C begins with a bar. */
function digitWidths(digits: string, sets: string): Widths[] {
  const widths: Widths[] = [];
  for (let i = 0; i < digits.length; i += 1)
    widths.push((sets[i] === 'B' ? SET_B : SET_A)[digits.charCodeAt(i) - 48] ?? GUARD);
  return widths;
}

/** The digits before a space or plus are the symbol's, those after it the add-on's. One way to match: linear. */
const PARTS = /^([^ +]*)(?:[ +]+([^ +]*))?$/;

function listParts(title: string, content: string): { main: string; addOn: string } {
  const [, main, addOn = ''] = PARTS.exec(content.trim()) ?? [];
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

/** Each digit in the middle of its seven modules, `pitch` apart. */
function digitsAt(digits: string, from: number, pitch = 7): SymbolText[] {
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

function addOnWidths(digits: string): Widths[] {
  const sets = digits.length === 2 ? ADD_ON_2[Number(digits) % 4] : ADD_ON_5[addOnChecksum(digits)];
  return digitWidths(digits, sets ?? '').flatMap((widths, i) => [
    i === 0 ? ADD_ON_START : ADD_ON_BETWEEN,
    widths,
  ]);
}

/** Weights 3 and 9 from the left. */
function addOnChecksum(digits: string): number {
  return (
    Array.from(digits).reduce((sum, digit, i) => sum + Number(digit) * (i % 2 ? 9 : 3), 0) % 10
  );
}

/** An add-on of two or five digits by itself, beside whatever its symbol is drawn by. */
export function encodeAddOn(digits: string): LinearSymbol {
  requireDigits('附加码', digits);
  const widths = joinWidths(addOnWidths(digits));
  return {
    widths,
    modules: modulesIn(widths),
    quiet: { left: ADD_ON_GAP, right: ADD_ON_QUIET },
    text: addOnText(digits, 0),
  };
}

/** Its digits, where it begins at a module. */
function addOnText(digits: string, from: number): SymbolText[] {
  return digitsAt(digits, from + modulesIn(ADD_ON_START), 7 + modulesIn(ADD_ON_BETWEEN));
}

/** The whole symbol; an add-on stands behind a gap, with its digits above. */
function getSymbol({ widths: pieces, quiet, text, guards }: Main, addOn: string): LinearSymbol {
  const main = joinWidths(pieces);
  const modules = modulesIn(main);
  if (addOn === '') return { widths: main, modules, quiet, text, guards };
  const widths = joinWidths([main, Uint8Array.of(ADD_ON_GAP), ...addOnWidths(addOn)]);
  const addOnAt = modules + ADD_ON_GAP;
  return {
    widths,
    modules: modulesIn(widths),
    quiet: { ...quiet, right: ADD_ON_QUIET },
    text: [...text, ...addOnText(addOn, addOnAt)],
    guards,
    addOnAt,
  };
}

/** Twelve or thirteen digits, and an add-on of two or five behind a space (ISO/IEC 15420). */
export function encodeEan13(content: string): LinearSymbol {
  const { main, addOn } = listParts('EAN-13', content);
  const digits = withCheckDigit('EAN-13', main, 13);
  const sets = LEADING[Number(digits[0])] ?? LEADING[0];
  const widths = [
    GUARD,
    ...digitWidths(digits.slice(1, 7), sets),
    CENTRE,
    ...digitWidths(digits.slice(7), 'CCCCCC'),
    GUARD,
  ];
  const text = [
    { text: digits.slice(0, 1), from: -9, to: -2 },
    ...digitsAt(digits.slice(1, 7), 3),
    ...digitsAt(digits.slice(7), 50),
  ];
  const guards = [
    { from: 0, to: 3 },
    { from: 45, to: 50 },
    { from: 92, to: 95 },
  ];
  return getSymbol({ widths, quiet: { left: 11, right: 7 }, text, guards }, addOn);
}

/** Seven or eight digits, and an add-on. */
export function encodeEan8(content: string): LinearSymbol {
  const { main, addOn } = listParts('EAN-8', content);
  const digits = withCheckDigit('EAN-8', main, 8);
  const widths = [
    GUARD,
    ...digitWidths(digits.slice(0, 4), 'AAAA'),
    CENTRE,
    ...digitWidths(digits.slice(4), 'CCCC'),
    GUARD,
  ];
  const text = [...digitsAt(digits.slice(0, 4), 3), ...digitsAt(digits.slice(4), 36)];
  const guards = [
    { from: 0, to: 3 },
    { from: 31, to: 36 },
    { from: 64, to: 67 },
  ];
  return getSymbol({ widths, quiet: { left: 7, right: 7 }, text, guards }, addOn);
}

/** Eleven or twelve digits, and an add-on: EAN-13 with a leading 0, with the digits where North America has them. */
export function encodeUpcA(content: string): LinearSymbol {
  const { main, addOn } = listParts('UPC-A', content);
  const digits = withCheckDigit('UPC-A', main, 12);
  const widths = [
    GUARD,
    ...digitWidths(digits.slice(0, 6), 'AAAAAA'),
    CENTRE,
    ...digitWidths(digits.slice(6), 'CCCCCC'),
    GUARD,
  ];
  const text = [
    { text: digits.slice(0, 1), from: -9, to: -2 },
    ...digitsAt(digits.slice(1, 6), 10),
    ...digitsAt(digits.slice(6, 11), 50),
    ...digitsAt(digits.slice(11), 97),
  ];
  // The first and the last digit stand beside the bars: theirs reach down, too.
  const guards = [
    { from: 0, to: 10 },
    { from: 45, to: 50 },
    { from: 85, to: 95 },
  ];
  return getSymbol({ widths, quiet: { left: 9, right: 9 }, text, guards }, addOn);
}

/**
 * UPC-E: number system 0 or 1 and six digits, with or without the check digit; a UPC-A that can be shortened is, too.
 * The check digit is that of the long form (ISO/IEC 15420, 4.3.4).
 */
export function encodeUpcE(content: string): LinearSymbol {
  const { main, addOn } = listParts('UPC-E', content);
  const { system, six, check } = shortForm(main);
  const sets = (system === '0' ? UPC_E_0 : UPC_E_1)[Number(check)] ?? UPC_E_0[0];
  const widths = [GUARD, ...digitWidths(six, sets), UPC_E_END];
  const text = [{ text: system, from: -9, to: -2 }, ...digitsAt(six, 3), ...digitsAt(check, 51)];
  const guards = [
    { from: 0, to: 3 },
    { from: 45, to: 51 },
  ];
  return getSymbol({ widths, quiet: { left: 9, right: 7 }, text, guards }, addOn);
}

/** The twelve digits of the UPC-A that a UPC-E of this content stands for, and its add-on. */
export function upcEInFull(content: string): string {
  const { main, addOn } = listParts('UPC-E', content);
  const { system, six, check } = shortForm(main);
  return system + expanded(six) + check + addOn;
}

type ShortForm = { system: string; six: string; check: string };

function shortForm(digits: string): ShortForm {
  if (digits.length >= 11) return shortened(withCheckDigit('UPC-E', digits, 12));
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
  const check = computeCheckDigit(system + expanded(six));
  if (padded.length === 8 && padded[7] !== check)
    throw new LabelError(
      'code-not-encodable',
      `UPC-E 的校验位不对：“${digits}”的最后一位应为 ${check}`,
    );
  return { system, six, check };
}

/** The ten digits after the number system that six stand for. */
function expanded(six: string): string {
  const [a = '', b = '', c = '', d = '', e = '', last = ''] = six;
  if ('012'.includes(last)) return `${a}${b}${last}0000${c}${d}${e}`;
  if (last === '3') return `${a}${b}${c}00000${d}${e}`;
  if (last === '4') return `${a}${b}${c}${d}00000${e}`;
  return `${a}${b}${c}${d}${e}0000${last}`;
}

function shortened(long: string): ShortForm {
  const [system = ''] = long;
  const ten = long.slice(1, 11);
  const sixes = [
    `${ten.slice(0, 2)}${ten.slice(7, 10)}${ten.slice(2, 3)}`,
    `${ten.slice(0, 3)}${ten.slice(8, 10)}3`,
    `${ten.slice(0, 4)}${ten.slice(9, 10)}4`,
    `${ten.slice(0, 5)}${ten.slice(9, 10)}`,
  ];
  const six = sixes.find((one) => expanded(one) === ten);
  if (six === undefined || (system !== '0' && system !== '1'))
    throw new LabelError('code-not-encodable', `“${long}”不能缩短成 UPC-E，请用 UPC-A`);
  return { system, six, check: long.slice(11) };
}
