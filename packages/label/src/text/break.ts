import { BREAK, computeBreakLevels } from './chinese-break.ts';
import type { ShapedCharacter } from './shape.ts';

const SPACE = 0x20;
const IDEOGRAPHIC_SPACE = 0x3000;

/**
 * `forced` counts lines that end inside a word or at forbidden punctuation because there is no
 * other break opportunity.
 */
export type BrokenParagraph = { lines: ShapedCharacter[][]; forced: number };

/** A paragraph with precomputed break opportunities, for breaking at several widths. */
export type Paragraph = { characters: readonly ShapedCharacter[]; levels: Uint8Array };

export function createParagraphWithBreakLevels(characters: readonly ShapedCharacter[]): Paragraph {
  return { characters, levels: computeBreakLevels(characters.map(({ codePoint }) => codePoint)) };
}

/**
 * Breaks a paragraph into lines no wider than `maxWidth` ems, each as long as possible; removes
 * spaces at breaks. Linear in the text. A character wider than the line gets its own line.
 */
export function breakParagraphIntoLines(
  paragraph: Paragraph,
  maxWidth: number,
  spacing: number,
): BrokenParagraph {
  const { characters, levels } = paragraph;
  const lines: ShapedCharacter[][] = [];
  let forced = 0;
  let start = 0;
  /** Last break opportunity of each level. */
  let places: number[] = [];
  let width = 0;
  for (let i = 0; i < characters.length; i += 1) {
    const current = characters[i];
    if (current === undefined) break;
    if (i > start) places[levels[i] ?? BREAK.FORBIDDEN] = i;
    width += current.advance + (i > start ? spacing : 0);
    if (width <= maxWidth + 1e-9 || isSpace(current.codePoint) || i === start) continue;
    const end = places[BREAK.ALLOWED] ?? places[BREAK.AT_HYPHEN] ?? places[BREAK.INSIDE] ?? i;
    if (levels[end] !== BREAK.ALLOWED) forced += 1;
    lines.push(trimTrailingSpaces(characters.slice(start, end)));
    start = end;
    while (start < i && isSpace(characters[start]?.codePoint ?? 0)) start += 1;
    places = [];
    width = 0;
    // Measures the new line from its start.
    i = start - 1;
  }
  lines.push(trimTrailingSpaces(characters.slice(start)));
  return { lines, forced };
}

function isSpace(codePoint: number): boolean {
  return codePoint === SPACE || codePoint === IDEOGRAPHIC_SPACE;
}

function trimTrailingSpaces(line: ShapedCharacter[]): ShapedCharacter[] {
  let end = line.length;
  while (end > 0 && isSpace(line[end - 1]?.codePoint ?? 0)) end -= 1;
  return line.slice(0, end);
}
