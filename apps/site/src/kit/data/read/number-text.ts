/**
 * Writes a number without exponent, rounded to the 15 digits that Excel stores: 1.2E+17 becomes
 * 120000000000000000, 49.899999999999999 becomes 49.9.
 */
export const formatPlainNumber = (value: number): string => {
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

/**
 * Rounds half away from zero, as Excel does, to exactly `decimals` decimals. The sign is omitted.
 */
const roundDecimal = (value: number, decimals: number): { whole: string; fraction: string } => {
  const [wholeDigits = '0', fraction = ''] = formatPlainNumber(Math.abs(value)).split('.');
  const cut = BigInt(wholeDigits + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const isUp = (fraction[decimals] ?? '0') >= '5';
  const digits = String(isUp ? cut + 1n : cut).padStart(decimals + 1, '0');
  return {
    whole: digits.slice(0, digits.length - decimals),
    fraction: decimals === 0 ? '' : digits.slice(-decimals),
  };
};

/** A token of a number format: literal text or a digit placeholder. */
export type FormatToken = { text: string; isPercent?: true } | { place: string };

const isDigitPlaceholder = (sign: FormatToken): boolean =>
  'place' in sign && '0#?'.includes(sign.place);
const isDecimalPoint = (sign: FormatToken): boolean => 'place' in sign && sign.place === '.';
const isCommaPlaceholder = (sign: FormatToken): boolean => 'place' in sign && sign.place === ',';

const MAX_DECIMALS = 30;

/**  Places the integer digits from the right. The first placeholder takes all remaining digits. */
const formatWholePart = (
  signs: readonly FormatToken[],
  digits: string,
  isGrouped: boolean,
): string => {
  const places = signs.filter(isDigitPlaceholder).length;
  const min = signs.filter((sign) => 'place' in sign && sign.place === '0').length;
  let digitsLeft = (digits === '0' && min === 0 ? '' : digits).padStart(min, '0');
  let out = '';
  let placesLeft = places;
  let writtenCount = 0;
  const writeGroupedDigit = (digit: string): void => {
    if (isGrouped && writtenCount > 0 && writtenCount % 3 === 0) out = `,${out}`;
    out = digit + out;
    writtenCount += 1;
  };
  for (const sign of signs.toReversed()) {
    if ('text' in sign) out = sign.text + out;
    else if (isDigitPlaceholder(sign)) {
      placesLeft -= 1;
      const digitCount = placesLeft === 0 ? digitsLeft.length : Math.min(1, digitsLeft.length);
      for (const digit of Array.from(digitsLeft.slice(digitsLeft.length - digitCount)).toReversed())
        writeGroupedDigit(digit);
      digitsLeft = digitsLeft.slice(0, digitsLeft.length - digitCount);
    }
  }
  return out;
};

const formatFractionDigits = (signs: readonly FormatToken[], digits: string): string => {
  let at = 0;
  let out = '';
  const neededDigits = signs.reduce(
    (max, sign, i) => ('place' in sign && sign.place === '0' ? i : max),
    -1,
  );
  for (const [i, sign] of signs.entries()) {
    if ('text' in sign) out += sign.text;
    else if (isDigitPlaceholder(sign)) {
      const digit = digits[at] ?? '0';
      if (i <= neededDigits || /[1-9]/.test(digits.slice(at))) out += digit;
      at += 1;
    }
  }
  return out;
};

const countLeadingTokens = (
  signs: readonly FormatToken[],
  is: (sign: FormatToken) => boolean,
): number => {
  const end = signs.findIndex((sign) => !is(sign));
  return end < 0 ? signs.length : end;
};

/** Formats a number with one section of a format. The sign is omitted. */
export const formatNumberByTokens = (signs: readonly FormatToken[], value: number): string => {
  const first = signs.findIndex(isDigitPlaceholder);
  if (first < 0) return signs.map((sign) => ('text' in sign ? sign.text : '')).join('');
  const lastDigit = signs.findLastIndex(isDigitPlaceholder);
  const pointAt = signs.findIndex(isDecimalPoint);
  const point = pointAt < 0 ? signs.length : pointAt;
  const wholeEnd = signs.slice(0, point).findLastIndex(isDigitPlaceholder);
  const isGrouped = signs.slice(first, wholeEnd + 1).some(isCommaPlaceholder);
  const afterLast = signs.slice(Math.max(lastDigit, point - 1) + 1);
  const scaling =
    pointAt < 0 || lastDigit < point
      ? []
      : afterLast.slice(0, countLeadingTokens(afterLast, isCommaPlaceholder));
  const thousands = [...signs.slice(wholeEnd + 1, point), ...scaling].filter(
    isCommaPlaceholder,
  ).length;
  const percents = signs.filter((sign) => 'isPercent' in sign).length;
  const fractionSigns = signs.slice(point + 1);
  const decimals = Math.min(MAX_DECIMALS, fractionSigns.filter(isDigitPlaceholder).length);
  const { whole, fraction } = roundDecimal(value * 100 ** percents * 1000 ** -thousands, decimals);
  const formatLiteralTokens = (tokens: readonly FormatToken[]): string =>
    tokens.map((sign) => ('text' in sign ? sign.text : '')).join('');
  const fractionPart =
    pointAt < 0
      ? ''
      : formatFractionDigits(signs.slice(point + 1, Math.max(point, lastDigit) + 1), fraction);
  const separator = pointAt >= 0 && (fractionPart !== '' || lastDigit < point) ? '.' : '';
  return (
    formatLiteralTokens(signs.slice(0, first)) +
    formatWholePart(signs.slice(first, point), whole, isGrouped) +
    separator +
    fractionPart +
    formatLiteralTokens(signs.slice(Math.max(point, lastDigit) + 1))
  );
};
