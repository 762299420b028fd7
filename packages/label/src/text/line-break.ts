import { CLASS, RUNS } from './line-class.gen.ts';

const { AL, ID, SP, OP, CL, CP, QU, GL, NS, EX, SY, IS, PR, PO, NU, IN, HY, BA, BB, B2, CM } =
  CLASS;

let table: Uint8Array | undefined;

/**
 * Line breaking class (UAX #14, table 1) of each code point of the BMP; code points beyond it count
 * as ideographs.
 */
export function getLineBreakClassTable(): Uint8Array {
  if (table !== undefined) return table;
  const builtTable = new Uint8Array(0x1_0000).fill(AL, 0, 0x2e80).fill(ID, 0x2e80);
  for (let i = 0; i + 2 < RUNS.length; i += 3)
    builtTable.fill(RUNS[i + 2] ?? ID, RUNS[i], (RUNS[i + 1] ?? 0) + 1);
  table = builtTable;
  return builtTable;
}

/** Looks up the class of each character in a table such as `getLineBreakClassTable` returns. */
export function getLineBreakClasses(
  codePoints: readonly number[],
  getClass: Uint8Array,
): Uint8Array {
  const classes = new Uint8Array(codePoints.length);
  for (let i = 0; i < classes.length; i += 1) classes[i] = getClass[codePoints[i] ?? 0] ?? ID;
  return classes;
}

/** A set of classes, indexed by class. */
export function createBreakClassSet(...classes: number[]): Uint8Array {
  const set = new Uint8Array(32);
  for (const lineClass of classes) set[lineClass] = 1;
  return set;
}

/** No break before these, also after spaces (LB13). */
const CLOSING = createBreakClassSet(CL, CP, EX, IS, SY);
/** No break before these, except after a space (LB19, LB21, LB22). */
const NO_BREAK_BEFORE = createBreakClassSet(QU, BA, HY, NS, IN);

/**
 * Whether a line may end between two adjacent characters (LB12 to LB31). `isWideBracket` refers to
 * the bracket.
 */
function canBreakBetweenClasses(before: number, after: number, isWideBracket: boolean): boolean {
  if (before === GL || (after === GL && before !== BA && before !== HY)) return false;
  if (NO_BREAK_BEFORE[after] || before === QU || before === BB) return false;
  if (before === PR) return after !== ID && after !== AL;
  if (before === PO) return after !== AL;
  if (after === PO) return before !== ID && before !== AL;
  if (after === PR) return before !== AL;
  const isWord = before === AL || before === NU || (before === CP && !isWideBracket);
  if (after === AL) return !(isWord || before === IS);
  if (after === NU) return !isWord;
  return !(after === OP && !isWideBracket && (before === AL || before === NU));
}

/** Whether a line may end between two characters with optional spaces between them. */
function canBreakAcrossSpaces(
  before: number,
  after: number,
  hasSpace: boolean,
  isWide: boolean,
): boolean {
  if (CLOSING[after] || before === OP || (before === QU && after === OP)) return false;
  if ((before === CL || before === CP) && after === NS) return false;
  if (before === B2 && after === B2) return false;
  return hasSpace || canBreakBetweenClasses(before, after, isWide);
}

const LETTERS = Array.from({ length: 32 }, (_, letterIndex) =>
  String.fromCharCode(0x41 + letterIndex),
);
const buildBreakClassPattern = (...classes: number[]): string =>
  `[${classes.map((breakClass) => `\\u${(0x41 + breakClass).toString(16).padStart(4, '0')}`).join('')}]`;
/** Numbers with their signs, with a letter per class: LB25 as in UAX #14, 8.2, example 7. */
const NUMBER = new RegExp(
  `${buildBreakClassPattern(PR, PO)}?${buildBreakClassPattern(OP, HY)}?${buildBreakClassPattern(NU)}${buildBreakClassPattern(NU, SY, IS)}*${buildBreakClassPattern(CL, CP)}?${buildBreakClassPattern(PR, PO)}?`,
  'g',
);

/**
 * Removes the breaks inside each match of a global pattern; `text` has one UTF-16 unit per break.
 */
export function removeBreaksInMatches(breaks: Uint8Array, text: string, pattern: RegExp): void {
  // Not `matchAll`, which copies the pattern on each call.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text))
    breaks.fill(0, match.index + 1, pattern.lastIndex);
}

/** LB9, LB10: a combining mark has the class of its base, or of a letter if it has no base. */
function resolveCombiningMarkClasses(classes: Uint8Array): Uint8Array {
  if (!classes.includes(CM)) return classes;
  const resolvedClasses = classes.slice();
  for (let i = 0; i < resolvedClasses.length; i += 1) {
    if (resolvedClasses[i] !== CM) continue;
    resolvedClasses[i] =
      i === 0 || resolvedClasses[i - 1] === SP ? AL : (resolvedClasses[i - 1] ?? AL);
  }
  return resolvedClasses;
}

function keepNumbersTogether(breaks: Uint8Array, classes: Uint8Array): void {
  if (!classes.includes(NU)) return;
  let text = '';
  for (const lineClass of classes) text += LETTERS[lineClass] ?? '';
  removeBreaksInMatches(breaks, text, NUMBER);
}

/** Whether a bracket is as wide as an ideograph (LB30). */
const hasIdeographWidth = (codePoint: number): boolean =>
  codePoint >= 0x2e80 || codePoint === 0x2329 || codePoint === 0x232a;

/**
 * Break opportunities of one paragraph: 1 for each character that may start a line (UAX #14 of
 * Unicode 15.0). Linear in the text. `classes` are the classes of the characters, possibly
 * tailored.
 */
export function computeUnicodeLineBreaks(
  codePoints: readonly number[],
  classes: Uint8Array,
): Uint8Array {
  const breaks = new Uint8Array(classes.length);
  const resolvedClasses = resolveCombiningMarkClasses(classes);
  let last = 0;
  for (let i = 1; i < resolvedClasses.length; i += 1) {
    const after = resolvedClasses[i] ?? AL;
    if (resolvedClasses[last] === SP) last = i - 1;
    if (after === SP) continue;
    const before = resolvedClasses[last] ?? AL;
    // Fast path for Chinese text.
    if (before === ID && after === ID && classes[i] === ID) {
      breaks[i] = 1;
      last = i;
      continue;
    }
    const isMark = classes[i] === CM && resolvedClasses[i - 1] !== SP;
    const isWide = hasIdeographWidth(codePoints[before === CP ? last : i] ?? 0);
    if (!isMark && canBreakAcrossSpaces(before, after, resolvedClasses[i - 1] === SP, isWide))
      breaks[i] = 1;
    last = i;
  }
  keepNumbersTogether(breaks, resolvedClasses);
  return breaks;
}
