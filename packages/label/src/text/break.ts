import type { ShapedCharacter } from './shape.ts';

/** Never at the start of a line (GB/T 15834 and common practice). */
const NO_START = codePoints('、。，．,.:;!?！？：；)）]］】》〉」』”’…—～·%‰℃°′″}｝〗〕々ー');
/** Never at the end of a line. */
const NO_END = codePoints('(（[［【《〈「『“‘{｛〖〔¥￥$＄£￡€№');
const SPACE = 0x20;
const IDEOGRAPHIC_SPACE = 0x3000;

function codePoints(text: string): ReadonlySet<number> {
  return new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0));
}

/**
 * Breaks one paragraph into lines no wider than `maxWidth` ems. Latin words stay whole unless one
 * alone is too wide; closing punctuation never starts a line, opening punctuation never ends one.
 * Spaces at a break are dropped.
 */
export function breakLine(
  characters: readonly ShapedCharacter[],
  maxWidth: number,
  spacing: number,
): ShapedCharacter[][] {
  const lines: ShapedCharacter[][] = [];
  let start = 0;
  let opportunity = -1;
  let width = 0;
  for (let i = 0; i < characters.length; i += 1) {
    const current = characters[i];
    if (current === undefined) break;
    if (i > start && mayBreakBefore(characters, i)) opportunity = i;
    width += current.advance + (i > start ? spacing : 0);
    if (width <= maxWidth + 1e-9 || isSpace(current.codePoint) || i === start) continue;
    const end = opportunity > start ? opportunity : i;
    lines.push(withoutTrailingSpaces(characters.slice(start, end)));
    start = end;
    while (start < i && isSpace(characters[start]?.codePoint ?? 0)) start += 1;
    opportunity = -1;
    width = 0;
    // Measure the new line again from its start.
    i = start - 1;
  }
  lines.push(withoutTrailingSpaces(characters.slice(start)));
  return lines;
}

function mayBreakBefore(characters: readonly ShapedCharacter[], i: number): boolean {
  const before = characters[i - 1]?.codePoint ?? 0;
  const after = characters[i]?.codePoint ?? 0;
  if (isSpace(after)) return false;
  if (isSpace(before)) return !NO_START.has(after);
  if (NO_START.has(after) || NO_END.has(before)) return false;
  if (isIdeographic(before) || isIdeographic(after)) return true;
  // A hyphen or slash inside a long code is a place to break, before a letter or digit.
  return before === 0x2d || before === 0x2f;
}

function isSpace(codePoint: number): boolean {
  return codePoint === SPACE || codePoint === IDEOGRAPHIC_SPACE;
}

function isIdeographic(codePoint: number): boolean {
  return codePoint >= 0x2e80 || (codePoint >= 0x2018 && codePoint <= 0x201d);
}

function withoutTrailingSpaces(line: ShapedCharacter[]): ShapedCharacter[] {
  let end = line.length;
  while (end > 0 && isSpace(line[end - 1]?.codePoint ?? 0)) end -= 1;
  return line.slice(0, end);
}
