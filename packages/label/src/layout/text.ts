import type { Font } from '../font/font.ts';
import { getValue } from '../check-data.ts';
import { getContent, describeElement, fieldNamesIn } from '../placeholders.ts';
import type { DotRect, GlyphsOp } from '../scene.ts';
import type { TextElement } from '../template.ts';
import { addTail, smallerRest, widened } from '../text/sizes.ts';
import { charactersShown, shapeText, getWidth, withGaps } from '../text/shape.ts';
import type { Shaped, ShapedCharacter } from '../text/shape.ts';
import { sizeText } from '../text/units.ts';
import { explainMissing, showMissing } from '../text/why-missing.ts';
import { setVertically } from '../text/vertical.ts';
import { contentFor, tailFor } from './content.ts';
import { fail, spend, warn } from './context.ts';
import type { LayoutContext } from './context.ts';
import { getAscent, placeGlyphs } from './glyph-run.ts';
import { getInk } from './ink.ts';
import { rectOnMedia } from './place.ts';
import { fitText, getHeight } from './text-fit.ts';
import type { Fitted } from './text-fit.ts';
import { frameFor } from './text-frame.ts';
import type { Frame } from './text-frame.ts';

/** Top of an underline below the top of the em box, and how thick it is, in ems. */
const UNDERLINE_TOP = 1.03;
const UNDERLINE_THICK = 0.06;

export function layoutText(context: LayoutContext, element: TextElement): void {
  const text = contentFor(context, element);
  const tail = tailFor(context, element);
  if (text === undefined || (text === '' && tail === '')) return;
  const frame = frameFor(context.placement.place(element), element);
  const font = context.fonts[element.weight];
  const shaped = shapeWhole(context, element, text, tail);
  warnAboutCharacters(context, element, shaped);
  const fitted = fitText(element, shaped, frame.placed, context.placement.dotsPerMm);
  warnAboutFit(context, element, fitted);

  const elementId = element.id;
  if (element.inverse) context.ops.push({ kind: 'rect', elementId, ...frame.placed.box });
  const top = blockTop(fitted, frame);
  fitted.lines.forEach((line, index) => {
    const lineTop = top + index * fitted.sizeDots * fitted.lineHeight;
    drawLine(context, { element, frame, font, fitted, line, lineTop });
  });
}

/** The text with its smaller parts, as it stands in a line or a column. */
function shapeWhole(
  { fonts }: LayoutContext,
  element: TextElement,
  text: string,
  tail: string,
): Shaped {
  const { weight, sizeMm, restScale, tail: own } = element;
  const shape = (font: Font, content: string): Shaped => {
    const raw = shapeText(font, content);
    const marked = element.missingGlyph === 'gap' ? withGaps(raw, font) : raw;
    return element.writingMode === 'vertical-rl'
      ? setVertically(marked, font, element.textOrientation)
      : widened(marked, toPercent(element));
  };
  const shaped = smallerRest(shape(fonts[weight], text), restScale);
  if (own === undefined || tail === '') return shaped;
  const style = { font: fonts[own.weight], scale: own.sizeMm / sizeMm, gap: own.gapMm / sizeMm };
  return addTail(shaped, shape(style.font, tail), style);
}

/** Width of each character in hundredths of its own; vertical text keeps it. */
function toPercent({ widthScale = 1, writingMode }: TextElement): number {
  return writingMode === 'vertical-rl' ? 100 : Math.round(widthScale * 100);
}

/** Where the first line begins, across the lines, in dots. */
function blockTop(fitted: Fitted, { placed, block }: Frame): number {
  const spare = placed.height - fitted.sizeDots * getHeight(fitted.lines.length, fitted);
  // An em box taller than its box hangs over evenly.
  if (block === 'middle' || spare < 0) return spare / 2;
  return block === 'top' ? 0 : spare;
}

type Line = {
  element: TextElement;
  frame: Frame;
  font: Font;
  fitted: Fitted;
  line: readonly ShapedCharacter[];
  /** Upper edge of its em box, in content dots. */
  lineTop: number;
};

function drawLine(context: LayoutContext, drawn: Line): void {
  const { element, frame, font, fitted, line, lineTop } = drawn;
  const { placed } = frame;
  const { sizeDots, spacing } = fitted;
  const edge = fitted.edge * sizeDots;
  const width = getWidth(line, spacing) * sizeDots;
  const start = edge + lineStart(frame.inline, placed.width - 2 * edge, width);
  const baseline = Math.round(lineTop + getAscent(font, sizeDots));
  const widthPercent = toPercent(element);
  const paper = element.inverse ? ({ paper: true } as const) : undefined;
  for (const op of placeGlyphs({
    font,
    element,
    placed,
    line,
    sizeDots,
    ...(widthPercent === 100 ? {} : { widthPercent }),
    spacing,
    start,
    baseline,
  })) {
    if (paper) clipToBlack(op, placed.box);
    // What begins more than an em beyond a cut edge shows nothing.
    if (fitted.isCut) {
      op.clip = placed.box;
      op.glyphs = op.glyphs.filter(({ x, y }) => isNear(placed.box, x, y, sizeDots));
    }
    const glyphDots = (op.glyphs.length * op.sizeDots * op.sizeDots * widthPercent) / 100;
    spend(context, { glyphDots });
    context.ops.push(op);
  }
  if (!element.underline || width === 0) return;
  const y0 = Math.round(lineTop + UNDERLINE_TOP * sizeDots);
  const y1 = y0 + Math.max(1, Math.round(UNDERLINE_THICK * sizeDots));
  const rule = { x0: Math.round(start), x1: Math.round(start + width), y0, y1 };
  const rect = within(rectOnMedia(placed, rule), fitted.isCut || paper ? placed.box : undefined);
  if (rect) context.ops.push({ kind: 'rect', elementId: element.id, ...rect, ...paper });
}

/** White outside the black box would wipe out what stands beside it. */
function clipToBlack(op: GlyphsOp, box: DotRect): void {
  op.paper = true;
  const ink = getInk(op);
  const isInside =
    ink && ink.x0 >= box.x0 && ink.y0 >= box.y0 && ink.x1 <= box.x1 && ink.y1 <= box.y1;
  if (!isInside) op.clip = box;
}

function within(rect: DotRect, box: DotRect = rect): DotRect | undefined {
  const x0 = Math.max(rect.x0, box.x0);
  const y0 = Math.max(rect.y0, box.y0);
  const x1 = Math.min(rect.x1, box.x1);
  const y1 = Math.min(rect.y1, box.y1);
  return x1 > x0 && y1 > y0 ? { x0, y0, x1, y1 } : undefined;
}

function isNear({ x0, y0, x1, y1 }: DotRect, x: number, y: number, reach: number): boolean {
  return x >= x0 - reach && x <= x1 + reach && y >= y0 - reach && y <= y1 + reach;
}

function lineStart(align: Frame['inline'], room: number, width: number): number {
  // A line that is too long shows its beginning, whatever the alignment.
  if (align === 'left' || width > room + 1) return 0;
  return align === 'right' ? room - width : (room - width) / 2;
}

function warnAboutFit(context: LayoutContext, element: TextElement, fitted: Fitted): void {
  if (!fitted.isCut && !fitted.isShrunk && !fitted.isForced) return;
  const what = describeElement(element);
  const getSize = (mm: number): string => sizeText(mm, element.sizeUnit);
  const size = fitted.sizeDots / context.placement.dotsPerMm;
  if (fitted.isCut) warn(context, element, 'text-overflow', `${what}放不下，显示不全`);
  else if (fitted.isShrunk) {
    const change = `从 ${getSize(element.sizeMm)} 缩小到 ${getSize(size)}`;
    warn(context, element, 'text-shrunk', `${what}太长，已${change}`);
  }
  if (fitted.isForced)
    warn(context, element, 'text-broken', `${what}里有比一行还长的词，从中间断开了`);
}

function warnAboutCharacters(context: LayoutContext, element: TextElement, shaped: Shaped): void {
  if (shaped.hadControls) {
    const message = `${describeElement(element)}含有不可见的控制字符，已去掉`;
    warn(context, element, 'control-character', message);
  }
  if (shaped.missing.length === 0) return;
  const isMarked = element.missingGlyph === 'gap';
  const say = isMarked ? warn : fail;
  const end = isMarked ? '，印成“〓”' : '，印不出来，请换一个';
  for (const character of shaped.missing.slice(0, MAX_MISSING)) {
    const what = `${getPlace(context, element, character)}“${showMissing(character)}”${explainMissing(character)}`;
    say(context, element, 'missing-glyph', `${what}${end}`);
  }
  const more = shaped.missing.slice(MAX_MISSING);
  if (more.length === 0) return;
  const rest = `${describeElement(element)}里还有 ${more.length} 个字印不了：“${charactersShown(more)}”`;
  say(context, element, 'missing-glyph', `${rest}${end}`);
}

/** Characters told one by one, with their places. */
const MAX_MISSING = 5;

/** The field a character stands in and where, else the element whose own text it is. */
function getPlace(context: LayoutContext, element: TextElement, character: string): string {
  for (const name of fieldNamesIn(getContent(element) ?? '')) {
    const value = Array.from(getValue(context.data, name).normalize('NFC'));
    const at = value.indexOf(character);
    if (at >= 0) return `${context.fields.get(name)?.label ?? name}的第 ${at + 1} 个字`;
  }
  return `${describeElement(element)}里的`;
}
