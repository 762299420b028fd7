import type { Gs1Message } from '../../gs1/parse.ts';
import { listBits } from './compaction.ts';

/** How a symbol begins: the bits before its general field, and the text of that. */
export type Fields = {
  /** Two of them are left for what tells the symbol's length, at `lengthAt`, when that varies. */
  bits: number[];
  lengthAt?: number;
  text: string;
};

/** Twelve digits of a GTIN in groups of three: without its first and its check digit. */
function twelveDigits(gtin: string): number[] {
  return [1, 4, 7, 10].flatMap((at) => listBits(Number(gtin.slice(at, at + 3)), 10));
}

/** Dates of the compressed methods by the ending of their identifier (ISO/IEC 24724, table 13). */
const DATES = ['11', '13', '15', '17'];
const NO_DATE = 38_400;

function dateValue(date: string | undefined): number {
  if (date === undefined) return NO_DATE;
  const [year, month, day] = [0, 2, 4].map((at) => Number(date.slice(at, at + 2)));
  return ((year ?? 0) * 12 + (month ?? 1) - 1) * 32 + (day ?? 0);
}

/** The shortest encodation method for these elements (7.2.5.4). */
export function listFields({ elements, message }: Gs1Message): Fields {
  const [gtin, second, third] = elements;
  if (gtin?.ai !== '01') return { bits: [0, 0, 0, 0, 0], lengthAt: 3, text: message };
  const rest = message.slice(16);
  if (gtin.value.startsWith('9') && second !== undefined) {
    const fields =
      weightFields(gtin.value, second, third, elements.length) ??
      priceFields(gtin.value, second, rest);
    if (fields) return fields;
  }
  const [first = '0'] = gtin.value;
  const bits = [0, 1, 0, 0, ...listBits(Number(first), 4), ...twelveDigits(gtin.value)];
  return { bits, lengthAt: 2, text: rest };
}

type Element = { ai: string; value: string };

/** A weight, or a weight and a date, and nothing else: methods 0100, 0101 and 0111. */
function weightFields(
  gtin: string,
  { ai, value }: Element,
  date: Element | undefined,
  count: number,
): Fields | undefined {
  if (!/^3[12]0\d$/.test(ai)) return undefined;
  const weight = Number(value);
  const header = (bits: number[]): number[] => [0, ...bits, ...twelveDigits(gtin)];
  if (count === 2 && ai === '3103' && weight <= 32_767)
    return { bits: [...header([0, 1, 0, 0]), ...listBits(weight, 15)], text: '' };
  const pounds = ai === '3202' ? weight : ai === '3203' ? weight + 10_000 : Infinity;
  const limit = ai === '3202' ? 9_999 : 32_767;
  if (count === 2 && pounds <= limit)
    return { bits: [...header([0, 1, 0, 1]), ...listBits(pounds, 15)], text: '' };
  const kind = date === undefined ? 0 : DATES.indexOf(date.ai);
  if (count > 3 || kind < 0 || weight > 99_999) return undefined;
  const method = 0b0111_000 + kind * 2 + (ai.startsWith('32') ? 1 : 0);
  const sized = listBits(Number(ai.slice(3)) * 100_000 + weight, 20);
  return {
    bits: [...header(listBits(method, 7)), ...sized, ...listBits(dateValue(date?.value), 16)],
    text: '',
  };
}

/** A price, and what follows: methods 01100 and 01101. */
function priceFields(gtin: string, { ai }: Element, rest: string): Fields | undefined {
  if (!/^39[23][0-3]$/.test(ai)) return undefined;
  const hasCurrency = ai.startsWith('393');
  const method = hasCurrency ? [0, 1, 1, 0, 1] : [0, 1, 1, 0, 0];
  const bits = [0, ...method, 0, 0, ...twelveDigits(gtin), ...listBits(Number(ai.slice(3)), 2)];
  if (hasCurrency) bits.push(...listBits(Number(rest.slice(4, 7)), 10));
  return { bits, lengthAt: 6, text: rest.slice(hasCurrency ? 7 : 4) };
}
