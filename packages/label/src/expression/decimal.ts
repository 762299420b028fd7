import { ExpressionError } from './error.ts';

/** An exact decimal number: `units` ÷ 10^`scale`. */
export type Decimal = { units: bigint; scale: number };

/** Maximum digits of a number, decimals included; far beyond any price, weight or serial number. */
const MAX_DIGITS = 60;
/** Decimal places of a division that does not terminate. */
export const DIVISION_PLACES = 12;
/** Maximum decimal places a formula may request. */
export const MAX_PLACES = 20;

/** `half-up`: 四舍五入, halves away from zero; `down`: towards zero; `up`: away from zero. */
export type Rounding = 'half-up' | 'down' | 'up';

const LIMIT = 10n ** BigInt(MAX_DIGITS);
const computePowerOfTen = (places: number): bigint => 10n ** BigInt(places);
const computeAbsolute = (units: bigint): bigint => (units < 0n ? -units : units);

function createDecimalWithinLimit(units: bigint, scale: number): Decimal {
  if (computeAbsolute(units) >= LIMIT || scale > MAX_DIGITS)
    throw new ExpressionError(`数字太长，最多算 ${MAX_DIGITS} 位`);
  return { units, scale };
}

const NUMBER_PATTERN = /^([+-]?)(\d*)(?:\.(\d+))?$/;
/** Currency signs, spaces and thousands separators: ignored when parsing. */
const IGNORED_CHARACTERS = /[\s,，￥¥]/g;

/**
 * Parses numbers as people write them: `-1,234.50`, `￥12`, full-width digits. Returns undefined if
 * the text is not a number.
 */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > 4 * MAX_DIGITS) return undefined;
  const match = NUMBER_PATTERN.exec(text.normalize('NFKC').replaceAll(IGNORED_CHARACTERS, ''));
  if (match === null) return undefined;
  const [, sign, wholeDigits = '', rest = ''] = match;
  if (wholeDigits === '' && rest === '') return undefined;
  const units = BigInt(`${wholeDigits}${rest}`);
  return createDecimalWithinLimit(sign === '-' ? -units : units, rest.length);
}

export const integerToDecimal = (value: number): Decimal => ({ units: BigInt(value), scale: 0 });

/** Converts both numbers to the larger scale. */
function alignDecimalScales(a: Decimal, b: Decimal): { a: bigint; b: bigint; scale: number } {
  const scale = Math.max(a.scale, b.scale);
  return {
    a: a.units * computePowerOfTen(scale - a.scale),
    b: b.units * computePowerOfTen(scale - b.scale),
    scale,
  };
}

export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const { a, b, scale } = alignDecimalScales(left, right);
  return createDecimalWithinLimit(a + b, scale);
}

export const negateDecimal = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale });

export const subtractDecimals = (left: Decimal, right: Decimal): Decimal =>
  addDecimals(left, negateDecimal(right));

export const multiplyDecimals = (left: Decimal, right: Decimal): Decimal => {
  const [a, b] = [trimTrailingZeros(left), trimTrailingZeros(right)];
  return createDecimalWithinLimit(a.units * b.units, a.scale + b.scale);
};

/** Returns −1, 0 or 1. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const { a, b } = alignDecimalScales(left, right);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Divides two integers and rounds. */
function divideIntegersRounded(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [a, b] = [computeAbsolute(dividend), computeAbsolute(divisor)];
  const leftover = a % b;
  const isUp = rounding === 'up' ? leftover > 0n : rounding === 'half-up' && 2n * leftover >= b;
  const rounded = a / b + (isUp ? 1n : 0n);
  return isNegative ? -rounded : rounded;
}

/** Rounds to exactly `places` decimal places; pads with zeros if there are fewer. */
export function roundDecimal(
  value: Decimal,
  places: number,
  rounding: Rounding = 'half-up',
): Decimal {
  const { units, scale } = value;
  return scale <= places
    ? createDecimalWithinLimit(units * computePowerOfTen(places - scale), places)
    : {
        units: divideIntegersRounded(units, computePowerOfTen(scale - places), rounding),
        scale: places,
      };
}

/** Rounds once, to `places` decimal places. @throws ExpressionError for a divisor of 0 */
export function divideDecimals(
  left: Decimal,
  right: Decimal,
  places = DIVISION_PLACES,
  rounding: Rounding = 'half-up',
): Decimal {
  if (right.units === 0n) throw new ExpressionError('不能除以 0');
  const { a, b } = alignDecimalScales(left, right);
  return createDecimalWithinLimit(
    divideIntegersRounded(a * computePowerOfTen(places), b, rounding),
    places,
  );
}

/**
 * The remainder has the sign of the divisor, as in spreadsheets.
 * @throws ExpressionError for a divisor of 0
 */
export function computeRemainder(left: Decimal, right: Decimal): Decimal {
  if (right.units === 0n) throw new ExpressionError('不能除以 0');
  const { a, b, scale } = alignDecimalScales(left, right);
  const leftover = a % b;
  return { units: leftover !== 0n && leftover < 0n !== b < 0n ? leftover + b : leftover, scale };
}

export function trimTrailingZeros({ units, scale }: Decimal): Decimal {
  let [rest, places] = [units, scale];
  while (places > 0 && rest % 10n === 0n) {
    rest /= 10n;
    places -= 1;
  }
  return { units: rest, scale: places };
}

function groupThousands(digits: string): string {
  const head = digits.length % 3 || 3;
  return [digits.slice(0, head), ...(digits.slice(head).match(/\d{3}/g) ?? [])].join(',');
}

/** Writes all decimal places, without an exponent: `-1234.50`. `thousands` adds commas. */
export function formatDecimal({ units, scale }: Decimal, thousands = false): string {
  const digits = computeAbsolute(units)
    .toString()
    .padStart(scale + 1, '0');
  const [wholeDigits, rest] = [
    digits.slice(0, digits.length - scale),
    digits.slice(digits.length - scale),
  ];
  const integerDigits = thousands ? groupThousands(wholeDigits) : wholeDigits;
  return `${units < 0n ? '-' : ''}${integerDigits}${rest === '' ? '' : `.${rest}`}`;
}

/** Returns undefined if the value is not an integer between `min` and `max`. */
export function toIntegerInRange(value: Decimal, min: number, max: number): number | undefined {
  const { units, scale } = trimTrailingZeros(value);
  return scale === 0 && units >= BigInt(min) && units <= BigInt(max) ? Number(units) : undefined;
}
