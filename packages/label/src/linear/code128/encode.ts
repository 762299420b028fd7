import { LabelError } from '../../errors.ts';
import { buildSymbolWidths } from '../widths.ts';
import type { Widths } from '../widths.ts';
import { CODE_A, CODE_B, CODE_C, CODE128_WIDTHS, FNC1, SHIFT } from './patterns.ts';
import { START_A, START_B, START_C, STOP_WIDTHS } from './patterns.ts';

/** Maximum number of characters: more than any symbol that a scanner reads in one pass. */
export const CODE128_MAX_LENGTH = 120;

export type Code128 = {
  /** Symbol characters: start, data, check. */
  values: number[];
  /**
   * Bar and space widths in modules, bar first; includes the stop character, excludes quiet zones.
   */
  widths: Widths;
};

/** First non-ASCII character, or undefined. */
export function findUnencodableCharacter(text: string): string | undefined {
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
  const badCharacter = findUnencodableCharacter(text);
  if (badCharacter !== undefined)
    throw new LabelError(
      'code-not-encodable',
      `Code 128 不能包含“${badCharacter}”，只支持英文、数字和半角符号`,
    );

  const symbols: number[] = gs1 ? [FNC1_SYMBOL] : [];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    symbols.push(gs1 && code === SEPARATOR ? FNC1_SYMBOL : code);
  }
  const values = encodeShortestCode128(symbols);
  let sum = values[0] ?? 0;
  for (let i = 1; i < values.length; i += 1) sum += (values[i] ?? 0) * i;
  values.push(sum % 103);
  return { values, widths: buildSymbolWidths(CODE128_WIDTHS, values, { end: STOP_WIDTHS }) };
}

const SEPARATOR = 0x1d;
/** Internal symbol for FNC1, after the ASCII codes. */
const FNC1_SYMBOL = 128;

const A = 0;
const B = 1;
const C = 2;
const START = [START_A, START_B, START_C];
const LATCH = [CODE_A, CODE_B, CODE_C];
const PREFERRED_SETS = [B, A, C];
/** Exceeds the number of characters of any symbol. */
const UNREACHABLE = 0x7fff;

/**
 * Minimum number of characters to encode everything from i on while a code set is active; one row
 * per set, concatenated.
 */
type Costs = { from: Uint16Array; row: number };

/** Cost if the symbol at i is encoded in this set, with a shift if needed. */
function computeSymbolCostInSet(
  symbols: readonly number[],
  { from, row }: Costs,
  set: number,
  i: number,
): number {
  const next = set * row + i + 1;
  if (set === C && isDigitPair(symbols, i)) return 1 + (from[next + 1] ?? UNREACHABLE);
  if (getSymbolValueInCodeSet(set, symbols[i] ?? 0) >= 0) return 1 + (from[next] ?? UNREACHABLE);
  return set === C ? UNREACHABLE : 2 + (from[next] ?? UNREACHABLE);
}

/** Dynamic programming, from the end to the start. */
function computeEncodingCosts(symbols: readonly number[]): Costs {
  const row = symbols.length + 1;
  const costs = { from: new Uint16Array(3 * row), row };
  const { from } = costs;
  for (let i = symbols.length - 1; i >= 0; i -= 1) {
    const a = computeSymbolCostInSet(symbols, costs, A, i);
    const b = computeSymbolCostInSet(symbols, costs, B, i);
    const c = computeSymbolCostInSet(symbols, costs, C, i);
    const latched = 1 + Math.min(a, b, c);
    from[i] = Math.min(a, latched);
    from[row + i] = Math.min(b, latched);
    from[2 * row + i] = Math.min(c, latched);
  }
  return costs;
}

/** Symbol characters with start, without check. */
function encodeShortestCode128(symbols: readonly number[]): number[] {
  const costs = computeEncodingCosts(symbols);
  const { from, row } = costs;
  let set = C;
  for (const candidateSet of [B, A])
    if ((from[candidateSet * row] ?? UNREACHABLE) < (from[set * row] ?? UNREACHABLE))
      set = candidateSet;
  const values = [START[set] ?? START_B];
  for (let i = 0; i < symbols.length; i += 1) {
    const cost = from[set * row + i] ?? UNREACHABLE;
    if (computeSymbolCostInSet(symbols, costs, set, i) > cost) {
      // On a tie, B is preferred over A and C, as in most encoders.
      for (const candidateSet of PREFERRED_SETS)
        if (computeSymbolCostInSet(symbols, costs, candidateSet, i) + 1 === cost) {
          set = candidateSet;
          break;
        }
      values.push(LATCH[set] ?? CODE_B);
    }
    const symbol = symbols[i] ?? 0;
    const value = getSymbolValueInCodeSet(set, symbol);
    if (value >= 0) values.push(value);
    else if (set === C) {
      values.push((symbol - 48) * 10 + (symbols[i + 1] ?? 0) - 48);
      i += 1;
    } else values.push(SHIFT, getSymbolValueInCodeSet(set === A ? B : A, symbol));
  }
  return values;
}

/**
 * Value of a symbol in a set (ISO/IEC 15417, table 1), or -1 if it needs a digit pair, a shift or
 * another set.
 */
function getSymbolValueInCodeSet(set: number, symbol: number): number {
  if (symbol === FNC1_SYMBOL) return FNC1;
  if (set === C) return -1;
  if (symbol >= 32 && symbol < 96) return symbol - 32;
  if (set === A) return symbol < 32 ? symbol + 64 : -1;
  return symbol >= 96 ? symbol - 32 : -1;
}

function isDigitPair(symbols: readonly number[], i: number): boolean {
  return isDigit(symbols[i]) && isDigit(symbols[i + 1]);
}

function isDigit(code = 0): boolean {
  return code >= 48 && code <= 57;
}
