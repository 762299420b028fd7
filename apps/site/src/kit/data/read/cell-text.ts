import { formatDate } from './date-text.ts';
import { chooseSection, type FormatSection, parseSections } from './format-sections.ts';
import { placeDigits, type Sign, writeOut } from './number-text.ts';
import { replaceDigits, spellNumbers } from './numerals.ts';

/** Formats a workbook does not write out (ECMA-376 part 1, 18.8.30), as Chinese Excel shows them. */
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

/** What the system shows by its own settings, here China's. */
const SYSTEM_FORMATS: readonly (readonly [RegExp, string])[] = [
  [/\[\$-x?f800/i, 'yyyy"年"m"月"d"日"'],
  [/\[\$-x?f400/i, 'h:mm:ss'],
];

const GENERAL = /^(.*?)(?:general|G\/通用格式)(.*)$/is;

/** Signs of a section of numbers; literals of any kind are text. */
const parseSigns = (section: string): Sign[] => {
  const signs: Sign[] = [];
  const pattern = /"([^"]*)"|[\\!](.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|([0#?.,])|(%)|(.)/gs;
  for (const [, quoted, escaped, currency, place, percent, other] of section.matchAll(pattern)) {
    const text = quoted ?? escaped ?? currency ?? other;
    if (place !== undefined) signs.push({ place });
    else if (percent !== undefined) signs.push({ text: '%', isPercent: true });
    else if (text !== undefined) signs.push({ text });
  }
  return signs;
};

const stripLiterals = (section: string): string =>
  section.replaceAll(/"[^"]*"|[\\!].|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gis, '');

const writeLiterals = (section: string): string =>
  parseSigns(section)
    .map((sign) => ('text' in sign ? sign.text : ''))
    .join('');

/** Whether a section shows days by the calendar or times by the clock, not how long something lasts. */
const isDateOnly = (section: string): boolean => {
  const plain = stripLiterals(section);
  return /[ymdhsaeg]/i.test(plain) && !GENERAL.test(section) && !/\[[hms]+\]|[0#?]/i.test(plain);
};

/** Shows a number that has no sign. */
type Show = (value: number, is1904: boolean) => string;

const compileSection = ({ text, numerals, isChinese }: FormatSection): Show => {
  const say = (shown: string): string => (numerals ? replaceDigits(shown, numerals) : shown);
  const spell = (shown: string): string => (numerals ? spellNumbers(shown, numerals) : shown);
  const plain = stripLiterals(text);
  const around = GENERAL.exec(text);
  if (around) {
    const [before, after] = [writeLiterals(around[1] ?? ''), writeLiterals(around[2] ?? '')];
    return (value) => before + spell(writeOut(value)) + after;
  }
  // Powers of ten, fractions and text: the number is written out, with the words around it.
  if (/[?#0]\s*\/\s*[?#0-9]|^\s*@\s*$/.test(plain)) return (value) => spell(writeOut(value));
  if (/[0#?][eE][+-]/.test(plain)) return (value) => spell(writeOut(value));
  // A kind of numerals and nothing else stands for numbers as they are said.
  if (numerals && text.trim() === '') return (value) => spell(writeOut(value));
  const signs = parseSigns(text);
  const showDigits: Show = (value) => say(placeDigits(signs, value)).trim();
  if (!/[ymdhsaeg]/i.test(plain)) return showDigits;
  const otherwise: Show = /[0#?]/.test(plain.replaceAll(/\.0+/g, ''))
    ? showDigits
    : (value) => writeOut(value);
  return (value, is1904) =>
    formatDate(text, { serial: value, is1904, numerals, isChinese }) ?? otherwise(value, is1904);
};

/** A digit that is not zero, in any kind of numerals: without one a number is shown as zero, which has no sign. */
const HAS_DIGIT = /[1-9１-９一二三四五六七八九壹贰叁肆伍陆柒捌玖]/;

type Format = { number: Show; text: (value: string) => string };

const compile = (format: string): Format => {
  const system = SYSTEM_FORMATS.find(([mark]) => mark.test(format));
  const sections = parseSections(system ? system[1] : format);
  const shows = new Map(sections.map((section) => [section, compileSection(section)]));
  const number: Show = (value, is1904) => {
    const chosen = chooseSection(sections, value);
    const show = chosen && shows.get(chosen.section);
    // No day is before the first; Excel fills such a cell with #.
    if (!show || (value < 0 && isDateOnly(chosen.section.text))) return writeOut(value);
    const text = show(Math.abs(value), is1904);
    const isSigned = value < 0 && !chosen.isUnsigned && HAS_DIGIT.test(text);
    return isSigned ? `-${text}` : text;
  };
  const last = sections.at(-1)?.text ?? '';
  const hasText = sections.length > 3 || stripLiterals(last).includes('@');
  const signs = hasText ? parseSigns(last.replace(GENERAL, '$1@$2')) : [];
  const text = (value: string): string =>
    hasText
      ? signs
          .map((sign) => ('text' in sign ? (sign.text === '@' ? value : sign.text) : sign.place))
          .join('')
      : value;
  return { number, text };
};

const compiled = new Map<string, Format>();

const compileOnce = (format: string): Format => {
  const there = compiled.get(format);
  if (there) return there;
  const parsed = compile(format);
  compiled.set(format, parsed);
  return parsed;
};

/** A number as the sheet shows it; one that Excel would show in powers of ten or as a fraction is written out instead. */
export const formatNumber = (value: number, format: string, is1904: boolean): string =>
  format === 'General' ? writeOut(value) : compileOnce(format).number(value, is1904);

/** A text as the sheet shows it: formats may have words around it, or hide it. */
export const formatText = (value: string, format: string): string =>
  format === 'General' || format === '@' ? value : compileOnce(format).text(value);
