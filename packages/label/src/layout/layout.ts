import { dataCheck } from '../check-data.ts';
import { type WorkContext, workOut } from '../computed.ts';
import { LabelError } from '../errors.ts';
import type { Fonts } from '../font/font.ts';
import { listImages } from '../image/images.ts';
import type { Images } from '../image/picture.ts';
import { describeElement, fieldsUsedBy, MAX_NAMES } from '../placeholders.ts';
import type { RareCodeSource } from '../rare.ts';
import type { Scene } from '../scene.ts';
import { withCells } from '../table.ts';
import { isLinear } from '../template.ts';
import type { LabelData, Media, Template, TemplateElement, TemplateField } from '../template.ts';
import { checkScene } from './checks.ts';
import { layoutImage } from './image.ts';
import { layoutLinear } from './linear.ts';
import { layoutMatrix } from './matrix.ts';
import type { LayoutContext } from './context.ts';
import { placementFor } from './place.ts';
import { layoutEllipse, layoutLine, layoutRect } from './shapes.ts';
import { layoutTable } from './table.ts';
import { layoutText } from './text.ts';

const MAX_ELEMENTS = 500;
/** No position or size on a label is further out than this. */
const MAX_MM = 1000;
/** Of the width of characters against their own. */
const WIDTH_SCALE = { least: 0.1, most: 10 };
/** Lines closer to each other, in ems, are no lines any more, and a box would hold any number of them. */
const MIN_LINE_HEIGHT = 0.1;

export type LayoutInput = WorkContext & {
  template: Template;
  data: LabelData;
  media: Media;
  fonts: Fonts;
  /** Pictures its image elements name; those of the template itself when left out. */
  images?: Images;
  /** For labels with codes few have (`RARE_CODES`); without it those are not drawn, and that is said. */
  rareCodes?: RareCodeSource;
};

/**
 * Lays a label out in whole dots. What cannot be drawn is left out and named in `warnings`; a label
 * that cannot be drawn at all (size, media, numbers that are not) throws LabelError.
 *
 * @example
 * const scene = layoutLabel({ template, data: { 品名: '苹果' }, media: { dpi: 203 }, fonts });
 * rasterize(scene); // 60 × 40 mm → 480 × 320 dots
 */
export function layoutLabel(input: LayoutInput): Scene {
  const { template, media, fonts, images = listImages(template), at } = input;
  const { rareCodes = () => undefined } = input;
  const placement = placementFor(template, media);
  const { fields, check } = getPlan(template);
  const spent = { characters: 0, glyphDots: 0 };
  const out = { ops: [], codes: [], warnings: [], spent };
  const { data, errors } = workOut(template, input.data, { at });
  const context: LayoutContext = {
    data,
    errors,
    fields,
    fonts,
    images,
    rareCodes,
    placement,
    ...out,
  };
  checkFields(context, check);
  for (const element of template.elements) {
    if (element.hidden) continue;
    checkNumbers(element);
    layoutElement(context, element);
  }
  checkScene(context, template);
  const { widthDots, heightDots } = placement;
  const { ops, codes, warnings } = context;
  return { dpi: media.dpi, widthDots, heightDots, ops, codes, warnings };
}

function layoutElement(context: LayoutContext, element: TemplateElement): void {
  if (isLinear(element)) {
    layoutLinear(context, element);
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
      layoutMatrix(context, element);
      return;
    case 'rect':
      layoutRect(context, element);
      return;
    case 'ellipse':
      layoutEllipse(context, element);
      return;
    case 'line':
      layoutLine(context, element);
      return;
    case 'image':
      layoutImage(context, element);
      return;
    case 'table':
      layoutTable(context, element, (inner, cell) => {
        checkNumbers(cell);
        layoutElement(inner, cell);
      });
      return;
  }
}

function checkNumbers(element: TemplateElement): void {
  const sizes = [element.widthMm, element.heightMm];
  if (element.type === 'text')
    sizes.push(element.sizeMm, element.minSizeMm ?? 0, element.tail?.sizeMm ?? 0);
  if ('textSizeMm' in element) sizes.push(element.textSizeMm);
  if ('lineMm' in element) sizes.push(element.lineMm);
  if (element.type === 'rect') sizes.push(element.radiusMm ?? 0);
  if (element.type === 'table')
    sizes.push(...element.columnsMm, ...element.rowsMm, element.paddingMm ?? 0);
  const positions = [element.xMm, element.yMm];
  if (element.type === 'text')
    positions.push(element.letterSpacingMm ?? 0, element.tail?.gapMm ?? 0);
  if (isLinear(element)) positions.push(element.textSpacingMm ?? 0);
  if (element.type === 'line' || element.type === 'image') positions.push(element.angleDeg ?? 0);
  const isBad =
    sizes.some((size) => !(size >= 0 && size <= MAX_MM)) ||
    positions.some((at) => !(Math.abs(at) <= MAX_MM)) ||
    (element.type === 'text' && !((element.lineHeight ?? 1) >= MIN_LINE_HEIGHT)) ||
    (element.type === 'text' && !isWidth(element.widthScale ?? 1));
  if (isBad) throw new LabelError('bad-template', `${describeElement(element)}的位置或大小不对`);
}

const isWidth = (scale: number): boolean => scale >= WIDTH_SCALE.least && scale <= WIDTH_SCALE.most;

/** What is wrong with the values themselves; characters are told by the element that cannot draw them. */
function checkFields(context: LayoutContext, check: Plan['check']): void {
  for (const { code, message } of check(context.data)) {
    if (code === 'missing-glyph') continue;
    const level = code === 'field-required' ? 'error' : 'warning';
    context.warnings.push({ elementId: '', code, level, message });
  }
}

/** What is the same for every label of a template. */
type Plan = {
  fields: ReadonlyMap<string, TemplateField>;
  check: ReturnType<typeof dataCheck>;
};

/** A template is not changed in place: whoever edits one makes another. */
const plans = new WeakMap<Template, Plan>();

/** Throws LabelError `bad-template` for one with more in it than a label may have. */
function getPlan(template: Template): Plan {
  const known = plans.get(template);
  if (known) return known;
  if (withCells(template.elements).length > MAX_ELEMENTS)
    throw new LabelError('bad-template', `一张标签最多 ${MAX_ELEMENTS} 个元素，表格的格子也算`);
  if (fieldsUsedBy(template).length > MAX_NAMES)
    throw new LabelError('bad-template', `一个模板的花括号里最多 ${MAX_NAMES} 种内容`);
  const fields = new Map(template.fields.map((field) => [field.name, field]));
  const plan = { fields, check: dataCheck(template) };
  plans.set(template, plan);
  return plan;
}
