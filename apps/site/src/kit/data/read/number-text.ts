/**
 * A number as written in the file without exponent, rounded to the 15 digits Excel keeps: 1.2E+17 is
 * 120000000000000000, 49.899999999999999 is 49.9.
 */
export const writeOut = (value: number): string => {
  if (!Number.isFinite(value)) return '';
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  const [mantissa = '', power = '0'] = value.toExponential(14).split('e');
  const isNegative = mantissa.startsWith('-');
  const digits = mantissa
    .replace('-', '')
    .replace('.', '')
    .replace(/(?<!0)0+$/, '');
  if (digits === '') return '0';
  const point = Number(power) + 1;
  const text =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits + '0'.repeat(point - digits.length)
        : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return isNegative ? `-${text}` : text;
};

/** Rounded half away from zero, as Excel shows it, with exactly so many decimals; the sign is left out. */
const round = (value: number, decimals: number): { whole: string; fraction: string } => {
  const [whole = '0', fraction = ''] = writeOut(Math.abs(value)).split('.');
  const cut = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const isUp = (fraction[decimals] ?? '0') >= '5';
  const digits = String(isUp ? cut + 1n : cut).padStart(decimals + 1, '0');
  return {
    whole: digits.slice(0, digits.length - decimals),
    fraction: decimals === 0 ? '' : digits.slice(-decimals),
  };
};

/** One sign of a format: what is written as it is, or what digits are put in. */
export type Sign = { text: string; isPercent?: true } | { place: string };

const isDigit = (sign: Sign): boolean => 'place' in sign && '0#?'.includes(sign.place);
const isPoint = (sign: Sign): boolean => 'place' in sign && sign.place === '.';
const isComma = (sign: Sign): boolean => 'place' in sign && sign.place === ',';

/** Most decimals anybody reads. */
const MAX_DECIMALS = 30;

/** The digits before the point put into their places from the right, the first place takes all that are left. */
const wholeText = (signs: readonly Sign[], digits: string, isGrouped: boolean): string => {
  const places = signs.filter(isDigit).length;
  const least = signs.filter((sign) => 'place' in sign && sign.place === '0').length;
  let rest = (digits === '0' && least === 0 ? '' : digits).padStart(least, '0');
  let out = '';
  let left = places;
  let written = 0;
  const put = (digit: string): void => {
    if (isGrouped && written > 0 && written % 3 === 0) out = `,${out}`;
    out = digit + out;
    written += 1;
  };
  for (const sign of signs.toReversed()) {
    if ('text' in sign) out = sign.text + out;
    else if (isDigit(sign)) {
      left -= 1;
      const many = left === 0 ? rest.length : Math.min(1, rest.length);
      for (const digit of Array.from(rest.slice(rest.length - many)).toReversed()) put(digit);
      rest = rest.slice(0, rest.length - many);
    }
  }
  return out;
};

const fractionText = (signs: readonly Sign[], digits: string): string => {
  let at = 0;
  let out = '';
  const needed = signs.reduce(
    (most, sign, i) => ('place' in sign && sign.place === '0' ? i : most),
    -1,
  );
  for (const [i, sign] of signs.entries()) {
    if ('text' in sign) out += sign.text;
    else if (isDigit(sign)) {
      const digit = digits[at] ?? '0';
      if (i <= needed || /[1-9]/.test(digits.slice(at))) out += digit;
      at += 1;
    }
  }
  return out;
};

const countLeading = (signs: readonly Sign[], is: (sign: Sign) => boolean): number => {
  const end = signs.findIndex((sign) => !is(sign));
  return end < 0 ? signs.length : end;
};

/** A number in the places of one section of a format, its sign left out. */
export const placeDigits = (signs: readonly Sign[], value: number): string => {
  const first = signs.findIndex(isDigit);
  if (first < 0) return signs.map((sign) => ('text' in sign ? sign.text : '')).join('');
  const last = signs.findLastIndex(isDigit);
  const pointAt = signs.findIndex(isPoint);
  const point = pointAt < 0 ? signs.length : pointAt;
  const wholeEnd = signs.slice(0, point).findLastIndex(isDigit);
  const isGrouped = signs.slice(first, wholeEnd + 1).some(isComma);
  const afterLast = signs.slice(Math.max(last, point - 1) + 1);
  const scaling =
    pointAt < 0 || last < point ? [] : afterLast.slice(0, countLeading(afterLast, isComma));
  const thousands = [...signs.slice(wholeEnd + 1, point), ...scaling].filter(isComma).length;
  const percents = signs.filter((sign) => 'isPercent' in sign).length;
  const fractionSigns = signs.slice(point + 1);
  const decimals = Math.min(MAX_DECIMALS, fractionSigns.filter(isDigit).length);
  const { whole, fraction } = round(value * 100 ** percents * 1000 ** -thousands, decimals);
  const written = (some: readonly Sign[]): string =>
    some.map((sign) => ('text' in sign ? sign.text : '')).join('');
  const shown =
    pointAt < 0 ? '' : fractionText(signs.slice(point + 1, Math.max(point, last) + 1), fraction);
  const separator = pointAt >= 0 && (shown !== '' || last < point) ? '.' : '';
  return (
    written(signs.slice(0, first)) +
    wholeText(signs.slice(first, point), whole, isGrouped) +
    separator +
    shown +
    written(signs.slice(Math.max(point, last) + 1))
  );
};
