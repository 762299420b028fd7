import { dateText } from './date-text.ts';
import { inPlaces, plainNumber, type Sign } from './number-text.ts';

/** Formats a workbook does not write out (ECMA-376 part 1, 18.8.30), as Chinese Excel shows them. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"¥"#,##0;-"¥"#,##0',
  6: '"¥"#,##0;-"¥"#,##0',
  7: '"¥"#,##0.00;-"¥"#,##0.00',
  8: '"¥"#,##0.00;-"¥"#,##0.00',
  9: '0%',
  10: '0.00%',
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
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
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
const SYSTEM: readonly (readonly [RegExp, string])[] = [
  [/\[\$-x?f800/i, 'yyyy"年"m"月"d"日"'],
  [/\[\$-x?f400/i, 'h:mm:ss'],
];

/** Longest format that is looked at, characters: Excel takes 255. */
const MOST = 500;

/** What a format's number means when the workbook itself has none of that number. */
export const builtInFormat = (id: number): string => BUILT_IN[id] ?? 'General';

const sectionsOf = (format: string): string[] =>
  Array.from(
    format.matchAll(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\[]|["\\[])+|(?<=;)(?=;|$)/gs),
    ([section]) => section,
  );

/** Signs of a format of numbers; literals of any kind are text. */
const signsOf = (section: string): Sign[] => {
  const signs: Sign[] = [];
  const pattern = /"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|([0#?.,])|(%)|(.)/gs;
  for (const [, quoted, escaped, currency, place, percent, other] of section.matchAll(pattern)) {
    const text = quoted ?? escaped ?? currency ?? other;
    if (place !== undefined) signs.push({ place });
    else if (percent !== undefined) signs.push({ text: '%', isPercent: true });
    else if (text !== undefined) signs.push({ text });
  }
  return signs;
};

const bare = (section: string): string =>
  section.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gis, '');

type Show = (value: number, is1904: boolean) => string;

const written = (part: string): string =>
  signsOf(part)
    .map((sign) => ('text' in sign ? sign.text : ''))
    .join('');

const plainly: Show = (value) => plainNumber(value);

/** How a section shows a number; it gets no sign but in `General`, where it is the number's own. */
const showOf = (section: string): Show => {
  const plain = bare(section);
  const around = /^(.*?)general(.*)$/is.exec(section);
  if (around) {
    const [before, after] = [written(around[1] ?? ''), written(around[2] ?? '')];
    return (value) => before + plainNumber(value) + after;
  }
  // Powers of ten, fractions and text: the number is written out.
  if (/[eE][+-]|[?#0]\s*\/\s*[?#0-9]|^\s*@\s*$/.test(plain)) return plainly;
  const signs = signsOf(section);
  const inDigits: Show = (value) => inPlaces(signs, value).trim();
  if (!/[ymdhsae]/i.test(plain)) return inDigits;
  const otherwise = /[0#?]/.test(plain.replaceAll(/\.0+/g, '')) ? inDigits : plainly;
  return (value, is1904) => dateText(section, value, is1904) ?? otherwise(value, is1904);
};

const compile = (format: string): Show => {
  const system = SYSTEM.find(([mark]) => mark.test(format));
  const sections = sectionsOf(system ? system[1] : format.slice(0, MOST));
  const [positive = plainly, negative, zero] = sections.map(showOf);
  const isConditional = /\[[<>=]/.test(sections[0] ?? '');
  return (value, is1904) => {
    if (value < 0 && negative && !isConditional) return negative(-value, is1904);
    if (value === 0 && zero && !isConditional) return zero(value, is1904);
    const text = positive(Math.abs(value), is1904);
    return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
  };
};

const compiled = new Map<string, Show>();

/** Whole as it is written: what most numbers are. */
const PLAIN = /^-?(?:0|[1-9]\d{0,14})$/;

/** A number of a cell as the sheet shows it; one that Excel would show in powers of ten is written out instead. */
export const shownNumber = (raw: string, format: string, is1904: boolean): string => {
  if (format === 'General' && PLAIN.test(raw)) return raw;
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  let show = compiled.get(format);
  if (!show) {
    show = compile(format);
    compiled.set(format, show);
  }
  return show(value, is1904);
};
