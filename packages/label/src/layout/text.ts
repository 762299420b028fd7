import type { Font } from '../font/font.ts';
import { getFieldValue } from '../check-data.ts';
import { getFullElementText, describeElement, listPlaceholderNames } from '../placeholders.ts';
import type { DotRect, GlyphsOp } from '../scene.ts';
import type { TextElement } from '../template.ts';
import {
  appendTextRun,
  setTextStyle,
  shrinkAroundNumber,
  scaleCharacterWidths,
} from '../text/character-sizes.ts';
import {
  formatCharacters,
  shapeText,
  measureLineWidth,
  replaceMissingGlyphs,
} from '../text/shape.ts';
import type { ShapedText, ShapedCharacter } from '../text/shape.ts';
import { formatTextSize } from '../text/units.ts';
import { describeMissingGlyphReason, formatMissingCharacter } from '../text/missing-reason.ts';
import { shapeTextVertically } from '../text/vertical.ts';
import type { TextRun } from '../text-runs.ts';
import { resolveTextRuns } from './content.ts';
import { reportLayoutError, spendLayoutBudget, addLayoutWarning } from './context.ts';
import type { LayoutContext } from './context.ts';
import { getAscent, placeGlyphs } from './glyph-run.ts';
import { computeOperationBounds, intersectRects } from './ink.ts';
import { toMediaRect } from './place.ts';
import { computeLinesHeight, computeLineTops, fitText } from './text-fit.ts';
import type { FittedText } from './text-fit.ts';
import { createTextFrame } from './text-frame.ts';
import type { Frame } from './text-frame.ts';
import { listTextRules } from './text-rules.ts';

/** Offsets of underline and strike-through from the top of the em box, and thickness, in ems. */
const UNDERLINE_TOP = 1.03;
const STRIKE_TOP = 0.52;
const RULE_THICK = 0.06;

export function layoutText(context: LayoutContext, element: TextElement): void {
  const runs = resolveTextRuns(context, element);
  if (runs.every(({ content }) => content === '')) return;
  const frame = createTextFrame(context.placement.place(element), element);
  const font = context.fonts[element.weight];
  const shaped = shapeElementText(context, element, runs);
  warnAboutUnprintableCharacters(context, element, shaped);
  const fitted = fitText(element, shaped, frame.placed, context.placement.dotsPerMm);
  warnAboutTextFit(context, element, fitted);

  const elementId = element.id;
  if (element.inverse) context.ops.push({ kind: 'rect', elementId, ...frame.placed.box });
  const top = computeTextBlockTop(fitted, frame);
  const tops = computeLineTops(fitted.lineEms, fitted.lineHeight);
  fitted.lines.forEach((line, index) => {
    const lineTop = top + (tops[index] ?? 0) * fitted.sizeDots;
    const emDots = (fitted.lineEms[index] ?? 1) * fitted.sizeDots;
    drawTextLine(context, { element, frame, font, fitted, line, lineTop, emDots });
  });
}

/** Shapes the runs of a text, for lines or columns. */
function shapeElementText(
  { fonts }: LayoutContext,
  element: TextElement,
  [first, ...others]: readonly TextRun[],
): ShapedText {
  const shapeContent = (font: Font, content: string): ShapedText => {
    const raw = shapeText(font, content);
    const marked = element.missingGlyph === 'gap' ? replaceMissingGlyphs(raw, font) : raw;
    return element.writingMode === 'vertical-rl'
      ? shapeTextVertically(marked, font, element.textOrientation)
      : scaleCharacterWidths(marked, getCharacterWidthPercent(element));
  };
  const shaped = shrinkAroundNumber(
    shapeContent(fonts[element.weight], first?.content ?? ''),
    element.restScale,
  );
  const styled = first === undefined || isPlain(first) ? shaped : setTextStyle(shaped, first);
  return others
    .filter((run) => run.content !== '')
    .reduce((text, run) => {
      const font = fonts[run.weight];
      return appendTextRun(text, shapeContent(font, run.content), {
        font,
        scale: run.sizeMm / element.sizeMm,
        gap: run.gapMm / element.sizeMm,
        isOneLine: run.isOneLine,
        ...(!isPlain(run) && { style: run }),
      });
    }, styled);
}

const isPlain = ({ italic, underline, strike }: TextRun): boolean =>
  !italic && !underline && !strike;

/** Character width in percent; vertical text ignores `widthScale`. */
function getCharacterWidthPercent({ widthScale = 1, writingMode }: TextElement): number {
  return writingMode === 'vertical-rl' ? 100 : Math.round(widthScale * 100);
}

/** Position of the first line across the lines, in dots. */
function computeTextBlockTop(fitted: FittedText, { placed, block }: Frame): number {
  const spare = placed.height - fitted.sizeDots * computeLinesHeight(fitted.lineEms, fitted);
  // An em box taller than its box overhangs equally on both sides.
  if (block === 'middle' || spare < 0) return spare / 2;
  return block === 'top' ? 0 : spare;
}

type Line = {
  element: TextElement;
  frame: Frame;
  font: Font;
  fitted: FittedText;
  line: readonly ShapedCharacter[];
  /** Top edge of the line's em box, and its height, in content dots. */
  lineTop: number;
  emDots: number;
};

function drawTextLine(context: LayoutContext, lineToDraw: Line): void {
  const { element, frame, font, fitted, line, lineTop, emDots } = lineToDraw;
  const { placed } = frame;
  const { sizeDots, spacing } = fitted;
  const edge = fitted.edge * sizeDots;
  const width = measureLineWidth(line, spacing) * sizeDots;
  const start = edge + computeLineStart(frame.inline, placed.width - 2 * edge, width);
  const baseline = Math.round(lineTop + getAscent(font, emDots));
  const widthPercent = getCharacterWidthPercent(element);
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
    if (paper) clipInverseTextToBox(op, placed.box);
    // Glyphs that start more than one em beyond the clip box are invisible.
    if (fitted.isCut) {
      op.clip = placed.box;
      op.glyphs = op.glyphs.filter(({ x, y }) => isPointNearRect(placed.box, x, y, sizeDots));
    }
    const glyphDots = (op.glyphs.length * op.sizeDots * op.sizeDots * widthPercent) / 100;
    spendLayoutBudget(context, { glyphDots });
    context.ops.push(op);
  }
  const ascent = getAscent(font, 1);
  for (const rule of listTextRules(line, { start, width, sizeDots, spacing })) {
    const em = rule.em * sizeDots;
    // From the baseline, so that parts of one size share their rule.
    const top =
      lineTop + ascent * (emDots - em) + (rule.isStrike ? STRIKE_TOP : UNDERLINE_TOP) * em;
    const y0 = Math.round(top);
    const y1 = y0 + Math.max(1, Math.round(RULE_THICK * em));
    const rect = intersectRects(
      toMediaRect(placed, { x0: Math.round(rule.x0), x1: Math.round(rule.x1), y0, y1 }),
      fitted.isCut || paper ? placed.box : undefined,
    );
    if (rect) context.ops.push({ kind: 'rect', elementId: element.id, ...rect, ...paper });
  }
}

/** White outside the black box would erase neighbouring content. */
function clipInverseTextToBox(op: GlyphsOp, box: DotRect): void {
  op.paper = true;
  const ink = computeOperationBounds(op);
  const isInside =
    ink && ink.x0 >= box.x0 && ink.y0 >= box.y0 && ink.x1 <= box.x1 && ink.y1 <= box.y1;
  if (!isInside) op.clip = box;
}

function isPointNearRect(
  { x0, y0, x1, y1 }: DotRect,
  x: number,
  y: number,
  reach: number,
): boolean {
  return x >= x0 - reach && x <= x1 + reach && y >= y0 - reach && y <= y1 + reach;
}

function computeLineStart(align: Frame['inline'], room: number, width: number): number {
  // A line that is too long shows its start, regardless of alignment.
  if (align === 'left' || width > room + 1) return 0;
  return align === 'right' ? room - width : (room - width) / 2;
}

function warnAboutTextFit(context: LayoutContext, element: TextElement, fitted: FittedText): void {
  if (!fitted.isCut && !fitted.isShrunk && !fitted.isForced) return;
  const elementName = describeElement(element);
  const formatSize = (mm: number): string => formatTextSize(mm, element.sizeUnit);
  const size = fitted.sizeDots / context.placement.dotsPerMm;
  if (fitted.isCut)
    addLayoutWarning(context, element, 'text-overflow', `${elementName}放不下，显示不全`);
  else if (fitted.isShrunk) {
    const change = `从 ${formatSize(element.sizeMm)} 缩小到 ${formatSize(size)}`;
    addLayoutWarning(context, element, 'text-shrunk', `${elementName}太长，已${change}`);
  }
  if (fitted.isForced)
    addLayoutWarning(
      context,
      element,
      'text-broken',
      `${elementName}里有比一行还长的词，从中间断开了`,
    );
}

function warnAboutUnprintableCharacters(
  context: LayoutContext,
  element: TextElement,
  shaped: ShapedText,
): void {
  if (shaped.hadControls) {
    const message = `${describeElement(element)}含有不可见的控制字符，已去掉`;
    addLayoutWarning(context, element, 'control-character', message);
  }
  if (shaped.missing.length === 0) return;
  const isMarked = element.missingGlyph === 'gap';
  const report = isMarked ? addLayoutWarning : reportLayoutError;
  const end = isMarked ? '，打印成“〓”' : '，打印不出来，请换一个';
  for (const character of shaped.missing.slice(0, MAX_MISSING)) {
    const characterName = `${describeCharacterPlace(context, element, character)}“${formatMissingCharacter(character)}”${describeMissingGlyphReason(character)}`;
    report(context, element, 'missing-glyph', `${characterName}${end}`);
  }
  const unlistedCount = shaped.missing.slice(MAX_MISSING);
  if (unlistedCount.length === 0) return;
  const restMessage = `${describeElement(element)}里还有 ${unlistedCount.length} 个字打印不了：“${formatCharacters(unlistedCount)}”`;
  report(context, element, 'missing-glyph', `${restMessage}${end}`);
}

/** Maximum missing characters reported individually, with positions. */
const MAX_MISSING = 5;

/** Describes the field and position of a character, or the element if it is fixed text. */
function describeCharacterPlace(
  context: LayoutContext,
  element: TextElement,
  character: string,
): string {
  for (const name of listPlaceholderNames(getFullElementText(element) ?? '')) {
    const value = Array.from(getFieldValue(context.data, name).normalize('NFC'));
    const at = value.indexOf(character);
    if (at >= 0) return `${context.fields.get(name)?.label ?? name}的第 ${at + 1} 个字`;
  }
  return `${describeElement(element)}里的`;
}
