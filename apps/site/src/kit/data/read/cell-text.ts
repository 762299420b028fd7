import { formatSerialDate } from './date-text.ts';
import { chooseSection, type FormatSection, parseFormatSections } from './format-sections.ts';
import { formatNumberByTokens, type FormatToken, formatPlainNumber } from './number-text.ts';
import { replaceDigitsWithNumerals, spellNumbers } from './numerals.ts';

/** Built-in number formats (ECMA-376 part 1, 18.8.30) as Chinese Excel displays them. */
export const BUILT_IN_FORMATS: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"¥"#,##0;"¥"-#,##0',
  6: '"¥"#,##0;"¥"-#,##0',
  7: '"¥"#,##0.00;"¥"-#,##0.00',
  8: '"¥"#,##0.00;"¥"-#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy/m/d',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy/m/d h:mm',
  27: 'yyyy"年"m"月"',
  28: 'm"月"d"日"',
  29: 'm"月"d"日"',
  30: 'm-d-yy',
  31: 'yyyy"年"m"月"d"日"',
  32: 'h"时"mm"分"',
  33: 'h"时"mm"分"ss"秒"',
  34: '上午/下午h"时"mm"分"',
  35: '上午/下午h"时"mm"分"ss"秒"',
  36: 'yyyy"年"m"月"',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  41: '#,##0;-#,##0;"-";@',
  42: '"¥"#,##0;"¥"-#,##0;"¥""-";@',
  43: '#,##0.00;-#,##0.00;"-";@',
  44: '"¥"#,##0.00;"¥"-#,##0.00;"¥""-";@',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
  50: 'yyyy"年"m"月"',
  51: 'm"月"d"日"',
  52: 'yyyy"年"m"月"',
  53: 'm"月"d"日"',
  54: 'm"月"d"日"',
  55: '上午/下午h"时"mm"分"',
  56: '上午/下午h"时"mm"分"ss"秒"',
  57: 'yyyy"年"m"月"',
  58: 'm"月"d"日"',
};

/** Formats that follow the system locale; here for China. */
const SYSTEM_FORMATS: readonly (readonly [RegExp, string])[] = [
  [/\[\$-x?f800/i, 'yyyy"年"m"月"d"日"'],
  [/\[\$-x?f400/i, 'h:mm:ss'],
];

const GENERAL = /^(.*?)(?:general|G\/通用格式)(.*)$/is;

/** Parses the tokens of a number section. Literals of any kind become text. */
const parseFormatTokens = (section: string): FormatToken[] => {
  const signs: FormatToken[] = [];
  const pattern = /"([^"]*)"|[\\!](.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|([0#?.,])|(%)|(.)/gs;
  for (const [, quoted, escaped, currency, place, percent, otherText] of section.matchAll(
    pattern,
  )) {
    const text = quoted ?? escaped ?? currency ?? otherText;
    if (place !== undefined) signs.push({ place });
    else if (percent !== undefined) signs.push({ text: '%', isPercent: true });
    else if (text !== undefined) signs.push({ text });
  }
  return signs;
};

const stripLiterals = (section: string): string =>
  section.replaceAll(/"[^"]*"|[\\!].|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gis, '');

const extractLiteralText = (section: string): string =>
  parseFormatTokens(section)
    .map((sign) => ('text' in sign ? sign.text : ''))
    .join('');

/** True when a section shows calendar dates or times of day, not durations. */
const isDateFormatSection = (section: string): boolean => {
  const plainText = stripLiterals(section);
  return (
    /[ymdhsaeg]/i.test(plainText) && !GENERAL.test(section) && !/\[[hms]+\]|[0#?]/i.test(plainText)
  );
};

/** Formats a non-negative number. */
type FormatNumber = (value: number, is1904: boolean) => string;

const compileFormatSection = ({ text, numerals, isChinese }: FormatSection): FormatNumber => {
  const localizeDigits = (text: string): string =>
    numerals ? replaceDigitsWithNumerals(text, numerals) : text;
  const spellIfChineseNumerals = (text: string): string =>
    numerals ? spellNumbers(text, numerals) : text;
  const plainText = stripLiterals(text);
  const generalMatch = GENERAL.exec(text);
  if (generalMatch) {
    const [before, after] = [
      extractLiteralText(generalMatch[1] ?? ''),
      extractLiteralText(generalMatch[2] ?? ''),
    ];
    return (value) => before + spellIfChineseNumerals(formatPlainNumber(value)) + after;
  }
  // Exponents, fractions and text: write the full number with the surrounding text.
  if (/[?#0]\s*\/\s*[?#0-9]|^\s*@\s*$/.test(plainText))
    return (value) => spellIfChineseNumerals(formatPlainNumber(value));
  if (/[0#?][eE][+-]/.test(plainText))
    return (value) => spellIfChineseNumerals(formatPlainNumber(value));
  // A numeral system without a format means numbers spelled out in words.
  if (numerals && text.trim() === '')
    return (value) => spellIfChineseNumerals(formatPlainNumber(value));
  const signs = parseFormatTokens(text);
  const formatLocalizedDigits: FormatNumber = (value) =>
    localizeDigits(formatNumberByTokens(signs, value)).trim();
  if (!/[ymdhsaeg]/i.test(plainText)) return formatLocalizedDigits;
  const otherwise: FormatNumber = /[0#?]/.test(plainText.replaceAll(/\.0+/g, ''))
    ? formatLocalizedDigits
    : (value) => formatPlainNumber(value);
  return (value, is1904) =>
    formatSerialDate(text, { serial: value, is1904, numerals, isChinese }) ??
    otherwise(value, is1904);
};

/**
 * A non-zero digit in any numeral system. A number without such a digit is displayed as zero,
 * without a sign.
 */
const HAS_DIGIT = /[1-9１-９一二三四五六七八九壹贰叁肆伍陆柒捌玖]/;

type CompiledFormat = { showNumber: FormatNumber; showText: (value: string) => string };

const compileCellFormat = (format: string): CompiledFormat => {
  const system = SYSTEM_FORMATS.find(([mark]) => mark.test(format));
  const sections = parseFormatSections(system ? system[1] : format);
  const shows = new Map(sections.map((section) => [section, compileFormatSection(section)]));
  const formatNumberBySections: FormatNumber = (value, is1904) => {
    const chosenSection = chooseSection(sections, value);
    const show = chosenSection && shows.get(chosenSection.section);
    // Negative dates do not exist; Excel fills such a cell with #.
    if (!show || (value < 0 && isDateFormatSection(chosenSection.section.text)))
      return formatPlainNumber(value);
    const text = show(Math.abs(value), is1904);
    const isSigned = value < 0 && !chosenSection.isUnsigned && HAS_DIGIT.test(text);
    return isSigned ? `-${text}` : text;
  };
  const lastSection = sections.at(-1)?.text ?? '';
  const hasText = sections.length > 3 || stripLiterals(lastSection).includes('@');
  const signs = hasText ? parseFormatTokens(lastSection.replace(GENERAL, '$1@$2')) : [];
  const formatText = (value: string): string =>
    hasText
      ? signs
          .map((sign) => ('text' in sign ? (sign.text === '@' ? value : sign.text) : sign.place))
          .join('')
      : value;
  return { showNumber: formatNumberBySections, showText: formatText };
};

const compiled = new Map<string, CompiledFormat>();

const compileFormatCached = (format: string): CompiledFormat => {
  const cachedFormat = compiled.get(format);
  if (cachedFormat) return cachedFormat;
  const compiledFormat = compileCellFormat(format);
  compiled.set(format, compiledFormat);
  return compiledFormat;
};

/**
 * Formats a number as the sheet displays it. Numbers that Excel displays with an exponent or as a
 * fraction are written in full instead.
 */
export const formatCellNumber = (value: number, format: string, is1904: boolean): string =>
  format === 'General'
    ? formatPlainNumber(value)
    : compileFormatCached(format).showNumber(value, is1904);

/** Formats text as the sheet displays it. A format can add text or hide the value. */
export const formatCellText = (value: string, format: string): string =>
  format === 'General' || format === '@' ? value : compileFormatCached(format).showText(value);
