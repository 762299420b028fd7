import type { Font } from '../font/font.ts';

/** Look of a character besides size and weight. */
export type CharacterStyle = { italic: boolean; underline: boolean; strike: boolean };

/** One drawn character; `advance` is in ems of its text. */
export type ShapedCharacter = {
  codePoint: number;
  glyph: number;
  advance: number;
  /** Em relative to that of the text; 1 when omitted. */
  scale?: number;
  /** Font of this character, in a text of two weights. */
  font?: Font;
  /** Plain when omitted. */
  style?: CharacterStyle;
  /** In vertical text: stands upright in its own cell instead of lying on its side. */
  isUpright?: true;
  /** Shift up and to the right in its cell, in ems of the character. */
  shiftEms?: number;
};

export type ShapedText = {
  lines: ShapedCharacter[][];
  /** Characters the font lacks, drawn as its visible box unless `replaceMissingGlyphs` replaces them. */
  missing: string[];
  hadControls: boolean;
};

type MissingCharacter = { character: string; /** Position in the text, from 1. */ place: number };

/** Characters of a text that a font cannot draw, in order, without duplicates. */
export function listMissingCharacters(font: Font, text: string): MissingCharacter[] {
  const missingByCharacter = new Map<string, MissingCharacter>();
  let place = 0;
  for (const character of text.normalize('NFC')) {
    place += 1;
    const codePoint = character.codePointAt(0) ?? 0;
    if (isControlCharacter(codePoint) || isInvisibleCharacter(codePoint) || isLineBreak(codePoint))
      continue;
    if (isCombiningOrWithoutGlyph(font, codePoint) && !missingByCharacter.has(character))
      missingByCharacter.set(character, { character, place });
  }
  return [...missingByCharacter.values()];
}

/** Maximum characters in a message. */
const MAX_CHARACTERS_SHOWN = 20;

/** Formats characters for a message; … stands for further ones. */
export const formatCharacters = (characters: readonly string[]): string =>
  `${characters.slice(0, MAX_CHARACTERS_SHOWN).join('')}${characters.length > MAX_CHARACTERS_SHOWN ? '…' : ''}`;

/** 〓 (geta mark), the typographic placeholder for a missing character. */
export const MISSING_GLYPH_PLACEHOLDER = 0x3013;

/** Replaces each missing character with the placeholder. */
export function replaceMissingGlyphs(shaped: ShapedText, font: Font): ShapedText {
  if (shaped.missing.length === 0) return shaped;
  const lines = shaped.lines.map((line) =>
    line.map((character) =>
      character.glyph === 0 ? shapeCharacter(font, MISSING_GLYPH_PLACEHOLDER) : character,
    ),
  );
  return { ...shaped, lines };
}

function isLineBreak(codePoint: number): boolean {
  return codePoint === 0x2028 || codePoint === 0x2029;
}

/** Splits at line breaks and maps each character to its glyph. */
export function shapeText(font: Font, text: string): ShapedText {
  const missing = new Set<string>();
  let hadControls = false;
  const normalizedText = text.normalize('NFC').replaceAll(/\r\n?|\u2028|\u2029/g, '\n');
  const lines = normalizedText.split('\n').map((line) => {
    const shaped: ShapedCharacter[] = [];
    for (const character of line) {
      const codePoint = character.codePointAt(0) ?? 0;
      if (codePoint === 9) {
        const space = shapeCharacter(font, 0x20);
        shaped.push(space, space);
      } else if (isControlCharacter(codePoint)) hadControls = true;
      else if (!isInvisibleCharacter(codePoint)) {
        const shapedCharacter = shapeCharacter(font, codePoint);
        if (shapedCharacter.glyph === 0) missing.add(character);
        shaped.push(shapedCharacter);
      }
    }
    return shaped;
  });
  return { lines, missing: [...missing], hadControls };
}

/**
 * A combining mark that NFC does not compose would overlap the next character: positioning it needs
 * a full layout engine.
 */
const isCombining = (codePoint: number): boolean => codePoint >= 0x300 && codePoint < 0x370;

const isCombiningOrWithoutGlyph = (font: Font, codePoint: number): boolean =>
  isCombining(codePoint) || font.getGlyph(codePoint) === 0;

function shapeCharacter(font: Font, codePoint: number): ShapedCharacter {
  const glyph = isCombiningOrWithoutGlyph(font, codePoint) ? 0 : font.getGlyph(codePoint);
  return { codePoint, glyph, advance: font.getAdvance(glyph) / font.unitsPerEm };
}

function isControlCharacter(codePoint: number): boolean {
  return (
    codePoint < 0x20 ||
    (codePoint >= 0x7f && codePoint < 0xa0) ||
    (codePoint >= 0xd800 && codePoint <= 0xdfff)
  );
}

/**
 * Joiners, direction marks, variation selectors, soft hyphen, byte order mark: characters without
 * ink.
 */
function isInvisibleCharacter(codePoint: number): boolean {
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

/** Width in ems; `spacing` (ems) applies between characters, not after the last. */
export function measureLineWidth(line: readonly ShapedCharacter[], spacing: number): number {
  let width = 0;
  for (const { advance } of line) width += advance;
  return width + Math.max(0, line.length - 1) * spacing;
}
