import { LabelError } from '../../errors.ts';
import { computeCheckDigit } from '../../gs1/check-digits.ts';
import { encodeCodabar } from '../../linear/codabar.ts';
import { encodeCode39, spellAsciiInCode39 } from '../../linear/code39.ts';
import { encodeCode93 } from '../../linear/code93.ts';
import { encodeEanAddOn } from '../../linear/ean-add-on.ts';
import { encodeEan13, encodeEan8, encodeUpcA } from '../../linear/ean.ts';
import { encodeUpcE } from '../../linear/upc-e.ts';
import { computeItfWidths } from '../../linear/itf14.ts';
import { createSymbolWithTextLine } from '../../linear/symbol.ts';
import type { LinearSymbol } from '../../linear/symbol.ts';
import type { LinearSpec, LinearSymbology } from '../label.ts';
import { encodeZplCode128 } from './code128.ts';
import { readCode39Data } from './code39.ts';

/** A symbol with its content, and whether it is GS1 or full ASCII. */
export type ZplLinear = {
  symbol: LinearSymbol;
  plain: string;
  isGs1: boolean;
  isFullAscii?: true;
  /** Warning for people, in Chinese. */
  trouble?: string;
};

/** Maximum number of digits: more than any symbol that a scanner reads. */
const MAX_ITF_DIGITS = 80;

/** Symbologies whose wide elements use the ratio of `^BY`. */
const WITH_RATIO: ReadonlySet<LinearSymbology> = new Set(['code39', 'itf', 'codabar']);

/**
 * Width of an element in dots; wide elements are rounded down to whole dots (guide: ^BY, table of
 * ratios).
 */
export function createModuleDotScale({
  symbology,
  module,
  ratio,
}: LinearSpec): (modules: number) => number {
  const wide = Math.floor((module * Math.round(ratio * 10)) / 10);
  return (modules) => (WITH_RATIO.has(symbology) && modules > 1 ? wide : modules * module);
}

/** Encodes the data of a linear code as a printer does. Throws LabelError `code-not-encodable`. */
export function encodeZplLinearCode(spec: LinearSpec, data: string): ZplLinear {
  const { symbology, hasCheck, ends } = spec;
  const createNonGs1Linear = (symbol: LinearSymbol, plainText: string): ZplLinear => ({
    symbol,
    plain: plainText,
    isGs1: false,
  });
  switch (symbology) {
    case 'code128': {
      const { widths, text, plain, isGs1 } = encodeZplCode128(data, spec.mode, hasCheck);
      return { symbol: createSymbolWithTextLine(widths, text), plain, isGs1 };
    }
    case 'code39':
      return encodeZplCode39(data, hasCheck);
    case 'code93':
      return createNonGs1Linear(encodeCode93(data), data);
    case 'codabar': {
      const framedData = ends[0] + data + ends[1];
      return createNonGs1Linear(encodeCodabar(framedData), framedData);
    }
    case 'itf': {
      const digits = toItfDigits(data, hasCheck);
      return createNonGs1Linear(createSymbolWithTextLine(computeItfWidths(digits), digits), digits);
    }
    case 'ean13':
      return createNonGs1Linear(
        encodeEan13(truncateOrPadDigits(data, 12)),
        truncateOrPadDigits(data, 12),
      );
    case 'ean8':
      return createNonGs1Linear(
        encodeEan8(truncateOrPadDigits(data, 7)),
        truncateOrPadDigits(data, 7),
      );
    case 'upca':
      return createNonGs1Linear(
        encodeUpcA(truncateOrPadDigits(data, 11)),
        truncateOrPadDigits(data, 11),
      );
    case 'upce':
      return createNonGs1Linear(encodeUpcE(toUpcEDigits(data)), toUpcEDigits(data));
    case 'addon':
      return encodeZplAddOn(data.trim());
  }
}

function encodeZplCode39(data: string, hasCheck: boolean): ZplLinear {
  const { printedText, decoded, firstConverted } = readCode39Data(data);
  const symbol = encodeCode39(printedText, { withCheck: hasCheck });
  if (firstConverted === '') return { symbol, plain: data, isGs1: false };
  const check = hasCheck ? (symbol.text[0]?.text.at(-2) ?? '') : '';
  const pair = spellAsciiInCode39(firstConverted);
  return {
    symbol: createSymbolWithTextLine(symbol.widths, `*${data}${check}*`),
    plain: decoded,
    isGs1: false,
    isFullAscii: true,
    trouble: `+$ 后面的“${firstConverted}”画成“${pair}”；打印机不一定这样打印，^FD 里直接写 ${pair} 最稳`,
  };
}

/** Two or five digits: truncated or left-padded with zeros (guide: ^BS). */
function encodeZplAddOn(data: string): ZplLinear {
  const digits = truncateOrPadDigits(data, data.length <= 2 ? 2 : 5);
  const symbol = encodeEanAddOn(digits);
  const surplus = data.slice(5, 25);
  return {
    symbol,
    plain: digits,
    isGs1: false,
    ...(surplus === '' ? {} : { trouble: `附加码是 2 位或 5 位数字，后面的“${surplus}”没有画` }),
  };
}

/** Truncated or left-padded with zeros to the code's length (guide: ^BE). */
const truncateOrPadDigits = (data: string, length: number): string =>
  data.trim().slice(0, length).padStart(length, '0');

/**
 * Five digits of the manufacturer and five of the product (guide: ^B9); six to eight digits are
 * already the short form.
 */
function toUpcEDigits(data: string): string {
  const digits = data.trim();
  return digits.length >= 6 && digits.length <= 8 ? digits : `0${truncateOrPadDigits(digits, 10)}`;
}

/**
 * Start characters of Code 128, which carriers also write before Interleaved 2 of 5; printers
 * ignore them.
 */
const CODE128_START = /^>[;:9]/;

/** An even number of digits, left-padded with a zero (guide: ^B2). */
function toItfDigits(data: string, hasCheck: boolean): string {
  const digits = data.trim().replace(CODE128_START, '');
  if (!/^\d+$/.test(digits) || digits.length > MAX_ITF_DIGITS)
    throw new LabelError('code-not-encodable', `25 码只能放 1 到 ${MAX_ITF_DIGITS} 位数字`);
  const checkedDigits = hasCheck ? digits + computeCheckDigit(digits) : digits;
  return checkedDigits.length % 2 === 0 ? checkedDigits : `0${checkedDigits}`;
}
