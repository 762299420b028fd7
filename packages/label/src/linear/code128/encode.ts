import { LabelError } from '../../errors.ts';
import { symbolWidths } from '../widths.ts';
import type { Widths } from '../widths.ts';
import { CODE_A, CODE_B, CODE_C, CODE128_WIDTHS, FNC1, SHIFT } from './patterns.ts';
import { START_A, START_B, START_C, STOP_WIDTHS } from './patterns.ts';

/** Longer than any symbol a scanner reads in one pass. */
export const CODE128_MAX_LENGTH = 120;

export type Code128 = {
  /** Symbol characters: start, data, check. */
  values: number[];
  /** Bar and space widths in modules, bar first, stop included, quiet zones not. */
  widths: Widths;
};

/** The first character Code 128 cannot hold, or undefined. */
export function firstNotEncodable(text: string): string | undefined {
  for (const character of text) if ((character.codePointAt(0) ?? 0) > 127) return character;
  return undefined;
}

/**
 * Encodes ASCII 0–127 with the fewest symbol characters over sets A, B and C, shifts included.
 * With `gs1`, an FNC1 follows the start and each GS (U+001D) becomes FNC1.
 * Throws LabelError `code-not-encodable` for empty, too long or non-ASCII text.
 */
export function encodeCode128(text: string, { gs1 = false }: { gs1?: boolean } = {}): Code128 {
  if (text === '' || text.length > CODE128_MAX_LENGTH) {
    throw new LabelError(
      'code-not-encodable',
      `Code 128 的内容须为 1–${CODE128_MAX_LENGTH} 个字符`,
    );
  }
  const bad = firstNotEncodable(text);
  if (bad !== undefined)
    throw new LabelError(
      'code-not-encodable',
      `Code 128 不能包含“${bad}”，只支持英文、数字和半角符号`,
    );

  const symbols: number[] = gs1 ? [SAYS_FNC1] : [];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    symbols.push(gs1 && code === SEPARATOR ? SAYS_FNC1 : code);
  }
  const values = shortest(symbols);
  let sum = values[0] ?? 0;
  for (let i = 1; i < values.length; i += 1) sum += (values[i] ?? 0) * i;
  values.push(sum % 103);
  return { values, widths: symbolWidths(CODE128_WIDTHS, values, { end: STOP_WIDTHS }) };
}

const SEPARATOR = 0x1d;
/** Beside the ASCII codes. */
const SAYS_FNC1 = 128;

const A = 0;
const B = 1;
const C = 2;
const START = [START_A, START_B, START_C];
const LATCH = [CODE_A, CODE_B, CODE_C];
const BY_USE = [B, A, C];
/** More characters than any symbol has. */
const FAR = 0x7fff;

/** Fewest characters that say everything from i on where a set is active; a row a set, behind each other. */
type Costs = { from: Uint16Array; row: number };

/** The same if what stands at i is said in this set, which may take a shift. */
function saying(symbols: readonly number[], { from, row }: Costs, set: number, i: number): number {
  const next = set * row + i + 1;
  if (set === C && isPair(symbols, i)) return 1 + (from[next + 1] ?? FAR);
  if (valueIn(set, symbols[i] ?? 0) >= 0) return 1 + (from[next] ?? FAR);
  return set === C ? FAR : 2 + (from[next] ?? FAR);
}

/** Known from the end backwards. */
function computeCosts(symbols: readonly number[]): Costs {
  const row = symbols.length + 1;
  const costs = { from: new Uint16Array(3 * row), row };
  const { from } = costs;
  for (let i = symbols.length - 1; i >= 0; i -= 1) {
    const a = saying(symbols, costs, A, i);
    const b = saying(symbols, costs, B, i);
    const c = saying(symbols, costs, C, i);
    const latched = 1 + Math.min(a, b, c);
    from[i] = Math.min(a, latched);
    from[row + i] = Math.min(b, latched);
    from[2 * row + i] = Math.min(c, latched);
  }
  return costs;
}

/** Symbol characters, start included, check excluded. */
function shortest(symbols: readonly number[]): number[] {
  const costs = computeCosts(symbols);
  const { from, row } = costs;
  let set = C;
  for (const one of [B, A]) if ((from[one * row] ?? FAR) < (from[set * row] ?? FAR)) set = one;
  const values = [START[set] ?? START_B];
  for (let i = 0; i < symbols.length; i += 1) {
    const cost = from[set * row + i] ?? FAR;
    if (saying(symbols, costs, set, i) > cost) {
      // Where two ways are equally short, B is taken before A and C, as most encoders do.
      for (const one of BY_USE)
        if (saying(symbols, costs, one, i) + 1 === cost) {
          set = one;
          break;
        }
      values.push(LATCH[set] ?? CODE_B);
    }
    const symbol = symbols[i] ?? 0;
    const value = valueIn(set, symbol);
    if (value >= 0) values.push(value);
    else if (set === C) {
      values.push((symbol - 48) * 10 + (symbols[i + 1] ?? 0) - 48);
      i += 1;
    } else values.push(SHIFT, valueIn(set === A ? B : A, symbol));
  }
  return values;
}

/** The one character that says a symbol in a set (ISO/IEC 15417, table 1), or -1: a pair, a shift, or another set. */
function valueIn(set: number, symbol: number): number {
  if (symbol === SAYS_FNC1) return FNC1;
  if (set === C) return -1;
  if (symbol >= 32 && symbol < 96) return symbol - 32;
  if (set === A) return symbol < 32 ? symbol + 64 : -1;
  return symbol >= 96 ? symbol - 32 : -1;
}

function isPair(symbols: readonly number[], i: number): boolean {
  return isDigit(symbols[i]) && isDigit(symbols[i + 1]);
}

function isDigit(code = 0): boolean {
  return code >= 48 && code <= 57;
}
