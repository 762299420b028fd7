import { CLASS } from './line-class.gen.ts';
import { classSet, classTable, keepTogether, lineClasses, unicodeBreaks } from './line-break.ts';

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

/**
 * Classes that are others in Chinese text. UAX #14 takes a curly quote for either side; in Chinese each has its own. The
 * middle dot, the wave and the slash join two things and begin no line (CLREQ 3.1.6). An ideographic space is dropped at
 * a break, as a space is.
 */
const TAILORED: readonly (readonly [string, number])[] = [
  ['‘“', OP],
  ['’”', CL],
  ['·～／－', NS],
  ['　', SP],
];
const APOSTROPHE = 0x2019;
let table: Uint8Array | undefined;

function chineseTable(): Uint8Array {
  if (table !== undefined) return table;
  const made = classTable().slice();
  for (const [signs, own] of TAILORED)
    for (const sign of signs) made[sign.codePointAt(0) ?? 0] = own;
  table = made;
  return made;
}

function chineseClasses(codePoints: readonly number[]): Uint8Array {
  const classes = lineClasses(codePoints, chineseTable());
  // Inside a word it is no quote.
  for (
    let at = codePoints.indexOf(APOSTROPHE);
    at >= 0;
    at = codePoints.indexOf(APOSTROPHE, at + 1)
  )
    if (classes[at - 1] === AL && classes[at + 1] === AL) classes[at] = QU;
  return classes;
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

const isDigit = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0xff10 && code <= 0xff19);

function keepQuantities(breaks: Uint8Array, codePoints: readonly number[]): void {
  if (!codePoints.some(isDigit)) return;
  let text = '';
  for (const code of codePoints) text += String.fromCharCode(code < 0x1_0000 ? code : 0x4e00);
  keepTogether(breaks, text, QUANTITY);
}

/**
 * What a break would be before each character of a paragraph: UAX #14, and what Chinese asks beyond it (GB/T 15834,
 * CLREQ 3.1.6). Linear in the text.
 */
export function breakLevels(codePoints: readonly number[]): Uint8Array {
  const classes = chineseClasses(codePoints);
  const levels = unicodeBreaks(codePoints, classes);
  keepQuantities(levels, codePoints);
  /** Of the last character that is no space. */
  let beforeSpaces: number = AL;
  for (let i = 0; i < levels.length; i += 1) {
    const own = classes[i] ?? AL;
    const isWrong = i === 0 || NO_START[own] === 1 || (own !== SP && NO_END[beforeSpaces] === 1);
    if (isWrong) levels[i] = BREAK.WRONG;
    else if (levels[i] === 1) levels[i] = BREAK.ALLOWED;
    else levels[i] = HYPHENS[classes[i - 1] ?? AL] ? BREAK.AT_HYPHEN : BREAK.INSIDE;
    if (own !== SP) beforeSpaces = own;
  }
  return levels;
}
