import { CLASS, RUNS } from './line-class.gen.ts';

const { AL, ID, SP, OP, CL, CP, QU, GL, NS, EX, SY, IS, PR, PO, NU, IN, HY, BA, BB, B2, CM } =
  CLASS;

let table: Uint8Array | undefined;

/** The line breaking class (UAX #14, table 1) of each code point of the basic plane; what lies beyond is an ideograph. */
export function classTable(): Uint8Array {
  if (table !== undefined) return table;
  const made = new Uint8Array(0x1_0000).fill(AL, 0, 0x2e80).fill(ID, 0x2e80);
  for (let i = 0; i + 2 < RUNS.length; i += 3)
    made.fill(RUNS[i + 2] ?? ID, RUNS[i], (RUNS[i + 1] ?? 0) + 1);
  table = made;
  return made;
}

/** The class of each character, by a table such as `classTable`. */
export function lineClasses(codePoints: readonly number[], getClass: Uint8Array): Uint8Array {
  const classes = new Uint8Array(codePoints.length);
  for (let i = 0; i < classes.length; i += 1) classes[i] = getClass[codePoints[i] ?? 0] ?? ID;
  return classes;
}

/** A set of classes, to be asked by index. */
export function classSet(...classes: number[]): Uint8Array {
  const set = new Uint8Array(32);
  for (const one of classes) set[one] = 1;
  return set;
}

/** Never behind a break, spaces before it or not (LB13). */
const CLOSING = classSet(CL, CP, EX, IS, SY);
/** What clings to what stands before it, unless that is a space (LB19, LB21, LB22). */
const CLINGS = classSet(QU, BA, HY, NS, IN);

/** Whether a line may end between two characters that stand side by side (LB12 to LB31). `isWide`: of the bracket. */
function mayPart(before: number, after: number, isWide: boolean): boolean {
  if (before === GL || (after === GL && before !== BA && before !== HY)) return false;
  if (CLINGS[after] || before === QU || before === BB) return false;
  if (before === PR) return after !== ID && after !== AL;
  if (before === PO) return after !== AL;
  if (after === PO) return before !== ID && before !== AL;
  if (after === PR) return before !== AL;
  const isWord = before === AL || before === NU || (before === CP && !isWide);
  if (after === AL) return !(isWord || before === IS);
  if (after === NU) return !isWord;
  return !(after === OP && !isWide && (before === AL || before === NU));
}

/** Whether a line may end between the last character that is no space and a later one, spaces between them or not. */
function mayPartAcross(before: number, after: number, hasSpace: boolean, isWide: boolean): boolean {
  if (CLOSING[after] || before === OP || (before === QU && after === OP)) return false;
  if ((before === CL || before === CP) && after === NS) return false;
  if (before === B2 && after === B2) return false;
  return hasSpace || mayPart(before, after, isWide);
}

const LETTERS = Array.from({ length: 32 }, (_, one) => String.fromCharCode(0x41 + one));
const oneOf = (...classes: number[]): string =>
  `[${classes.map((one) => `\\u${(0x41 + one).toString(16).padStart(4, '0')}`).join('')}]`;
/** Numbers with their signs, in letters for classes: LB25 as UAX #14, 8.2, example 7 has it. */
const NUMBER = new RegExp(
  `${oneOf(PR, PO)}?${oneOf(OP, HY)}?${oneOf(NU)}${oneOf(NU, SY, IS)}*${oneOf(CL, CP)}?${oneOf(PR, PO)}?`,
  'g',
);

/** Takes back the breaks inside each match of a global pattern; `text` has a character for each break. */
export function keepTogether(breaks: Uint8Array, text: string, pattern: RegExp): void {
  // Not `matchAll`, which makes a copy of the pattern each time.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text))
    breaks.fill(0, match.index + 1, pattern.lastIndex);
}

/** LB9, LB10: a combining mark is as what it stands on, and a letter where it stands on nothing. */
function withoutMarks(classes: Uint8Array): Uint8Array {
  if (!classes.includes(CM)) return classes;
  const seen = classes.slice();
  for (let i = 0; i < seen.length; i += 1) {
    if (seen[i] !== CM) continue;
    seen[i] = i === 0 || seen[i - 1] === SP ? AL : (seen[i - 1] ?? AL);
  }
  return seen;
}

function keepNumbers(breaks: Uint8Array, classes: Uint8Array): void {
  if (!classes.includes(NU)) return;
  let text = '';
  for (const one of classes) text += LETTERS[one] ?? '';
  keepTogether(breaks, text, NUMBER);
}

/** Of the brackets, those as wide as an ideograph (LB30). */
const isWideSign = (codePoint: number): boolean =>
  codePoint >= 0x2e80 || codePoint === 0x2329 || codePoint === 0x232a;

/**
 * Where a line may end: 1 for each character that may begin the next (UAX #14 of Unicode 15.0, one paragraph). Linear in
 * the text. `classes` are those of the characters, or what is wanted instead.
 */
export function unicodeBreaks(codePoints: readonly number[], classes: Uint8Array): Uint8Array {
  const breaks = new Uint8Array(classes.length);
  const seen = withoutMarks(classes);
  let last = 0;
  for (let i = 1; i < seen.length; i += 1) {
    const after = seen[i] ?? AL;
    if (seen[last] === SP) last = i - 1;
    if (after === SP) continue;
    const before = seen[last] ?? AL;
    // Most of a Chinese text.
    if (before === ID && after === ID && classes[i] === ID) {
      breaks[i] = 1;
      last = i;
      continue;
    }
    const isMark = classes[i] === CM && seen[i - 1] !== SP;
    const isWide = isWideSign(codePoints[before === CP ? last : i] ?? 0);
    if (!isMark && mayPartAcross(before, after, seen[i - 1] === SP, isWide)) breaks[i] = 1;
    last = i;
  }
  keepNumbers(breaks, seen);
  return breaks;
}
