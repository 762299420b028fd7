import type { Font } from '../font/font.ts';

/** One drawn character; `advance` is in ems of the text it stands in. */
export type ShapedCharacter = {
  codePoint: number;
  glyph: number;
  advance: number;
  /** Its own em against that of the text; 1 when left out. */
  scale?: number;
  /** Its own font, in a text of two weights. */
  font?: Font;
  /** In vertical text: stands as it does in horizontal text, in a cell of its own, instead of lying on its side. */
  isUpright?: true;
  /** How far up and to the right of its cell it is moved, in ems of its own. */
  raised?: number;
};

export type Shaped = {
  lines: ShapedCharacter[][];
  /** Characters the font lacks, drawn as its visible box unless `withGaps` marks them. */
  missing: string[];
  hadControls: boolean;
};

type MissingCharacter = { character: string; /** In the text, from 1. */ place: number };

/** Characters of a text that a font cannot draw, in order, without repeats. */
export function missingIn(font: Font, text: string): MissingCharacter[] {
  const found = new Map<string, MissingCharacter>();
  let place = 0;
  for (const character of text.normalize('NFC')) {
    place += 1;
    const codePoint = character.codePointAt(0) ?? 0;
    if (isControl(codePoint) || isInvisible(codePoint) || isLineBreak(codePoint)) continue;
    if (isMissing(font, codePoint) && !found.has(character))
      found.set(character, { character, place });
  }
  return [...found.values()];
}

/** Of characters that are told together, how many are shown. */
const MAX_SHOWN = 20;

/** Characters in a message: the first of them, and … for more. */
export const charactersShown = (characters: readonly string[]): string =>
  `${characters.slice(0, MAX_SHOWN).join('')}${characters.length > MAX_SHOWN ? '…' : ''}`;

/** 〓, with which compositors mark the place of a sort they do not have. */
export const GAP = 0x3013;

/** Marks the place of each character its font lacks. */
export function withGaps(shaped: Shaped, font: Font): Shaped {
  if (shaped.missing.length === 0) return shaped;
  const lines = shaped.lines.map((line) =>
    line.map((one) => (one.glyph === 0 ? shapeOne(font, GAP) : one)),
  );
  return { ...shaped, lines };
}

function isLineBreak(codePoint: number): boolean {
  return codePoint === 0x2028 || codePoint === 0x2029;
}

/** Splits at line breaks and maps each character to its glyph. */
export function shapeText(font: Font, text: string): Shaped {
  const missing = new Set<string>();
  let hadControls = false;
  const normal = text.normalize('NFC').replaceAll(/\r\n?|\u2028|\u2029/g, '\n');
  const lines = normal.split('\n').map((line) => {
    const shaped: ShapedCharacter[] = [];
    for (const character of line) {
      const codePoint = character.codePointAt(0) ?? 0;
      if (codePoint === 9) {
        const space = shapeOne(font, 0x20);
        shaped.push(space, space);
      } else if (isControl(codePoint)) hadControls = true;
      else if (!isInvisible(codePoint)) {
        const one = shapeOne(font, codePoint);
        if (one.glyph === 0) missing.add(character);
        shaped.push(one);
      }
    }
    return shaped;
  });
  return { lines, missing: [...missing], hadControls };
}

/** A mark that composes with nothing would lie over the character behind it: its glyph is drawn by a layout engine only. */
const isCombining = (codePoint: number): boolean => codePoint >= 0x300 && codePoint < 0x370;

const isMissing = (font: Font, codePoint: number): boolean =>
  isCombining(codePoint) || font.getGlyph(codePoint) === 0;

function shapeOne(font: Font, codePoint: number): ShapedCharacter {
  const glyph = isMissing(font, codePoint) ? 0 : font.getGlyph(codePoint);
  return { codePoint, glyph, advance: font.getAdvance(glyph) / font.unitsPerEm };
}

function isControl(codePoint: number): boolean {
  return (
    codePoint < 0x20 ||
    (codePoint >= 0x7f && codePoint < 0xa0) ||
    (codePoint >= 0xd800 && codePoint <= 0xdfff)
  );
}

/** Joiners, direction marks, variation selectors, soft hyphen, byte order mark: no ink of their own. */
function isInvisible(codePoint: number): boolean {
  return (
    codePoint === 0xad ||
    (codePoint >= 0x200b && codePoint <= 0x200f) ||
    (codePoint >= 0x202a && codePoint <= 0x202e) ||
    (codePoint >= 0x2060 && codePoint <= 0x2069) ||
    (codePoint >= 0xfe00 && codePoint <= 0xfe0f) ||
    codePoint === 0xfeff ||
    (codePoint >= 0xe0000 && codePoint <= 0xe01ef)
  );
}

/** Width in ems, `spacing` (ems) between characters but not after the last. */
export function getWidth(line: readonly ShapedCharacter[], spacing: number): number {
  let width = 0;
  for (const { advance } of line) width += advance;
  return width + Math.max(0, line.length - 1) * spacing;
}
