import type { Font } from '../font/font.ts';
import { valueOf } from '../check-data.ts';
import { contentOf, describeElement, fieldNamesIn } from '../placeholders.ts';
import type { DotRect, GlyphsOp } from '../scene.ts';
import type { TemplateElement, TextElement } from '../template.ts';
import { addTail, smallerRest } from '../text/sizes.ts';
import { breakLine, paragraphOf } from '../text/break.ts';
import { shapeText, widthOf } from '../text/shape.ts';
import type { Shaped, ShapedCharacter } from '../text/shape.ts';
import { contentFor, tailFor } from './content.ts';
import { fail, spend, warn } from './context.ts';
import type { LayoutContext } from './context.ts';
import { pointOnMedia } from './place.ts';
import type { Placed } from './place.ts';

/** Distance between baselines, in ems. */
const LINE_HEIGHT = 1.2;
/** Text is shrunk to fit down to 6 pt, the smallest legible Chinese at 203 dpi. */
const LEGIBLE_MM = 2.1;

export function layoutText(context: LayoutContext, element: TextElement): void {
  const text = contentFor(context, element);
  const tail = tailFor(context, element);
  if (text === undefined || (text === '' && tail === '')) return;
  const placed = context.placement.place(element);
  const font = context.fonts[element.weight];
  const shaped = shapeWhole(context, element, text, tail);
  warnAboutCharacters(context, element, shaped);
  const fitted = fitText(context, element, shaped, placed);
  if (fitted.isCut)
    warn(context, element, 'text-overflow', `${describeElement(element)}放不下，显示不全`);
  else if (fitted.isShrunk)
    warn(context, element, 'text-shrunk', `${describeElement(element)}太长，已缩小`);

  if (fitted.isForced)
    warn(
      context,
      element,
      'text-broken',
      `${describeElement(element)}里有比一行还长的词，从中间断开了`,
    );

  const { sizeDots, spacing } = fitted;
  const isCentred = element.fit !== 'wrap';
  const blockHeight = sizeDots * (1 + (fitted.lines.length - 1) * LINE_HEIGHT);
  // An em box taller than its box hangs over evenly; text in `wrap` starts at the top.
  const top = isCentred || blockHeight > placed.height ? (placed.height - blockHeight) / 2 : 0;
  fitted.lines.forEach((line, index) => {
    const width = widthOf(line, spacing) * sizeDots;
    const baseline = Math.round(top + index * sizeDots * LINE_HEIGHT + ascentOf(font, sizeDots));
    const start = lineStart(element.align, placed.width, width);
    for (const op of placeGlyphs({
      font,
      element,
      placed,
      line,
      sizeDots,
      spacing,
      start,
      baseline,
    })) {
      // What begins more than an em beyond a cut edge shows nothing.
      if (fitted.isCut) {
        op.clip = placed.box;
        op.glyphs = op.glyphs.filter(({ x, y }) => isNear(placed.box, x, y, sizeDots));
      }
      spend(context, { glyphDots: op.glyphs.length * op.sizeDots * op.sizeDots });
      context.ops.push(op);
    }
  });
}

/** The text with its smaller parts. */
function shapeWhole(
  { fonts }: LayoutContext,
  { weight, sizeMm, restScale, tail: own }: TextElement,
  text: string,
  tail: string,
): Shaped {
  const shaped = smallerRest(shapeText(fonts[weight], text), restScale);
  if (own === undefined || tail === '') return shaped;
  const style = { font: fonts[own.weight], scale: own.sizeMm / sizeMm, gap: own.gapMm / sizeMm };
  return addTail(shaped, shapeText(style.font, tail), style);
}

function isNear({ x0, y0, x1, y1 }: DotRect, x: number, y: number, reach: number): boolean {
  return x >= x0 - reach && x <= x1 + reach && y >= y0 - reach && y <= y1 + reach;
}

function warnAboutCharacters(context: LayoutContext, element: TextElement, shaped: Shaped): void {
  if (shaped.hadControls) {
    warn(
      context,
      element,
      'control-character',
      `${describeElement(element)}含有不可见的控制字符，已去掉`,
    );
  }
  for (const character of shaped.missing.slice(0, 5)) {
    const where = placeOf(context, element, character);
    fail(context, element, 'missing-glyph', `${where}“${character}”字体里没有，印不出来，请换一个`);
  }
}

/** The field a character stands in and where, else the element whose own text it is. */
function placeOf(context: LayoutContext, element: TextElement, character: string): string {
  for (const name of fieldNamesIn(contentOf(element) ?? '')) {
    const value = Array.from(valueOf(context.data, name).normalize('NFC'));
    const at = value.indexOf(character);
    if (at >= 0) return `${context.fields.get(name)?.label ?? name}的第 ${at + 1} 个字`;
  }
  return `${describeElement(element)}里的`;
}

type Fitted = {
  lines: ShapedCharacter[][];
  sizeDots: number;
  /** Between characters, in ems. */
  spacing: number;
  isShrunk: boolean;
  isCut: boolean;
  /** A line ends inside a word, for want of any other place. */
  isForced?: boolean;
};

function fitText(
  context: LayoutContext,
  element: TextElement,
  shaped: Shaped,
  placed: Placed,
): Fitted {
  const k = context.placement.dotsPerMm;
  const sizeDots = halfDots(element.sizeMm * k);
  const spacing = ((element.letterSpacingMm ?? 0) * k) / sizeDots;
  if (element.fit === 'wrap') {
    const broken = shaped.lines.map((line) =>
      breakLine(paragraphOf(line), placed.width / sizeDots, spacing),
    );
    const lines = broken.flatMap((part) => part.lines);
    const isForced = broken.some(({ forced }) => forced > 0);
    const room = Math.max(1, Math.floor((placed.height / sizeDots - 1) / LINE_HEIGHT + 1 + 0.05));
    const isWide = lines.some((line) => widthOf(line, spacing) * sizeDots > placed.width + 1);
    const isCut = lines.length > room || isWide;
    return { lines: lines.slice(0, room), sizeDots, spacing, isShrunk: false, isCut, isForced };
  }
  const { lines } = shaped;
  const largest = largestSize(lines, spacing, placed);
  if (largest >= sizeDots) return { lines, sizeDots, spacing, isShrunk: false, isCut: false };
  if (element.fit === 'clip') return { lines, sizeDots, spacing, isShrunk: false, isCut: true };
  // The smallest part has to stay legible, too.
  const least = (LEGIBLE_MM * k) / smallestScale(lines);
  const floor = Math.min(sizeDots, Math.ceil(least * 2) / 2);
  const shrunk = Math.max(floor, largest);
  return { lines, sizeDots: shrunk, spacing, isShrunk: shrunk < sizeDots, isCut: largest < floor };
}

const smallestScale = (lines: readonly ShapedCharacter[][]): number =>
  lines.flat().reduce((least, { scale = 1 }) => Math.min(least, scale), 1);

/** The largest em, in half dots, at which the lines fit the box. */
function largestSize(
  lines: readonly ShapedCharacter[][],
  spacing: number,
  { width, height }: Placed,
): number {
  const ems = lines.reduce((most, line) => Math.max(most, widthOf(line, spacing)), 0);
  const tall = 1 + (lines.length - 1) * LINE_HEIGHT;
  // One dot of slack: a box drawn exactly around its text must not shrink it by rounding.
  const size = Math.min(ems > 0 ? (width + 1) / ems : Infinity, (height + 1) / tall);
  return size === Infinity ? size : Math.floor(size * 2) / 2;
}

/** Sizes are multiples of half a dot, so that cached glyphs are met again. */
export function halfDots(size: number): number {
  return Math.max(1, Math.round(size * 2) / 2);
}

function ascentOf(font: Font, sizeDots: number): number {
  return (font.emAscent / font.unitsPerEm) * sizeDots;
}

function lineStart(align: TextElement['align'], room: number, width: number): number {
  // A line that is too long shows its beginning, whatever the alignment.
  if (align === 'left' || width > room + 1) return 0;
  return align === 'right' ? room - width : (room - width) / 2;
}

type GlyphRun = {
  font: Font;
  element: TemplateElement;
  placed: Placed;
  line: readonly ShapedCharacter[];
  sizeDots: number;
  spacing: number;
  /** Of the first glyph, in content dots. */
  start: number;
  baseline: number;
};

/**
 * Sets each glyph on a whole dot; the pen itself keeps its fraction, so errors do not add up. An operation for each
 * stretch of one font and size.
 */
export function placeGlyphs(run: GlyphRun): GlyphsOp[] {
  const { element, placed, line, spacing } = run;
  const ops: GlyphsOp[] = [];
  let pen = run.start;
  for (const { glyph, advance, scale = 1, font = run.font } of line) {
    const sizeDots = scale === 1 ? run.sizeDots : halfDots(run.sizeDots * scale);
    const at = pointOnMedia(placed, Math.round(pen), run.baseline);
    pen += (advance + spacing) * run.sizeDots;
    let op = ops.at(-1);
    if (op === undefined || op.font !== font || op.sizeDots !== sizeDots) {
      const { rotation } = placed;
      op = { kind: 'glyphs', elementId: element.id, font, sizeDots, rotation, glyphs: [] };
      ops.push(op);
    }
    op.glyphs.push({ glyph, x: at.x, y: at.y });
  }
  return ops;
}
