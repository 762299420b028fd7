import type { Font } from '../font/font.ts';
import type { TextElement } from '../template.ts';
import type { ShapedText, ShapedCharacter } from './shape.ts';
import { EXCEPTIONS } from './upright.gen.ts';

/**
 * Vertical presentation forms of punctuation, alternating character and form, as in Unicode. Quotes
 * become corner brackets, with the double ones outside (GB/T 15834-2011, 5.2).
 */
const FORMS = parseVerticalForms(
  '，︐、︑。︒：︓；︔！︕？︖〖︗〗︘…︙‥︰—︱–︲＿︳（︵）︶｛︷｝︸〔︹〕︺【︻】︼《︽》︾〈︿〉﹀「﹁」﹂『﹃』﹄［﹇］﹈“﹃”﹄‘﹁’﹂',
);

function parseVerticalForms(pairs: string): ReadonlyMap<number, number> {
  const codes = Array.from(pairs, (character) => character.codePointAt(0) ?? 0);
  return new Map(codes.flatMap((code, i) => (i % 2 === 0 ? [[code, codes[i + 1] ?? code]] : [])));
}

/**
 * Stops at the lower left of their cell in horizontal text, and at the upper right in vertical
 * text.
 */
const STOPS = new Set(Array.from('，、。．', (character) => character.codePointAt(0)));
const STOP_RAISED = 0.6;
const APOSTROPHE = 0x2019;

/** UAX #50: whether a character stands upright in vertical Chinese text. */
function isUprightInVertical(codePoint: number): boolean {
  for (let i = 0; i + 1 < EXCEPTIONS.length && codePoint >= (EXCEPTIONS[i] ?? 0); i += 2)
    if (codePoint <= (EXCEPTIONS[i + 1] ?? 0)) return codePoint < 0x2e80;
  return codePoint >= 0x2e80;
}

const isLatinOrDigit = (codePoint = 0): boolean =>
  /[\p{Script=Latin}\p{Nd}]/u.test(String.fromCodePoint(codePoint));

/**
 * Converts lines to columns: upright characters get a cell one em high, punctuation its vertical
 * form.
 */
export function shapeTextVertically(
  shaped: ShapedText,
  font: Font,
  orientation: TextElement['textOrientation'],
): ShapedText {
  const isUpright = (codePoint: number): boolean =>
    isUprightInVertical(codePoint) || (orientation === 'upright' && isLatinOrDigit(codePoint));
  const lines = shaped.lines.map((line) =>
    line.map((character, i) => {
      const form = findVerticalForm(line, i, font);
      if (form === 0 && !isUpright(character.codePoint)) return character;
      return toUprightCharacter(character, form);
    }),
  );
  return { ...shaped, lines };
}

/** Glyph of a character's vertical form; 0 if there is none, or if the font lacks it. */
function findVerticalForm(line: readonly ShapedCharacter[], i: number, font: Font): number {
  const { codePoint = 0, glyph = 0 } = line[i] ?? {};
  const form = FORMS.get(codePoint);
  if (form === undefined || glyph === 0) return 0;
  const isApostrophe =
    codePoint === APOSTROPHE &&
    isLatinOrDigit(line[i - 1]?.codePoint) &&
    isLatinOrDigit(line[i + 1]?.codePoint);
  return isApostrophe ? 0 : font.getGlyph(form);
}

function toUprightCharacter(shapedCharacter: ShapedCharacter, form: number): ShapedCharacter {
  const cell: ShapedCharacter = { ...shapedCharacter, advance: 1, isUpright: true };
  if (form !== 0) return { ...cell, glyph: form };
  return STOPS.has(shapedCharacter.codePoint) ? { ...cell, shiftEms: STOP_RAISED } : cell;
}
