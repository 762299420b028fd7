import { CLASS } from './line-class.gen.ts';
import { classSet, keepTogether, lineClasses, unicodeBreaks } from './line-break.ts';

/** What a break before a character would be, the better the higher. */
export const BREAK = {
  /** It would begin or end a line with what must not stand there. */
  WRONG: 0,
  /** Inside a word, or a number with its unit. */
  INSIDE: 1,
  /** The same, behind a hyphen or a slash of it. */
  AT_HYPHEN: 2,
  ALLOWED: 3,
} as const;

const { AL, CL, CP, EX, IS, SY, NS, PO, PR, IN, B2, BB, BA, HY, OP, CM, QU, SP } = CLASS;

/** Never at the start of a line, spaces before it or not: closing punctuation, ％ ‰ ℃, …… and ——. */
const NO_START = classSet(CL, CP, EX, IS, SY, NS, PO, IN, B2, CM);
/** Never at the end of a line, spaces behind it or not: opening brackets and quotes, ￥ № ±. */
const NO_END = classSet(OP, PR, BB);
const HYPHENS = classSet(HY, SY, BA);

/** The middle dot, the wave and the slash join two things and begin no line (CLREQ 3.1.6). */
const JOINING = new Set(Array.from('·～／－', (sign) => sign.codePointAt(0)));
const IDEOGRAPHIC_SPACE = 0x3000;
const OPENING_QUOTES = new Set([0x2018, 0x201c]);
const CLOSING_QUOTES = new Set([0x2019, 0x201d]);

/** UAX #14 takes a curly quote for either side; in Chinese each has its own, but for an apostrophe inside a word. */
function chineseClasses(codePoints: readonly number[]): Uint8Array {
  const classes = lineClasses(codePoints);
  return classes.map((own, i) => {
    const code = codePoints[i] ?? 0;
    // Dropped at a break, as a space is.
    if (code === IDEOGRAPHIC_SPACE) return SP;
    if (OPENING_QUOTES.has(code)) return OP;
    if (JOINING.has(code)) return NS;
    if (!CLOSING_QUOTES.has(code)) return own;
    return classes[i - 1] === AL && classes[i + 1] === AL ? QU : CL;
  });
}

const LATIN_UNITS =
  '(?:[kKmMμcdGT]?(?:g|m|l|L|s|h|W|V|A|N|Pa|Hz|B|b|J|cal|Wh|Ah|Ω)|min|kn|rpm|dpi|pt|px|in|oz|lb|pcs|PCS|ppm|dB|[kM]?W·h)[²³]?(?![A-Za-z])';
const CHINESE_UNITS =
  '[十百千万亿]*(?:(?:平方|立方)?[毫微厘分千公海]?[克升米斤吨里瓦伏安帕焦卡赫尺寸]|[元角分两钱年月日号时点秒天周岁度折倍个件箱盒袋瓶罐包桶支片粒枚只条张套卷双对组板层楼室座码亩]|小时|人份|[十百千万亿]+)';
const SQUARED_UNITS = '[㎎㎏㎜㎝㎞㎡㏄㏎㎖㎥°℃℉%％‰′″]';
const UNIT = `(?:${LATIN_UNITS}|${CHINESE_UNITS}|${SQUARED_UNITS})`;
const DIGITS = '[0-9０-９]';
/** A number with its sign and its unit, a space between them or not: ≥12.5 kg, 60×40 mm, 9.9元/斤, 2026年5月. */
const QUANTITY = new RegExp(
  `[≤≥<>≈±+−]?${DIGITS}+(?:[.,:/×xX*~～\\-–．：][+−-]?${DIGITS}+)*(?: ?${UNIT}(?:[/／]${UNIT})?)?`,
  'g',
);

const isSpace = (one: number | undefined): boolean => one === SP;

/**
 * What a break would be before each character of a paragraph: UAX #14, and what Chinese asks beyond it (GB/T 15834,
 * CLREQ 3.1.6). Linear in the text.
 */
export function breakLevels(codePoints: readonly number[]): Uint8Array {
  const classes = chineseClasses(codePoints);
  const breaks = unicodeBreaks(codePoints, classes);
  const text = codePoints.map((one) => String.fromCharCode(one < 0x1_0000 ? one : 0x4e00)).join('');
  keepTogether(breaks, text, QUANTITY);
  /** The last character that is no space. */
  let last = 0;
  return breaks.map((isBreak, i) => {
    const own = classes[i] ?? AL;
    const [before, beforeSpaces] = [classes[i - 1], classes[last] ?? AL];
    if (!isSpace(own)) last = i;
    if (i === 0 || NO_START[own] || (NO_END[beforeSpaces] && !isSpace(own))) return BREAK.WRONG;
    if (isBreak === 1) return BREAK.ALLOWED;
    return before !== undefined && HYPHENS[before] ? BREAK.AT_HYPHEN : BREAK.INSIDE;
  });
}
