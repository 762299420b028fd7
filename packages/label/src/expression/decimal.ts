import { ExpressionError } from './error.ts';

/** An exact decimal number: `units` ÷ 10^`scale`. */
export type Decimal = { units: bigint; scale: number };

/** Digits of a number, those after the point included: far beyond any price, weight or serial number. */
const MAX_DIGITS = 60;
/** Places a division is rounded to where it does not come out even. */
export const DIVISION_PLACES = 12;
/** Places one may ask for. */
export const MAX_PLACES = 20;

/** `half-up`: 四舍五入, halves away from zero; `down`: towards zero; `up`: away from zero. */
export type Rounding = 'half-up' | 'down' | 'up';

const LIMIT = 10n ** BigInt(MAX_DIGITS);
const power = (places: number): bigint => 10n ** BigInt(places);
const absolute = (units: bigint): bigint => (units < 0n ? -units : units);

function bounded(units: bigint, scale: number): Decimal {
  if (absolute(units) >= LIMIT || scale > MAX_DIGITS)
    throw new ExpressionError(`数字太长，最多算 ${MAX_DIGITS} 位`);
  return { units, scale };
}

const WRITTEN = /^([+-]?)(\d*)(?:\.(\d+))?$/;
/** Signs of money, spaces and the commas between thousands say nothing about the value. */
const DRESSING = /[\s,，￥¥]/g;

/** A number as people write it, `-1,234.50`, `￥12`, full-width digits; undefined when it is none. */
export function toDecimal(text: string): Decimal | undefined {
  if (text.length > 4 * MAX_DIGITS) return undefined;
  const match = WRITTEN.exec(text.normalize('NFKC').replaceAll(DRESSING, ''));
  if (match === null) return undefined;
  const [, sign, whole = '', rest = ''] = match;
  if (whole === '' && rest === '') return undefined;
  const units = BigInt(`${whole}${rest}`);
  return bounded(sign === '-' ? -units : units, rest.length);
}

export const fromInteger = (value: number): Decimal => ({ units: BigInt(value), scale: 0 });

/** Both with the larger scale. */
function aligned(a: Decimal, b: Decimal): { a: bigint; b: bigint; scale: number } {
  const scale = Math.max(a.scale, b.scale);
  return { a: a.units * power(scale - a.scale), b: b.units * power(scale - b.scale), scale };
}

export function add(left: Decimal, right: Decimal): Decimal {
  const { a, b, scale } = aligned(left, right);
  return bounded(a + b, scale);
}

export const negate = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale });

export const subtract = (left: Decimal, right: Decimal): Decimal => add(left, negate(right));

export const multiply = (left: Decimal, right: Decimal): Decimal => {
  const [a, b] = [trimmed(left), trimmed(right)];
  return bounded(a.units * b.units, a.scale + b.scale);
};

/** −1, 0 or 1. */
export function compare(left: Decimal, right: Decimal): number {
  const { a, b } = aligned(left, right);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The quotient of whole numbers, rounded. */
function quotient(over: bigint, under: bigint, rounding: Rounding): bigint {
  const isNegative = over < 0n !== under < 0n;
  const [a, b] = [absolute(over), absolute(under)];
  const rest = a % b;
  const isUp = rounding === 'up' ? rest > 0n : rounding === 'half-up' && 2n * rest >= b;
  const whole = a / b + (isUp ? 1n : 0n);
  return isNegative ? -whole : whole;
}

/** To exactly so many places; fewer are filled with zeros. */
export function round(value: Decimal, places: number, rounding: Rounding = 'half-up'): Decimal {
  const { units, scale } = value;
  return scale <= places
    ? bounded(units * power(places - scale), places)
    : { units: quotient(units, power(scale - places), rounding), scale: places };
}

/** Rounded once, to so many places. @throws ExpressionError for a divisor of 0 */
export function divide(
  left: Decimal,
  right: Decimal,
  places = DIVISION_PLACES,
  rounding: Rounding = 'half-up',
): Decimal {
  if (right.units === 0n) throw new ExpressionError('不能除以 0');
  const { a, b } = aligned(left, right);
  return bounded(quotient(a * power(places), b, rounding), places);
}

/** What is left of a division by whole steps; it has the sign of the divisor, as in spreadsheets. */
export function remainder(left: Decimal, right: Decimal): Decimal {
  if (right.units === 0n) throw new ExpressionError('不能除以 0');
  const { a, b, scale } = aligned(left, right);
  const rest = a % b;
  return { units: rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest, scale };
}

/** Without zeros at the end of the places. */
export function trimmed({ units, scale }: Decimal): Decimal {
  let [rest, places] = [units, scale];
  while (places > 0 && rest % 10n === 0n) {
    rest /= 10n;
    places -= 1;
  }
  return { units: rest, scale: places };
}

function inThousands(digits: string): string {
  const head = digits.length % 3 || 3;
  return [digits.slice(0, head), ...(digits.slice(head).match(/\d{3}/g) ?? [])].join(',');
}

/** With all its places, without an exponent: `-1234.50`; `thousands` sets commas. */
export function writeDecimal({ units, scale }: Decimal, thousands = false): string {
  const digits = absolute(units)
    .toString()
    .padStart(scale + 1, '0');
  const [whole, rest] = [
    digits.slice(0, digits.length - scale),
    digits.slice(digits.length - scale),
  ];
  const written = thousands ? inThousands(whole) : whole;
  return `${units < 0n ? '-' : ''}${written}${rest === '' ? '' : `.${rest}`}`;
}

/** A whole number between bounds, or undefined. */
export function toInteger(value: Decimal, min: number, max: number): number | undefined {
  const { units, scale } = trimmed(value);
  return scale === 0 && units >= BigInt(min) && units <= BigInt(max) ? Number(units) : undefined;
}
