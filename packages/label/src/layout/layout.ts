import { createLabelDataCheck } from '../check-data.ts';
import { isElementHidden } from '../groups.ts';
import { type EvaluationContext, evaluateFormulas, listNeededNames } from '../formulas.ts';
import { LabelError } from '../errors.ts';
import type { Fonts } from '../font/font.ts';
import { getTemplateImages } from '../image/images.ts';
import type { Images, LibraryPictures } from '../image/picture.ts';
import { describeElement, listUsedFieldNames, MAX_NAMES } from '../placeholders.ts';
import type { GetRareEncoders } from '../rare-symbology.ts';
import type { Scene } from '../scene.ts';
import { listElementsWithCells } from '../table.ts';
import { isLinearCodeElement } from '../template.ts';
import { listTextRuns } from '../text-runs.ts';
import type { LabelData, Media, Template, TemplateElement, TemplateField } from '../template.ts';
import { checkSceneInk } from './checks.ts';
import { createConditionCheck, isCellShown } from './condition.ts';
import { layoutImage } from './image.ts';
import { layoutLinearCode } from './linear.ts';
import { layoutMatrixCode } from './matrix.ts';
import type { LayoutContext } from './context.ts';
import { createLabelPlacement } from './place.ts';
import { layoutEllipse, layoutLineShape, layoutRect } from './shapes.ts';
import { layoutTable } from './table.ts';
import { layoutText } from './text.ts';

const MAX_ELEMENTS = 500;
/** Maximum position or size on a label, mm. */
const MAX_MM = 1000;
/** Limits of the horizontal scale of characters. */
const WIDTH_SCALE = { least: 0.1, most: 10 };
/** Minimum line height, in ems; bounds the number of lines in a box. */
const MIN_LINE_HEIGHT = 0.1;

export type LayoutInput = EvaluationContext & {
  template: Template;
  data: LabelData;
  media: Media;
  fonts: Fonts;
  /** Pictures of image elements; those of the template when omitted. */
  images?: Images;
  /** Pictures of the member's library; without them elements that name one are reported. */
  pictures?: LibraryPictures | undefined;
  /**
   * Encoders of rare symbologies (`RARE_ENCODERS`); without them such codes are reported instead of
   * drawn.
   */
  rareCodes?: GetRareEncoders;
};

/**
 * Lays out a label in whole dots. Elements that cannot be drawn are omitted and listed in
 * `warnings`. Throws LabelError if the label cannot be drawn at all (size, media, invalid numbers).
 *
 * @example
 * const scene = layoutLabel({ template, data: { 品名: '苹果' }, media: { dpi: 203 }, fonts });
 * rasterize(scene); // 60 × 40 mm → 480 × 320 dots
 */
export function layoutLabel(input: LayoutInput): Scene {
  const { template, media, fonts, images = getTemplateImages(template), at, pictures } = input;
  const { rareCodes = () => undefined } = input;
  const placement = createLabelPlacement(template, media);
  const { fields, check } = getOrCreateLayoutPlan(template);
  const usage = { characters: 0, glyphDots: 0 };
  const out = { ops: [], codes: [], warnings: [], usage };
  const { data, errors } = evaluateFormulas(template, input.data, { at });
  const context: LayoutContext = {
    data,
    errors,
    fields,
    fonts,
    images,
    pictures,
    rareCodes,
    placement,
    ...out,
  };
  reportFieldFaults(context, check);
  const isShown = createConditionCheck(context, template);
  for (const element of template.elements) {
    if (isElementHidden(template, element)) continue;
    validateElementNumbers(element);
    if (isShown(element)) layoutElement(context, element);
  }
  checkSceneInk(context, template);
  const { widthDots, heightDots } = placement;
  const { ops, codes, warnings } = context;
  return { dpi: media.dpi, widthDots, heightDots, ops, codes, warnings };
}

function layoutElement(context: LayoutContext, element: TemplateElement): void {
  if (isLinearCodeElement(element)) {
    layoutLinearCode(context, element);
    return;
  }
  switch (element.type) {
    case 'text':
      layoutText(context, element);
      return;
    case 'qr':
    case 'datamatrix':
    case 'gs1-datamatrix':
    case 'microqr':
    case 'pdf417':
    case 'aztec':
    case 'databar-stacked':
    case 'databar-stacked-omni':
    case 'databar-expanded-stacked':
      layoutMatrixCode(context, element);
      return;
    case 'rect':
      layoutRect(context, element);
      return;
    case 'ellipse':
      layoutEllipse(context, element);
      return;
    case 'line':
      layoutLineShape(context, element);
      return;
    case 'image':
      layoutImage(context, element);
      return;
    case 'table':
      layoutTable(context, element, (inner, cell) => {
        validateElementNumbers(cell);
        if (isCellShown(inner, cell)) layoutElement(inner, cell);
      });
      return;
  }
}

function validateElementNumbers(element: TemplateElement): void {
  const sizes = [element.widthMm, element.heightMm];
  if (element.type === 'text')
    sizes.push(element.minSizeMm ?? 0, ...listTextRuns(element).map(({ sizeMm }) => sizeMm));
  if ('textSizeMm' in element) sizes.push(element.textSizeMm);
  if ('lineMm' in element) sizes.push(element.lineMm);
  if (element.type === 'rect') sizes.push(element.radiusMm ?? 0);
  if (element.type === 'table')
    sizes.push(...element.columnsMm, ...element.rowsMm, element.paddingMm ?? 0);
  const positions = [element.xMm, element.yMm];
  if (element.type === 'text')
    positions.push(
      element.letterSpacingMm ?? 0,
      ...listTextRuns(element).map(({ gapMm }) => gapMm),
    );
  if (isLinearCodeElement(element)) positions.push(element.textSpacingMm ?? 0);
  if (element.type === 'line' || element.type === 'image') positions.push(element.angleDeg ?? 0);
  const isBad =
    sizes.some((size) => !(size >= 0 && size <= MAX_MM)) ||
    positions.some((at) => !(Math.abs(at) <= MAX_MM)) ||
    (element.type === 'text' && !((element.lineHeight ?? 1) >= MIN_LINE_HEIGHT)) ||
    (element.type === 'text' && !isValidWidthScale(element.widthScale ?? 1));
  if (isBad) throw new LabelError('bad-template', `${describeElement(element)}的位置或大小不对`);
}

const isValidWidthScale = (scale: number): boolean =>
  scale >= WIDTH_SCALE.least && scale <= WIDTH_SCALE.most;

/** Reports invalid field values. Text elements report missing glyphs themselves. */
function reportFieldFaults(context: LayoutContext, check: TemplatePlan['check']): void {
  for (const { code, message } of check(context.data)) {
    if (code === 'missing-glyph') continue;
    const level = code === 'field-required' ? 'error' : 'warning';
    context.warnings.push({ elementId: '', code, level, message });
  }
}

/** Data shared by all labels of a template. */
type TemplatePlan = {
  fields: ReadonlyMap<string, TemplateField>;
  check: ReturnType<typeof createLabelDataCheck>;
};

/** Templates are immutable, so the object is a valid cache key. */
const planByTemplate = new WeakMap<Template, TemplatePlan>();

/** Throws LabelError `bad-template` if the template exceeds a limit. */
function getOrCreateLayoutPlan(template: Template): TemplatePlan {
  const cachedPlan = planByTemplate.get(template);
  if (cachedPlan) return cachedPlan;
  if (listElementsWithCells(template).length > MAX_ELEMENTS)
    throw new LabelError('bad-template', `一张标签最多 ${MAX_ELEMENTS} 个元素，表格的格子也算`);
  if (listUsedFieldNames(template).length > MAX_NAMES)
    throw new LabelError('bad-template', `一个模板的花括号里最多 ${MAX_NAMES} 种内容`);
  const fields = new Map(template.fields.map((field) => [field.name, field]));
  const plan = {
    fields,
    check: createLabelDataCheck(template, undefined, (data) => listNeededNames(template, data)),
  };
  planByTemplate.set(template, plan);
  return plan;
}
