/** Digits and the units of ten, hundred and thousand of `[DBNum1]`, `[DBNum2]` and `[DBNum3]`, as Chinese Excel has them. */
const NUMERALS = {
  1: { digits: '〇一二三四五六七八九', units: '十百千' },
  2: { digits: '零壹贰叁肆伍陆柒捌玖', units: '拾佰仟' },
  3: { digits: '０１２３４５６７８９', units: '十百千' },
} as const;
const GROUPS = ['', '万', '亿', '万亿', '亿亿'];
/** Digits the names of groups are enough for. */
const MAX_SPELLED = GROUPS.length * 4;

export type NumeralKind = keyof typeof NUMERALS;

/** Each digit replaced by its numeral, all else as it is: 2026 is 二〇二六. */
export const replaceDigits = (text: string, kind: NumeralKind): string =>
  text.replaceAll(/\d/g, (digit) => NUMERALS[kind].digits[Number(digit)] ?? digit);

/** Up to four digits with their units; zeros between others are said once. */
const spellGroup = (digits: string, kind: NumeralKind): string => {
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

const spellWhole = (digits: string, kind: NumeralKind): string => {
  const zero = NUMERALS[kind].digits[0] ?? '';
  const padded = digits.padStart(Math.ceil(digits.length / 4) * 4, '0');
  let text = '';
  let hasGap = false;
  for (let at = 0; at < padded.length; at += 4) {
    const group = padded.slice(at, at + 4);
    const spelled = spellGroup(group, kind);
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

/** The numbers of a text spelled as they are said, decimals digit by digit: 120 is 一百二十. */
export const spellNumbers = (text: string, kind: NumeralKind): string =>
  text.replaceAll(/(\d+)(\.\d+)?/g, (whole, digits: string, decimals = '') =>
    digits.length > MAX_SPELLED
      ? replaceDigits(whole, kind)
      : spellWhole(digits, kind) + replaceDigits(String(decimals), kind),
  );

/** A part of a date, which is said without the one before ten: 12 is 十二, 02 is 二. */
export const spellDatePart = (digits: string, kind: NumeralKind): string => {
  const { digits: numerals, units } = NUMERALS[kind];
  if (kind === 3) return replaceDigits(digits, kind);
  const spelled = spellWhole(String(Number(digits)), kind);
  return kind === 1 && spelled.startsWith(`${numerals[1] ?? ''}${units[0] ?? ''}`)
    ? spelled.slice(1)
    : spelled;
};
