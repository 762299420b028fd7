import { BREAK, breakLevels } from './chinese-break.ts';
import type { ShapedCharacter } from './shape.ts';

const SPACE = 0x20;
const IDEOGRAPHIC_SPACE = 0x3000;

/** `forced`: how many lines end inside a word, or where punctuation should not stand, for want of any other place. */
export type Broken = { lines: ShapedCharacter[][]; forced: number };

/** A paragraph that can be broken at several widths, what may be broken being found out once. */
export type Paragraph = { characters: readonly ShapedCharacter[]; levels: Uint8Array };

export function getParagraph(characters: readonly ShapedCharacter[]): Paragraph {
  return { characters, levels: breakLevels(characters.map(({ codePoint }) => codePoint)) };
}

/**
 * Breaks a paragraph into lines no wider than `maxWidth` ems, each as long as it can be; spaces at a break are dropped.
 * Linear in the text. A character wider than the line has one to itself.
 */
export function breakLine(paragraph: Paragraph, maxWidth: number, spacing: number): Broken {
  const { characters, levels } = paragraph;
  const lines: ShapedCharacter[][] = [];
  let forced = 0;
  let start = 0;
  /** The last place to break at of each level. */
  let places: number[] = [];
  let width = 0;
  for (let i = 0; i < characters.length; i += 1) {
    const current = characters[i];
    if (current === undefined) break;
    if (i > start) places[levels[i] ?? BREAK.WRONG] = i;
    width += current.advance + (i > start ? spacing : 0);
    if (width <= maxWidth + 1e-9 || isSpace(current.codePoint) || i === start) continue;
    const end = places[BREAK.ALLOWED] ?? places[BREAK.AT_HYPHEN] ?? places[BREAK.INSIDE] ?? i;
    if (levels[end] !== BREAK.ALLOWED) forced += 1;
    lines.push(withoutTrailingSpaces(characters.slice(start, end)));
    start = end;
    while (start < i && isSpace(characters[start]?.codePoint ?? 0)) start += 1;
    places = [];
    width = 0;
    // Measure the new line again from its start.
    i = start - 1;
  }
  lines.push(withoutTrailingSpaces(characters.slice(start)));
  return { lines, forced };
}

function isSpace(codePoint: number): boolean {
  return codePoint === SPACE || codePoint === IDEOGRAPHIC_SPACE;
}

function withoutTrailingSpaces(line: ShapedCharacter[]): ShapedCharacter[] {
  let end = line.length;
  while (end > 0 && isSpace(line[end - 1]?.codePoint ?? 0)) end -= 1;
  return line.slice(0, end);
}
