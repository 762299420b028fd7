import type { Font } from '../../font/font.ts';
import { pointOnMedia } from '../../layout/place.ts';
import type { Placed } from '../../layout/place.ts';
import type { GlyphsOp, SceneGlyph } from '../../scene.ts';
import { breakLine, getParagraph } from '../../text/break.ts';
import { charactersShown, shapeText, getWidth } from '../../text/shape.ts';
import type { ShapedCharacter } from '../../text/shape.ts';
import type { TextContent } from '../label.ts';
import type { Extent } from './place.ts';
import { getPercent, getStyle } from './text-style.ts';
import type { TextStyle } from './text-style.ts';
import type { DrawContext } from './fields.ts';
import { SYMBOL_FONT } from '../fonts.ts';

/** A text in its lines, each character's advance in dots. */
export type SetText = Extent & {
  style: TextStyle;
  spacing: number;
  /** From line to line. */
  step: number;
  font: Font;
  lines: readonly { characters: readonly ShapedCharacter[]; x: number; y: number; gap: number }[];
};

/** What the symbols of `^GS` are. */
const SYMBOLS: Readonly<Record<string, string>> = { A: '®', B: '©', C: '™' };
/** Marks of test houses, which only printers have. */
const MARKS: Readonly<Record<string, string>> = { D: 'UL', E: 'CSA' };

/** Line ends of a block: `\&`; `\\` is a backslash, and `\-` where a word may be parted. */
function blockText(text: string): string {
  return text.replaceAll(/\\[&\\-]/g, (pair) =>
    pair === '\\&' ? '\n' : pair === '\\\\' ? '\\' : '',
  );
}

const symbolText = (text: string, warn: (message: string) => void): string => {
  for (const [letter, mark] of Object.entries(MARKS))
    if (text.includes(letter)) warn(`${mark} 认证标志（^GS 的 ${letter}）只有打印机里有，这里空着`);
  return Array.from(
    text,
    (letter) => SYMBOLS[letter] ?? (letter === ' ' || Object.hasOwn(MARKS, letter) ? ' ' : ''),
  ).join('');
};

/** Characters with their advances in dots. */
function measured(
  font: Font,
  text: string,
  style: TextStyle,
  spacing: number,
): ShapedCharacter[][] {
  const { lines } = shapeText(font, text);
  return lines.map((line) =>
    line.map((one) => {
      const ours = one.advance * style.sizeDots;
      const percent = getPercent(style, { codePoint: one.codePoint, own: ours });
      const own = (ours * percent) / 100;
      const isFixed = style.pitch !== undefined && one.codePoint < 0x2e80;
      return { ...one, advance: (isFixed ? (style.pitch ?? own) : own) + spacing };
    }),
  );
}

/** Sets a text as the printer does, and says what is not as it was sent. */
export function setText(
  { fonts, dpi }: Pick<DrawContext, 'fonts' | 'dpi'>,
  content: TextContent,
  warn: (message: string) => void,
): SetText {
  const style = getStyle(content.font, dpi);
  const font = fonts[style.weight];
  const { block, spacing } = content;
  const plain = content.font.name === SYMBOL_FONT ? symbolText(content.text, warn) : content.text;
  warnAboutMissing(font, plain, warn);
  if (block === undefined) {
    const [characters = []] = measured(font, plain.replaceAll('\n', ' '), style, spacing);
    const width = Math.ceil(getWidth(characters, 0));
    const lines = [{ characters, x: 0, y: style.base, gap: 0 }];
    const { height } = content.font;
    return { style, spacing, step: height, font, lines, width, height, base: style.base };
  }
  const paragraphs = measured(font, blockText(plain), style, spacing);
  if (block.width < content.font.width) warn('文本框比一个字还窄，打印机什么也不印');
  const broken = paragraphs.map((line) => breakLine(getParagraph(line), block.width, 0).lines);
  const step = content.font.height + block.gap;
  const all = block.width < content.font.width ? [] : broken.flat();
  if (all.length > block.lines)
    warn(
      block.isCut
        ? `文字有 ${all.length} 行，文本框只放 ${block.lines} 行`
        : `文字有 ${all.length} 行，^FB 只有 ${block.lines} 行，多出来的叠在最后一行上`,
    );
  const kept = block.isCut ? all.slice(0, block.lines) : all;
  const isLast = endsOfParagraphs(broken);
  const lines = kept.map((characters, index) => {
    const at = Math.min(index, block.lines - 1);
    const indent = index === 0 ? 0 : Math.min(block.indent, block.width);
    const spare = block.width - indent - getWidth(characters, 0);
    const justified = block.align === 'justified' && !isLast.has(index);
    return {
      characters,
      x: indent + (block.align === 'right' ? spare : block.align === 'center' ? spare / 2 : 0),
      y: at * step + style.base,
      gap: justified ? Math.max(0, spare) / Math.max(1, spacesIn(characters)) : 0,
    };
  });
  const height = Math.max(content.font.height, (block.lines - 1) * step + content.font.height);
  const base = (block.lines - 1) * step + style.base;
  return { style, spacing, step, font, lines, width: block.width, height, base };
}

/** A printer may have them: what stands in the picture is a box. */
function warnAboutMissing(font: Font, text: string, warn: (message: string) => void): void {
  const { missing } = shapeText(font, text);
  if (missing.length > 0) warn(`云标的字体里没有“${charactersShown(missing)}”，画成方框`);
}

const SPACE = 0x20;

const spacesIn = (characters: readonly ShapedCharacter[]): number =>
  characters.filter(({ codePoint }) => codePoint === SPACE).length;

/** Which of all lines are the last of theirs: those are not stretched. */
function endsOfParagraphs(paragraphs: readonly (readonly unknown[])[]): ReadonlySet<number> {
  const ends = new Set<number>();
  let count = 0;
  for (const lines of paragraphs) {
    count += lines.length;
    ends.add(count - 1);
  }
  return ends;
}

/** The glyphs of a text where they stand on the label; an operation for each stretch of one width. */
export function textOps(
  { lines, style, font, spacing }: SetText,
  placed: Placed,
  elementId: string,
): GlyphsOp[] {
  const ops: GlyphsOp[] = [];
  const { sizeDots } = style;
  for (const { characters, x, y, gap } of lines) {
    let pen = x;
    for (const one of characters) {
      const { room, percent } = getCell(one, style, font, spacing);
      const glyph: SceneGlyph = {
        glyph: one.glyph,
        codePoint: one.codePoint,
        ...pointOnMedia(placed, Math.round(pen + room), Math.round(y)),
      };
      const last = ops.at(-1);
      if (last?.widthPercent === percent) last.glyphs.push(glyph);
      else {
        const { rotation } = placed;
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
      pen += one.advance + (one.codePoint === SPACE ? gap : 0);
    }
  }
  return ops;
}

/** Where a character stands in its cell and how wide it is drawn: narrower than usual, where it would not fit. */
function getCell(
  { glyph, codePoint, advance }: ShapedCharacter,
  style: TextStyle,
  font: Font,
  spacing: number,
): { room: number; percent: number } {
  const own = (font.getAdvance(glyph) / font.unitsPerEm) * style.sizeDots;
  const usual = getPercent(style, { codePoint, own });
  if (style.pitch === undefined) return { room: 0, percent: usual };
  const cell = advance - spacing;
  const most = Math.floor((cell * 100) / Math.max(1, own));
  const percent = Math.max(1, Math.min(usual, most));
  return { room: (cell - (own * percent) / 100) / 2, percent };
}

/** The line at the bars of a code: one of ours, in the middle of its room. */
export type CodeLine = { text: string; from: number; to: number; base: number; sizeDots: number };

export function codeLineOps(
  font: Font,
  { text, from, to, base, sizeDots }: CodeLine,
  placed: Placed,
  elementId: string,
): GlyphsOp[] {
  const [line = []] = shapeText(font, text).lines;
  const width = getWidth(line, 0) * sizeDots;
  let pen = from + (to - from - width) / 2;
  const glyphs = line.map(({ glyph, codePoint, advance }): SceneGlyph => {
    const at = pointOnMedia(placed, Math.round(pen), Math.round(base));
    pen += advance * sizeDots;
    return { glyph, codePoint, ...at };
  });
  const { rotation } = placed;
  return glyphs.length === 0
    ? []
    : [{ kind: 'glyphs', elementId, font, sizeDots, rotation, glyphs }];
}
