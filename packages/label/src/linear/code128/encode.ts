import { LabelError } from '../../errors.ts';
import { CODE_A, CODE_B, CODE_C, FNC1, SHIFT, START_A, START_B, START_C } from './patterns.ts';
import { STOP_WIDTHS, symbolWidths } from './patterns.ts';

/** Modules of light space the standard asks for on each side (ISO/IEC 15417, 4.3.3). */
export const CODE128_QUIET_ZONE = 10;
/** Longer than any symbol a scanner reads in one pass. */
export const CODE128_MAX_LENGTH = 120;

export type Code128 = {
  /** Symbol characters: start, data, check. */
  values: number[];
  /** Bar and space widths in modules, bar first, stop included, quiet zones not. */
  widths: number[];
  /** Sum of the widths. */
  modules: number;
};

/** Where two ways are equally short, the first is taken: B, as most encoders do. */
const SETS = ['B', 'A', 'C'] as const;
type CodeSet = (typeof SETS)[number];

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

  const input = Array.from(text, (c) => c.charCodeAt(0));
  const symbols = gs1 ? [-1, ...input.map((c) => (c === 0x1d ? -1 : c))] : input;
  const values = shortest(symbols);
  const check = values.reduce((sum, value, i) => sum + value * Math.max(1, i), 0) % 103;
  values.push(check);
  const widths = [...values.flatMap(symbolWidths), ...STOP_WIDTHS];
  return { values, widths, modules: values.length * 11 + 13 };
}

const START = { A: START_A, B: START_B, C: START_C };
const LATCH = { A: CODE_A, B: CODE_B, C: CODE_C };

/** Cheapest way to encode everything from one position on, in a given set. */
type Plan = { cost: number; emit: readonly number[]; next: number; set: CodeSet };
type PlanRow = Record<CodeSet, Plan>;

/** Dynamic programming from the end: plans[i][set] is optimal for symbols i…, already in `set`. */
function shortest(symbols: readonly number[]): number[] {
  const end: Plan = { cost: 0, emit: [], next: symbols.length, set: 'B' };
  const plans: PlanRow[] = [];
  plans[symbols.length] = { A: end, B: end, C: end };
  for (let i = symbols.length - 1; i >= 0; i -= 1) plans[i] = planRow(symbols, i, plans);

  const order: CodeSet[] = ['C', 'B', 'A'];
  const cost = (set: CodeSet): number => plans[0]?.[set].cost ?? Infinity;
  let set = order.reduce((best, candidate) => (cost(candidate) < cost(best) ? candidate : best));
  const values: number[] = [START[set]];
  for (let at = 0; at < symbols.length;) {
    const plan = plans[at]?.[set];
    if (plan === undefined) break;
    values.push(...plan.emit);
    at = plan.next;
    set = plan.set;
  }
  return values;
}

function planRow(symbols: readonly number[], i: number, plans: readonly PlanRow[]): PlanRow {
  const stay = { A: best('A'), B: best('B'), C: best('C') };
  const settle = (set: CodeSet): Plan => {
    let chosen = stay[set];
    for (const other of SETS) {
      const latched = stay[other];
      if (other !== set && latched.cost + 1 < chosen.cost) {
        chosen = { ...latched, cost: latched.cost + 1, emit: [LATCH[other], ...latched.emit] };
      }
    }
    return chosen;
  };
  return { A: settle('A'), B: settle('B'), C: settle('C') };

  function best(set: CodeSet): Plan {
    const candidates = set === 'C' ? inSetC(symbols, i) : inSetAOrB(symbols[i] ?? 0, set, i);
    let chosen: Plan = { cost: Infinity, emit: [], next: i + 1, set };
    for (const { emit, next } of candidates) {
      const cost = emit.length + (plans[next]?.[set].cost ?? Infinity);
      if (cost < chosen.cost) chosen = { cost, emit, next, set };
    }
    return chosen;
  }
}

type Step = { emit: readonly number[]; next: number };

function inSetC(symbols: readonly number[], i: number): Step[] {
  const first = symbols[i] ?? 0;
  const second = symbols[i + 1] ?? 0;
  if (first === -1) return [{ emit: [FNC1], next: i + 1 }];
  if (!isDigit(first) || !isDigit(second)) return [];
  return [{ emit: [(first - 48) * 10 + second - 48], next: i + 2 }];
}

function inSetAOrB(symbol: number, set: 'A' | 'B', i: number): Step[] {
  if (symbol === -1) return [{ emit: [FNC1], next: i + 1 }];
  const value = valueIn(symbol, set);
  if (value !== undefined) return [{ emit: [value], next: i + 1 }];
  const shifted = valueIn(symbol, set === 'A' ? 'B' : 'A');
  return shifted === undefined ? [] : [{ emit: [SHIFT, shifted], next: i + 1 }];
}

/** Set A: space–underscore, then the controls. Set B: space–DEL (ISO/IEC 15417, table 1). */
function valueIn(code: number, set: 'A' | 'B'): number | undefined {
  if (code >= 32 && code < 96) return code - 32;
  if (set === 'A') return code < 32 ? code + 64 : undefined;
  return code >= 96 ? code - 32 : undefined;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
