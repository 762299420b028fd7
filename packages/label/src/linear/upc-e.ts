import { LabelError } from '../errors.ts';
import { computeCheckDigit } from '../gs1/check-digits.ts';
import { ensureCheckDigit } from './digits.ts';
import type { LinearSymbol } from './symbol.ts';
import { parseElementWidths } from './widths.ts';
import { GUARD, listDigitWidths, placeDigitTexts } from './ean-digits.ts';
import { joinSymbolAndAddOn, splitMainAndAddOn } from './ean-add-on.ts';

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

/** Special end guard of UPC-E, space first. */
const UPC_E_END = parseElementWidths('111111');
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
  const six = sixes.find((six) => expandUpcEDigits(six) === ten);
  if (six === undefined || (system !== '0' && system !== '1'))
    throw new LabelError('code-not-encodable', `“${long}”不能缩短成 UPC-E，请用 UPC-A`);
  return { system, six, check: long.slice(11) };
}
