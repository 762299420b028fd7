import type { Font } from '../font/font.ts';
import type { TextElement } from '../template.ts';
import type { Shaped, ShapedCharacter } from './shape.ts';
import { EXCEPTIONS } from './upright.gen.ts';

/**
 * Vertical forms of punctuation, as Unicode names them, character and form in turn. Quotes become corner brackets, the
 * double ones outside (GB/T 15834-2011, 5.2).
 */
const FORMS = listForms(
  '，︐、︑。︒：︓；︔！︕？︖〖︗〗︘…︙‥︰—︱–︲＿︳（︵）︶｛︷｝︸〔︹〕︺【︻】︼《︽》︾〈︿〉﹀「﹁」﹂『﹃』﹄［﹇］﹈“﹃”﹄‘﹁’﹂',
);

function listForms(pairs: string): ReadonlyMap<number, number> {
  const codes = Array.from(pairs, (one) => one.codePointAt(0) ?? 0);
  return new Map(codes.flatMap((code, i) => (i % 2 === 0 ? [[code, codes[i + 1] ?? code]] : [])));
}

/** Stops that stand at the lower left of their cell in horizontal text, and at the upper right in vertical text. */
const STOPS = new Set(Array.from('，、。．', (one) => one.codePointAt(0)));
const STOP_RAISED = 0.6;
const APOSTROPHE = 0x2019;

/** UAX #50: whether a character stands upright among Chinese in vertical text. */
function standsUpright(codePoint: number): boolean {
  for (let i = 0; i + 1 < EXCEPTIONS.length && codePoint >= (EXCEPTIONS[i] ?? 0); i += 2)
    if (codePoint <= (EXCEPTIONS[i + 1] ?? 0)) return codePoint < 0x2e80;
  return codePoint >= 0x2e80;
}

const isLatin = (codePoint = 0): boolean =>
  /[\p{Script=Latin}\p{Nd}]/u.test(String.fromCodePoint(codePoint));

/** Turns each line into a column: what stands upright gets a cell one em high, punctuation its vertical form. */
export function setVertically(
  shaped: Shaped,
  font: Font,
  orientation: TextElement['textOrientation'],
): Shaped {
  const upright = (codePoint: number): boolean =>
    standsUpright(codePoint) || (orientation === 'upright' && isLatin(codePoint));
  const lines = shaped.lines.map((line) =>
    line.map((one, i) => {
      const form = getForm(line, i, font);
      if (form === 0 && !upright(one.codePoint)) return one;
      return getCell(one, form);
    }),
  );
  return { ...shaped, lines };
}

/** The glyph of a character's vertical form; 0 when it has none, or the font none of it. */
function getForm(line: readonly ShapedCharacter[], i: number, font: Font): number {
  const { codePoint = 0, glyph = 0 } = line[i] ?? {};
  const form = FORMS.get(codePoint);
  if (form === undefined || glyph === 0) return 0;
  const isApostrophe =
    codePoint === APOSTROPHE && isLatin(line[i - 1]?.codePoint) && isLatin(line[i + 1]?.codePoint);
  return isApostrophe ? 0 : font.getGlyph(form);
}

function getCell(one: ShapedCharacter, form: number): ShapedCharacter {
  const cell: ShapedCharacter = { ...one, advance: 1, isUpright: true };
  if (form !== 0) return { ...cell, glyph: form };
  return STOPS.has(one.codePoint) ? { ...cell, raised: STOP_RAISED } : cell;
}
