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
import { symbolWidths } from '../../linear/widths.ts';
import type { Widths } from '../../linear/widths.ts';

/** `plain`: the data without what only steers the code, with FNC1 as U+001D where it separates. */
export type ZplCode128 = { widths: Widths; text: string; plain: string; isGs1: boolean };

const FNC1_SIGN = '\u001d';
const FNC2 = 97;
const FNC3 = 96;
/** Value of FNC4 in sets A and B; the other one latches to the set it names. */
const FNC4 = { A: CODE_A, B: CODE_B } as const;

/** What `>` and a character say (guide: ^BC, invocation characters), as the values they are in sets A and B. */
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

const refuse = (message: string): never => {
  throw new LabelError('code-not-encodable', message);
};

/**
 * Code 128 as `^BC` has it. Without a mode sets are chosen by the data alone, B first; `A` chooses them itself, `D` is GS1
 * in brackets, `U` a serial shipping container code of 19 digits.
 * Throws LabelError `code-not-encodable`.
 */
export function zplCode128(data: string, mode: string, hasCheck: boolean): ZplCode128 {
  if (mode === 'U') return gs1Code(`${padded(data)}${computeCheckDigit(padded(data))}`);
  if (mode === 'D') return bracketCode(data);
  const isSteered = />[0-9:;<=]/.test(data);
  if (mode === 'A' && !isSteered) {
    const { widths } = encodeCode128(data);
    return { widths, text: data, plain: data, isGs1: false };
  }
  return steered(data, hasCheck);
}

/** 19 digits, cut or filled with zeros on the right. */
function padded(data: string): string {
  return data.replaceAll(/\D/g, '').slice(0, 19).padEnd(19, '0');
}

function gs1Code(message: string, text = message): ZplCode128 {
  return {
    widths: encodeCode128(message, { gs1: true }).widths,
    text,
    plain: message,
    isGs1: true,
  };
}

/** Brackets and spaces are for people; `>8` separates. A GTIN or SSCC without its check digit gets it. */
function bracketCode(data: string): ZplCode128 {
  const whole = data.replace(
    /^(\((?:00|01|02)\)\s*)((?:\d\s*){13}|(?:\d\s*){17})$/,
    (all, ai: string, digits: string) => {
      const bare = digits.replaceAll(/\s/g, '');
      const isWhole = bare.length === (ai.startsWith('(00') ? 17 : 13);
      return isWhole ? `${ai}${bare}${computeCheckDigit(bare)}` : all;
    },
  );
  const text = whole.replaceAll('>8', '');
  return gs1Code(whole.replaceAll('>8', FNC1_SIGN).replaceAll(/[() ]/g, ''), text);
}

type Writing = { values: number[]; set: SetName; text: string; plain: string };

function steered(data: string, hasCheck: boolean): ZplCode128 {
  if (data.length > CODE128_MAX_LENGTH * 3)
    refuse(`Code 128 的内容须为 1–${CODE128_MAX_LENGTH} 个字符`);
  const start = data.startsWith('>') ? STARTS[data.charAt(1)] : undefined;
  const first = start ?? START_B;
  const out: Writing = { values: [first], set: SETS[first - START_A] ?? 'B', text: '', plain: '' };
  for (let at = start === undefined ? 0 : 2; at < data.length;) at = step(data, at, out);
  if (hasCheck && /^\d+$/.test(out.text)) writeDigit(out, computeCheckDigit(out.text));
  const { values } = out;
  if (values.length < 2 || values.length > CODE128_MAX_LENGTH)
    refuse(`Code 128 的内容须为 1–${CODE128_MAX_LENGTH} 个字符`);
  const isGs1 = values[1] === FNC1;
  const plain = isGs1 ? out.plain.slice(1) : out.plain;
  let sum = first;
  for (let i = 1; i < values.length; i += 1) sum += (values[i] ?? 0) * i;
  values.push(sum % 103);
  const widths = symbolWidths(CODE128_WIDTHS, values, { end: STOP_WIDTHS });
  return { widths, text: out.text, plain, isGs1 };
}

/** Writes what stands at a place; where the next begins. */
function step(data: string, at: number, out: Writing): number {
  const character = data.charAt(at);
  if (character === '>') {
    const said = VALUES[data.charAt(at + 1)];
    if (said !== undefined) writeSaid(out, said);
    return at + 2;
  }
  if (out.set === 'B') {
    const value = data.charCodeAt(at) - 32;
    if (value < 0 || value > 95) refuse(`Code 128 的 B 集没有“${character}”`);
    put(out, value, character);
    return at + 1;
  }
  // In sets A and C two digits make one character; what is no pair is passed over (guide: ^BC).
  if (!isDigit(character)) return at + 1;
  if (!isDigit(data.charAt(at + 1))) return at + 2;
  const value = Number(data.slice(at, at + 2));
  const written = out.set === 'C' ? data.slice(at, at + 2) : setA(value);
  put(out, value, written);
  return at + 2;
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9';

const setA = (value: number): string =>
  value > 95 ? '' : String.fromCharCode(value < 64 ? value + 32 : value - 64);

function put(out: Writing, value: number, written: string): void {
  out.values.push(value);
  out.plain += written;
  // Controls are not shown.
  if (written >= ' ') out.text += written;
}

function writeSaid(out: Writing, value: number): void {
  const { set } = out;
  if (value === FNC1) put(out, FNC1, FNC1_SIGN);
  else if (value === CODE_C && set !== 'C') change(out, 'C', value);
  else if (value === CODE_B && set !== 'B') change(out, 'B', value);
  else if (value === CODE_A && set !== 'A') change(out, 'A', value);
  else if (set === 'C') {
    // In set C these are pairs of digits.
    if (value < CODE_C) put(out, value, String(value).padStart(2, '0'));
  } else if (value === FNC4[set] || value === FNC2 || value === FNC3 || value === SHIFT)
    out.values.push(value);
  else put(out, value, set === 'A' ? setA(value) : String.fromCharCode(value + 32));
}

function change(out: Writing, set: SetName, value: number): void {
  out.values.push(value);
  out.set = set;
}

/** A check digit, in whatever set is active. */
function writeDigit(out: Writing, digit: string): void {
  if (out.set === 'C') change(out, 'B', CODE_B);
  put(out, digit.charCodeAt(0) - 32, digit);
}
