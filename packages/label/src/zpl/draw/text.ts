import type { CodeLine } from './context.ts';
import type { Font } from '../../font/font.ts';
import { toMediaPoint } from '../../layout/place.ts';
import type { PlacedBox } from '../../layout/place.ts';
import type { GlyphsOp, SceneGlyph } from '../../scene.ts';
import { breakParagraphIntoLines, createParagraphWithBreakLevels } from '../../text/break.ts';
import { formatCharacters, shapeText, measureLineWidth } from '../../text/shape.ts';
import type { ShapedCharacter } from '../../text/shape.ts';
import type { TextContent } from '../label.ts';
import type { Extent } from './place.ts';
import { computeWidthPercent, resolveTextStyle } from './text-style.ts';
import type { TextStyle } from './text-style.ts';
import type { DrawContext } from './context.ts';
import { SYMBOL_FONT } from '../fonts.ts';

/** Text laid out in lines, with character advances in dots. */
export type TextLayout = Extent & {
  style: TextStyle;
  spacing: number;
  /** Line height. */
  step: number;
  font: Font;
  lines: readonly { characters: readonly ShapedCharacter[]; x: number; y: number; gap: number }[];
};

/** Characters of the `^GS` symbol font. */
const SYMBOLS: Readonly<Record<string, string>> = { A: '®', B: '©', C: '™' };
/** Certification marks that only printers contain. */
const MARKS: Readonly<Record<string, string>> = { D: 'UL', E: 'CSA' };

/** Escapes in a text block: `\&` is a line end, `\\` a backslash, `\-` a soft hyphen. */
function unescapeBlockText(text: string): string {
  return text.replaceAll(/\\[&\\-]/g, (pair) =>
    pair === '\\&' ? '\n' : pair === '\\\\' ? '\\' : '',
  );
}

const toSymbolFontText = (text: string, warn: (message: string) => void): string => {
  for (const [letter, mark] of Object.entries(MARKS))
    if (text.includes(letter)) warn(`${mark} 认证标志（^GS 的 ${letter}）只有打印机里有，这里空着`);
  return Array.from(
    text,
    (letter) => SYMBOLS[letter] ?? (letter === ' ' || Object.hasOwn(MARKS, letter) ? ' ' : ''),
  ).join('');
};

/** Shapes characters with their advances in dots. */
function shapeTextInDots(
  font: Font,
  text: string,
  style: TextStyle,
  spacing: number,
): ShapedCharacter[][] {
  const { lines } = shapeText(font, text);
  return lines.map((line) =>
    line.map((character) => {
      const advanceDots = character.advance * style.sizeDots;
      const percent = computeWidthPercent(style, {
        codePoint: character.codePoint,
        own: advanceDots,
      });
      const scaledDots = (advanceDots * percent) / 100;
      const isFixed = style.pitch !== undefined && character.codePoint < 0x2e80;
      return {
        ...character,
        advance: (isFixed ? (style.pitch ?? scaledDots) : scaledDots) + spacing,
      };
    }),
  );
}

/** Lays out a text like the printer, and warns about differences. */
export function typesetText(
  { fonts, dpi }: Pick<DrawContext, 'fonts' | 'dpi'>,
  content: TextContent,
  warn: (message: string) => void,
): TextLayout {
  const style = resolveTextStyle(content.font, dpi);
  const font = fonts[style.weight];
  const { block, spacing } = content;
  const plain =
    content.font.name === SYMBOL_FONT ? toSymbolFontText(content.text, warn) : content.text;
  warnAboutMissingGlyphs(font, plain, warn);
  if (block === undefined) {
    const [characters = []] = shapeTextInDots(font, plain.replaceAll('\n', ' '), style, spacing);
    const width = Math.ceil(measureLineWidth(characters, 0));
    const lines = [{ characters, x: 0, y: style.base, gap: 0 }];
    const { height } = content.font;
    return { style, spacing, step: height, font, lines, width, height, base: style.base };
  }
  const paragraphs = shapeTextInDots(font, unescapeBlockText(plain), style, spacing);
  if (block.width < content.font.width) warn('文本框比一个字还窄，打印机什么也不打印');
  const broken = paragraphs.map(
    (line) => breakParagraphIntoLines(createParagraphWithBreakLevels(line), block.width, 0).lines,
  );
  const step = content.font.height + block.gap;
  const allLines = block.width < content.font.width ? [] : broken.flat();
  if (allLines.length > block.lines)
    warn(
      block.isCut
        ? `文字有 ${allLines.length} 行，文本框只放 ${block.lines} 行`
        : `文字有 ${allLines.length} 行，^FB 只有 ${block.lines} 行，多出来的叠在最后一行上`,
    );
  const keptLines = block.isCut ? allLines.slice(0, block.lines) : allLines;
  const isLast = listParagraphEnds(broken);
  const lines = keptLines.map((characters, index) => {
    const at = Math.min(index, block.lines - 1);
    const indent = index === 0 ? 0 : Math.min(block.indent, block.width);
    const spare = block.width - indent - measureLineWidth(characters, 0);
    const justified = block.align === 'justified' && !isLast.has(index);
    return {
      characters,
      x: indent + (block.align === 'right' ? spare : block.align === 'center' ? spare / 2 : 0),
      y: at * step + style.base,
      gap: justified ? Math.max(0, spare) / Math.max(1, countSpaces(characters)) : 0,
    };
  });
  const height = Math.max(content.font.height, (block.lines - 1) * step + content.font.height);
  const base = (block.lines - 1) * step + style.base;
  return { style, spacing, step, font, lines, width: block.width, height, base };
}

/**
 * Warns about characters that our fonts lack. The printer's fonts may contain them; the picture
 * shows a box.
 */
function warnAboutMissingGlyphs(font: Font, text: string, warn: (message: string) => void): void {
  const { missing } = shapeText(font, text);
  if (missing.length > 0) warn(`云标的字体里没有“${formatCharacters(missing)}”，画成方框`);
}

const SPACE = 0x20;

const countSpaces = (characters: readonly ShapedCharacter[]): number =>
  characters.filter(({ codePoint }) => codePoint === SPACE).length;

/** Indexes of the last lines of paragraphs, which are not justified. */
function listParagraphEnds(paragraphs: readonly (readonly unknown[])[]): ReadonlySet<number> {
  const ends = new Set<number>();
  let count = 0;
  for (const lines of paragraphs) {
    count += lines.length;
    ends.add(count - 1);
  }
  return ends;
}

/** Glyphs of a text at their position on the label; one operation per run of equal width. */
export function buildTextOps(
  { lines, style, font, spacing }: TextLayout,
  placedBox: PlacedBox,
  elementId: string,
): GlyphsOp[] {
  const ops: GlyphsOp[] = [];
  const { sizeDots } = style;
  for (const { characters, x, y, gap } of lines) {
    let pen = x;
    for (const character of characters) {
      const { room, percent } = computeCharacterCell(character, style, font, spacing);
      const glyph: SceneGlyph = {
        glyph: character.glyph,
        codePoint: character.codePoint,
        ...toMediaPoint(placedBox, Math.round(pen + room), Math.round(y)),
      };
      const last = ops.at(-1);
      if (last?.widthPercent === percent) last.glyphs.push(glyph);
      else {
        const { rotation } = placedBox;
        ops.push({
          kind: 'glyphs',
          elementId,
          font,
          sizeDots,
          widthPercent: percent,
          rotation,
          glyphs: [glyph],
        });
      }
      pen += character.advance + (character.codePoint === SPACE ? gap : 0);
    }
  }
  return ops;
}

/** Position of a character in its cell and its width, reduced when it would not fit. */
function computeCharacterCell(
  { glyph, codePoint, advance }: ShapedCharacter,
  style: TextStyle,
  font: Font,
  spacing: number,
): { room: number; percent: number } {
  const advanceDots = (font.getAdvance(glyph) / font.unitsPerEm) * style.sizeDots;
  const usual = computeWidthPercent(style, { codePoint, own: advanceDots });
  if (style.pitch === undefined) return { room: 0, percent: usual };
  const cell = advance - spacing;
  const max = Math.floor((cell * 100) / Math.max(1, advanceDots));
  const percent = Math.max(1, Math.min(usual, max));
  return { room: (cell - (advanceDots * percent) / 100) / 2, percent };
}

export function buildCodeTextOps(
  font: Font,
  { text, from, to, base, sizeDots }: CodeLine,
  placedBox: PlacedBox,
  elementId: string,
): GlyphsOp[] {
  const [line = []] = shapeText(font, text).lines;
  const width = measureLineWidth(line, 0) * sizeDots;
  let pen = from + (to - from - width) / 2;
  const glyphs = line.map(({ glyph, codePoint, advance }): SceneGlyph => {
    const at = toMediaPoint(placedBox, Math.round(pen), Math.round(base));
    pen += advance * sizeDots;
    return { glyph, codePoint, ...at };
  });
  const { rotation } = placedBox;
  return glyphs.length === 0
    ? []
    : [{ kind: 'glyphs', elementId, font, sizeDots, rotation, glyphs }];
}
