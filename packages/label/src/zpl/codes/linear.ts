import { LabelError } from '../../errors.ts';
import { computeCheckDigit } from '../../gs1/check-digits.ts';
import { encodeCodabar } from '../../linear/codabar.ts';
import { encodeCode39, spellFullAscii } from '../../linear/code39.ts';
import { encodeCode93 } from '../../linear/code93.ts';
import { encodeAddOn, encodeEan13, encodeEan8, encodeUpcA, encodeUpcE } from '../../linear/ean.ts';
import { itfWidths } from '../../linear/itf14.ts';
import { symbolWithLine } from '../../linear/symbol.ts';
import type { LinearSymbol } from '../../linear/symbol.ts';
import type { LinearSpec, LinearSymbology } from '../label.ts';
import { zplCode128 } from './code128.ts';
import { readCode39Data } from './code39.ts';

/** A symbol, what it says, and how: as GS1, or in full ASCII. */
export type ZplLinear = {
  symbol: LinearSymbol;
  plain: string;
  isGs1: boolean;
  isFullAscii?: true;
  /** What is to be told of it, in Chinese. */
  trouble?: string;
};

/** Longer than any symbol a scanner reads in one pass. */
const MAX_ITF_DIGITS = 80;

/** Codes whose wide elements are as wide as `^BY` says. */
const WITH_RATIO: ReadonlySet<LinearSymbology> = new Set(['code39', 'itf', 'codabar']);

/** Dots of an element so many modules wide: a wide one is rounded down to whole dots (guide: ^BY, table of ratios). */
export function listDots({ symbology, module, ratio }: LinearSpec): (modules: number) => number {
  const wide = Math.floor((module * Math.round(ratio * 10)) / 10);
  return (modules) => (WITH_RATIO.has(symbology) && modules > 1 ? wide : modules * module);
}

/** Throws LabelError `code-not-encodable`. */
export function zplLinear(spec: LinearSpec, data: string): ZplLinear {
  const { symbology, hasCheck, ends } = spec;
  const plainly = (symbol: LinearSymbol, plain: string): ZplLinear => ({
    symbol,
    plain,
    isGs1: false,
  });
  switch (symbology) {
    case 'code128': {
      const { widths, text, plain, isGs1 } = zplCode128(data, spec.mode, hasCheck);
      return { symbol: symbolWithLine(widths, text), plain, isGs1 };
    }
    case 'code39':
      return zplCode39(data, hasCheck);
    case 'code93':
      return plainly(encodeCode93(data), data);
    case 'codabar': {
      const whole = ends[0] + data + ends[1];
      return plainly(encodeCodabar(whole), whole);
    }
    case 'itf': {
      const digits = itfDigits(data, hasCheck);
      return plainly(symbolWithLine(itfWidths(digits), digits), digits);
    }
    case 'ean13':
      return plainly(encodeEan13(fitted(data, 12)), fitted(data, 12));
    case 'ean8':
      return plainly(encodeEan8(fitted(data, 7)), fitted(data, 7));
    case 'upca':
      return plainly(encodeUpcA(fitted(data, 11)), fitted(data, 11));
    case 'upce':
      return plainly(encodeUpcE(upcEDigits(data)), upcEDigits(data));
    case 'addon':
      return zplAddOn(data.trim());
  }
}

function zplCode39(data: string, hasCheck: boolean): ZplLinear {
  const { spelled, told, unspelled } = readCode39Data(data);
  const symbol = encodeCode39(spelled, { withCheck: hasCheck });
  if (unspelled === '') return { symbol, plain: data, isGs1: false };
  const check = hasCheck ? (symbol.text[0]?.text.at(-2) ?? '') : '';
  const pair = spellFullAscii(unspelled);
  return {
    symbol: symbolWithLine(symbol.widths, `*${data}${check}*`),
    plain: told,
    isGs1: false,
    isFullAscii: true,
    trouble: `+$ 后面的“${unspelled}”画成“${pair}”；打印机不一定这样印，^FD 里直接写 ${pair} 最稳`,
  };
}

/** Two digits or five: filled with zeros in front, or cut (guide: ^BS). */
function zplAddOn(data: string): ZplLinear {
  const digits = fitted(data, data.length <= 2 ? 2 : 5);
  const symbol = encodeAddOn(digits);
  const rest = data.slice(5, 25);
  return {
    symbol,
    plain: digits,
    isGs1: false,
    ...(rest === '' ? {} : { trouble: `附加码是 2 位或 5 位数字，后面的“${rest}”没有画` }),
  };
}

/** As many characters as the code has: cut, or filled with zeros in front (guide: ^BE). */
const fitted = (data: string, length: number): string =>
  data.trim().slice(0, length).padStart(length, '0');

/** Five digits of the company and five of the product (guide: ^B9); six to eight are the short form itself. */
function upcEDigits(data: string): string {
  const digits = data.trim();
  return digits.length >= 6 && digits.length <= 8 ? digits : `0${fitted(digits, 10)}`;
}

/** Start characters of Code 128, which carriers also write in front of Interleaved 2 of 5: printers leave them out. */
const CODE128_START = /^>[;:9]/;

/** An even number: a zero goes in front (guide: ^B2). */
function itfDigits(data: string, hasCheck: boolean): string {
  const digits = data.trim().replace(CODE128_START, '');
  if (!/^\d+$/.test(digits) || digits.length > MAX_ITF_DIGITS)
    throw new LabelError('code-not-encodable', `25 码只能放 1 到 ${MAX_ITF_DIGITS} 位数字`);
  const whole = hasCheck ? digits + computeCheckDigit(digits) : digits;
  return whole.length % 2 === 0 ? whole : `0${whole}`;
}
