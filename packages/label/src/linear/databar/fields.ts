import type { Gs1Message } from '../../gs1/parse.ts';
import { listBitsOfValue } from './compaction.ts';

/** Bits before the general field, and the text of the general field. */
export type Fields = {
  /** At `lengthAt`, if present, two bits are reserved for the variable length of the symbol. */
  bits: number[];
  lengthAt?: number;
  text: string;
};

/** Encodes twelve digits of a GTIN in groups of three, without its first and its check digit. */
function encodeGtinDigits(gtin: string): number[] {
  return [1, 4, 7, 10].flatMap((at) => listBitsOfValue(Number(gtin.slice(at, at + 3)), 10));
}

/** Identifiers of the dates in compressed methods (ISO/IEC 24724, table 13). */
const DATES = ['11', '13', '15', '17'];
const NO_DATE = 38_400;

function encodeDataBarDate(date: string | undefined): number {
  if (date === undefined) return NO_DATE;
  const [year, month, day] = [0, 2, 4].map((at) => Number(date.slice(at, at + 2)));
  return ((year ?? 0) * 12 + (month ?? 1) - 1) * 32 + (day ?? 0);
}

/** Chooses the shortest encodation method for these elements (7.2.5.4). */
export function encodeCompressedFields({ elements, message }: Gs1Message): Fields {
  const [gtin, second, third] = elements;
  if (gtin?.ai !== '01') return { bits: [0, 0, 0, 0, 0], lengthAt: 3, text: message };
  const remainingMessage = message.slice(16);
  if (gtin.value.startsWith('9') && second !== undefined) {
    const fields =
      encodeWeightFields(gtin.value, second, third, elements.length) ??
      encodePriceFields(gtin.value, second, remainingMessage);
    if (fields) return fields;
  }
  const [first = '0'] = gtin.value;
  const bits = [0, 1, 0, 0, ...listBitsOfValue(Number(first), 4), ...encodeGtinDigits(gtin.value)];
  return { bits, lengthAt: 2, text: remainingMessage };
}

type Element = { ai: string; value: string };

/** A weight with an optional date and nothing else: methods 0100, 0101 and 0111. */
function encodeWeightFields(
  gtin: string,
  { ai, value }: Element,
  date: Element | undefined,
  count: number,
): Fields | undefined {
  if (!/^3[12]0\d$/.test(ai)) return undefined;
  const weight = Number(value);
  const buildHeader = (bits: number[]): number[] => [0, ...bits, ...encodeGtinDigits(gtin)];
  if (count === 2 && ai === '3103' && weight <= 32_767)
    return { bits: [...buildHeader([0, 1, 0, 0]), ...listBitsOfValue(weight, 15)], text: '' };
  const pounds = ai === '3202' ? weight : ai === '3203' ? weight + 10_000 : Infinity;
  const limit = ai === '3202' ? 9_999 : 32_767;
  if (count === 2 && pounds <= limit)
    return { bits: [...buildHeader([0, 1, 0, 1]), ...listBitsOfValue(pounds, 15)], text: '' };
  const kind = date === undefined ? 0 : DATES.indexOf(date.ai);
  if (count > 3 || kind < 0 || weight > 99_999) return undefined;
  const method = 0b0111_000 + kind * 2 + (ai.startsWith('32') ? 1 : 0);
  const sized = listBitsOfValue(Number(ai.slice(3)) * 100_000 + weight, 20);
  return {
    bits: [
      ...buildHeader(listBitsOfValue(method, 7)),
      ...sized,
      ...listBitsOfValue(encodeDataBarDate(date?.value), 16),
    ],
    text: '',
  };
}

/** A price and the elements after it: methods 01100 and 01101. */
function encodePriceFields(gtin: string, { ai }: Element, rest: string): Fields | undefined {
  if (!/^39[23][0-3]$/.test(ai)) return undefined;
  const hasCurrency = ai.startsWith('393');
  const method = hasCurrency ? [0, 1, 1, 0, 1] : [0, 1, 1, 0, 0];
  const bits = [
    0,
    ...method,
    0,
    0,
    ...encodeGtinDigits(gtin),
    ...listBitsOfValue(Number(ai.slice(3)), 2),
  ];
  if (hasCurrency) bits.push(...listBitsOfValue(Number(rest.slice(4, 7)), 10));
  return { bits, lengthAt: 6, text: rest.slice(hasCurrency ? 7 : 4) };
}
