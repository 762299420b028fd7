/**
 * Digits and units (ten, hundred, thousand) of `[DBNum1]`, `[DBNum2]` and `[DBNum3]` in Chinese
 * Excel.
 */
const NUMERALS = {
  1: { digits: '〇一二三四五六七八九', units: '十百千' },
  2: { digits: '零壹贰叁肆伍陆柒捌玖', units: '拾佰仟' },
  3: { digits: '０１２３４５６７８９', units: '十百千' },
} as const;
const GROUPS = ['', '万', '亿', '万亿', '亿亿'];
/** Maximum number of digits that the group names cover. */
const MAX_SPELLED_DIGITS = GROUPS.length * 4;

export type NumeralKind = keyof typeof NUMERALS;

/** Replaces each digit with its numeral: 2026 becomes 二〇二六. */
export const replaceDigitsWithNumerals = (text: string, kind: NumeralKind): string =>
  text.replaceAll(/\d/g, (digit) => NUMERALS[kind].digits[Number(digit)] ?? digit);

/** Spells up to four digits with their units. Consecutive inner zeros are written once. */
const spellFourDigitGroup = (digits: string, kind: NumeralKind): string => {
  const { digits: numerals, units } = NUMERALS[kind];
  let text = '';
  let hasGap = false;
  for (const [at, digit] of Array.from(digits).entries()) {
    if (digit === '0') hasGap = true;
    else {
      const unit = units[digits.length - at - 2] ?? '';
      text += `${hasGap && text !== '' ? numerals[0] : ''}${numerals[Number(digit)] ?? ''}${unit}`;
      hasGap = false;
    }
  }
  return text;
};

const spellWholeNumber = (digits: string, kind: NumeralKind): string => {
  const zero = NUMERALS[kind].digits[0] ?? '';
  const padded = digits.padStart(Math.ceil(digits.length / 4) * 4, '0');
  let text = '';
  let hasGap = false;
  for (let at = 0; at < padded.length; at += 4) {
    const group = padded.slice(at, at + 4);
    const spelled = spellFourDigitGroup(group, kind);
    if (spelled === '') {
      hasGap = true;
      continue;
    }
    const isApart = text !== '' && (hasGap || group.startsWith('0'));
    text += (isApart ? zero : '') + spelled + (GROUPS[(padded.length - at) / 4 - 1] ?? '');
    hasGap = false;
  }
  return text === '' ? zero : text;
};

/** Spells the numbers of a text, with decimals digit by digit: 120 becomes 一百二十. */
export const spellNumbers = (text: string, kind: NumeralKind): string =>
  text.replaceAll(/(\d+)(\.\d+)?/g, (match, digits: string, decimals = '') =>
    digits.length > MAX_SPELLED_DIGITS
      ? replaceDigitsWithNumerals(match, kind)
      : spellWholeNumber(digits, kind) + replaceDigitsWithNumerals(String(decimals), kind),
  );

/** Spells a part of a date. It omits the leading one before ten: 12 becomes 十二, 02 becomes 二. */
export const spellDatePart = (digits: string, kind: NumeralKind): string => {
  const { digits: numerals, units } = NUMERALS[kind];
  if (kind === 3) return replaceDigitsWithNumerals(digits, kind);
  const spelled = spellWholeNumber(String(Number(digits)), kind);
  return kind === 1 && spelled.startsWith(`${numerals[1] ?? ''}${units[0] ?? ''}`)
    ? spelled.slice(1)
    : spelled;
};
