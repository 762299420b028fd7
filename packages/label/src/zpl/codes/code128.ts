import { LabelError } from '../../errors.ts';
import { computeCheckDigit } from '../../gs1/check-digits.ts';
import { CODE128_MAX_LENGTH, encodeCode128 } from '../../linear/code128/encode.ts';
import {
  CODE128_WIDTHS,
  CODE_A,
  CODE_B,
  CODE_C,
  FNC1,
  SHIFT,
  START_A,
  START_B,
  START_C,
  STOP_WIDTHS,
} from '../../linear/code128/patterns.ts';
import { buildSymbolWidths } from '../../linear/widths.ts';
import type { Widths } from '../../linear/widths.ts';

/**
 * `plain`: the data without control characters of the symbology, with U+001D for a separating FNC1.
 */
export type ZplCode128 = { widths: Widths; text: string; plain: string; isGs1: boolean };

const FNC1_SIGN = '\u001d';
const FNC2 = 97;
const FNC3 = 96;
/** FNC4 in sets A and B; the other value latches to the named set. */
const FNC4 = { A: CODE_A, B: CODE_B } as const;

/** Values of `>` with a character (guide: ^BC, invocation characters) in sets A and B. */
const VALUES: Readonly<Record<string, number>> = {
  '<': 62,
  '0': 30,
  '=': 94,
  '1': 95,
  '2': FNC3,
  '3': FNC2,
  '4': SHIFT,
  '5': CODE_C,
  '6': CODE_B,
  '7': CODE_A,
  '8': FNC1,
};
const STARTS: Readonly<Record<string, number>> = { '9': START_A, ':': START_B, ';': START_C };

type SetName = 'A' | 'B' | 'C';
const SETS: readonly SetName[] = ['A', 'B', 'C'];

const throwCodeError = (message: string): never => {
  throw new LabelError('code-not-encodable', message);
};

/**
 * Encodes Code 128 like `^BC`. Without a mode the data alone selects the sets, starting with B. `A`
 * selects sets automatically, `D` is GS1 with brackets, `U` a serial shipping container code of 19
 * digits. Throws LabelError `code-not-encodable`.
 */
export function encodeZplCode128(data: string, mode: string, hasCheck: boolean): ZplCode128 {
  if (mode === 'U')
    return encodeGs1Code128(
      `${truncateOrPadContainerDigits(data)}${computeCheckDigit(truncateOrPadContainerDigits(data))}`,
    );
  if (mode === 'D') return encodeBracketedGs1(data);
  const isSteered = />[0-9:;<=]/.test(data);
  if (mode === 'A' && !isSteered) {
    const { widths } = encodeCode128(data);
    return { widths, text: data, plain: data, isGs1: false };
  }
  return encodeCode128Invocations(data, hasCheck);
}

/** Truncated or right-padded with zeros to 19 digits. */
function truncateOrPadContainerDigits(data: string): string {
  return data.replaceAll(/\D/g, '').slice(0, 19).padEnd(19, '0');
}

function encodeGs1Code128(message: string, text = message): ZplCode128 {
  return {
    widths: encodeCode128(message, { gs1: true }).widths,
    text,
    plain: message,
    isGs1: true,
  };
}

/**
 * Brackets and spaces are removed; `>8` is a separator. A missing check digit of a GTIN or SSCC is
 * added.
 */
function encodeBracketedGs1(data: string): ZplCode128 {
  const completedData = data.replace(
    /^(\((?:00|01|02)\)\s*)((?:\d\s*){13}|(?:\d\s*){17})$/,
    (match, ai: string, digits: string) => {
      const value = digits.replaceAll(/\s/g, '');
      const isWhole = value.length === (ai.startsWith('(00') ? 17 : 13);
      return isWhole ? `${ai}${value}${computeCheckDigit(value)}` : match;
    },
  );
  const text = completedData.replaceAll('>8', '');
  return encodeGs1Code128(completedData.replaceAll('>8', FNC1_SIGN).replaceAll(/[() ]/g, ''), text);
}

type Code128State = { values: number[]; set: SetName; text: string; plain: string };

function encodeCode128Invocations(data: string, hasCheck: boolean): ZplCode128 {
  if (data.length > CODE128_MAX_LENGTH * 3)
    throwCodeError(`Code 128 的内容须为 1–${CODE128_MAX_LENGTH} 个字符`);
  const start = data.startsWith('>') ? STARTS[data.charAt(1)] : undefined;
  const first = start ?? START_B;
  const out: Code128State = {
    values: [first],
    set: SETS[first - START_A] ?? 'B',
    text: '',
    plain: '',
  };
  for (let at = start === undefined ? 0 : 2; at < data.length;)
    at = encodeNextCharacter(data, at, out);
  if (hasCheck && /^\d+$/.test(out.text)) writeCheckDigit(out, computeCheckDigit(out.text));
  const { values } = out;
  if (values.length < 2 || values.length > CODE128_MAX_LENGTH)
    throwCodeError(`Code 128 的内容须为 1–${CODE128_MAX_LENGTH} 个字符`);
  const isGs1 = values[1] === FNC1;
  const plainText = isGs1 ? out.plain.slice(1) : out.plain;
  let sum = first;
  for (let i = 1; i < values.length; i += 1) sum += (values[i] ?? 0) * i;
  values.push(sum % 103);
  const widths = buildSymbolWidths(CODE128_WIDTHS, values, { end: STOP_WIDTHS });
  return { widths, text: out.text, plain: plainText, isGs1 };
}

/** Encodes the character at this position. Returns the next position. */
function encodeNextCharacter(data: string, at: number, out: Code128State): number {
  const character = data.charAt(at);
  if (character === '>') {
    const invokedValue = VALUES[data.charAt(at + 1)];
    if (invokedValue !== undefined) writeInvokedValue(out, invokedValue);
    return at + 2;
  }
  if (out.set === 'B') {
    const value = data.charCodeAt(at) - 32;
    if (value < 0 || value > 95) throwCodeError(`Code 128 的 B 集没有“${character}”`);
    appendCodeValue(out, value, character);
    return at + 1;
  }
  // In sets A and C two digits form one symbol character; incomplete pairs are skipped (guide:
  // ^BC).
  if (!isDigit(character)) return at + 1;
  if (!isDigit(data.charAt(at + 1))) return at + 2;
  const value = Number(data.slice(at, at + 2));
  const characters = out.set === 'C' ? data.slice(at, at + 2) : decodeSetA(value);
  appendCodeValue(out, value, characters);
  return at + 2;
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9';

const decodeSetA = (value: number): string =>
  value > 95 ? '' : String.fromCharCode(value < 64 ? value + 32 : value - 64);

function appendCodeValue(out: Code128State, value: number, plainText: string): void {
  out.values.push(value);
  out.plain += plainText;
  // Control characters are not shown in the text line.
  if (plainText >= ' ') out.text += plainText;
}

function writeInvokedValue(out: Code128State, value: number): void {
  const { set } = out;
  if (value === FNC1) appendCodeValue(out, FNC1, FNC1_SIGN);
  else if (value === CODE_C && set !== 'C') changeCodeSet(out, 'C', value);
  else if (value === CODE_B && set !== 'B') changeCodeSet(out, 'B', value);
  else if (value === CODE_A && set !== 'A') changeCodeSet(out, 'A', value);
  else if (set === 'C') {
    // In set C these values are pairs of digits.
    if (value < CODE_C) appendCodeValue(out, value, String(value).padStart(2, '0'));
  } else if (value === FNC4[set] || value === FNC2 || value === FNC3 || value === SHIFT)
    out.values.push(value);
  else
    appendCodeValue(out, value, set === 'A' ? decodeSetA(value) : String.fromCharCode(value + 32));
}

function changeCodeSet(out: Code128State, set: SetName, value: number): void {
  out.values.push(value);
  out.set = set;
}

/** Appends a check digit in any active set. */
function writeCheckDigit(out: Code128State, digit: string): void {
  if (out.set === 'C') changeCodeSet(out, 'B', CODE_B);
  appendCodeValue(out, digit.charCodeAt(0) - 32, digit);
}
