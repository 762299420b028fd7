import { CLASS } from './line-class.gen.ts';
import {
  createBreakClassSet,
  getLineBreakClassTable,
  removeBreaksInMatches,
  getLineBreakClasses,
  computeUnicodeLineBreaks,
} from './line-break.ts';

/** Quality of a break before a character; higher is better. */
export const BREAK = {
  /** A line would start or end with a forbidden character. */
  FORBIDDEN: 0,
  /** Inside a word, or between a number and its unit: only where a line has no better break. */
  INSIDE: 1,
  /** Inside a word, after its hyphen or slash: preferred to `INSIDE`. */
  AT_HYPHEN: 2,
  ALLOWED: 3,
} as const;

const { AL, CL, CP, EX, IS, SY, NS, PO, PR, IN, B2, BB, BA, HY, OP, CM, QU, SP } = CLASS;

/** Forbidden at the start of a line, also after spaces: closing punctuation, ％ ‰ ℃, …… and ——. */
const NO_START = createBreakClassSet(CL, CP, EX, IS, SY, NS, PO, IN, B2, CM);
/** Forbidden at the end of a line, also before spaces: opening brackets and quotes, ￥ № ±. */
const NO_END = createBreakClassSet(OP, PR, BB);
const HYPHENS = createBreakClassSet(HY, SY, BA);

/**
 * Classes tailored for Chinese. UAX #14 treats curly quotes as ambiguous; in Chinese they open or
 * close. The middle dot, the wave dash and the slash join two things and never start a line (CLREQ
 * 3.1.6). An ideographic space is removed at a break like a space.
 */
const TAILORED_CLASSES: readonly (readonly [string, number])[] = [
  ['‘“', OP],
  ['’”', CL],
  ['·～／－', NS],
  ['　', SP],
];
const APOSTROPHE = 0x2019;
let table: Uint8Array | undefined;

function getChineseBreakTable(): Uint8Array {
  if (table !== undefined) return table;
  const tailoredTable = getLineBreakClassTable().slice();
  for (const [signs, breakClass] of TAILORED_CLASSES)
    for (const sign of signs) tailoredTable[sign.codePointAt(0) ?? 0] = breakClass;
  table = tailoredTable;
  return tailoredTable;
}

function classifyChineseCharacters(codePoints: readonly number[]): Uint8Array {
  const classes = getLineBreakClasses(codePoints, getChineseBreakTable());
  // Inside a word it is an apostrophe, not a quote.
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
/** A number with its sign and unit, with an optional space: ≥12.5 kg, 60×40 mm, 9.9元/斤, 2026年5月. */
const QUANTITY = new RegExp(
  `[≤≥<>≈±+−]?${DIGITS}+(?:[.,:/×xX*~～\\-–．：][+−-]?${DIGITS}+)*(?: ?${UNIT}(?:[/／]${UNIT})?)?`,
  'g',
);

const isDigit = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0xff10 && code <= 0xff19);

function keepQuantitiesTogether(breaks: Uint8Array, codePoints: readonly number[]): void {
  if (!codePoints.some(isDigit)) return;
  let text = '';
  for (const code of codePoints) text += String.fromCharCode(code < 0x1_0000 ? code : 0x4e00);
  removeBreaksInMatches(breaks, text, QUANTITY);
}

/**
 * Quality of a break before each character of a paragraph, by UAX #14 and the additional rules of
 * Chinese (GB/T 15834, CLREQ 3.1.6). Linear in the text.
 */
export function computeBreakLevels(codePoints: readonly number[]): Uint8Array {
  const classes = classifyChineseCharacters(codePoints);
  const levels = computeUnicodeLineBreaks(codePoints, classes);
  keepQuantitiesTogether(levels, codePoints);
  /** Class of the last character that is not a space. */
  let beforeSpaces: number = AL;
  for (let i = 0; i < levels.length; i += 1) {
    const breakClass = classes[i] ?? AL;
    const isWrong =
      i === 0 || NO_START[breakClass] === 1 || (breakClass !== SP && NO_END[beforeSpaces] === 1);
    if (isWrong) levels[i] = BREAK.FORBIDDEN;
    else if (levels[i] === 1) levels[i] = BREAK.ALLOWED;
    else levels[i] = HYPHENS[classes[i - 1] ?? AL] ? BREAK.AT_HYPHEN : BREAK.INSIDE;
    if (breakClass !== SP) beforeSpaces = breakClass;
  }
  return levels;
}
