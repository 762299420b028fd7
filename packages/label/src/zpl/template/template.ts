import { LabelError } from '../../errors.ts';
import type { Fonts } from '../../font/font.ts';
import { layoutLabel } from '../../layout/layout.ts';
import { getDotsPerMm } from '../../layout/place.ts';
import type { Deflate } from '../../output/deflate.ts';
import { buildSampleData } from '../../placeholders.ts';
import { RARE_ENCODERS } from '../../rare-encoders.ts';
import type { Template, TemplateElement } from '../../template.ts';
import { placeFollowingTexts } from '../draw/place-followers.ts';
import { createDrawingPaper } from '../draw/draw.ts';
import type { Paper } from '../draw/draw.ts';
import type { ZplField, ZplLabel } from '../label.ts';
import { createNoticeCollector } from '../notice.ts';
import type { Lines, ZplNotice } from '../notice.ts';
import { buildCodeElements } from './codes.ts';
import { isWithin, convertDotsToMm } from './context.ts';
import type { TemplateContext, TemplateLimits } from './context.ts';
import { buildTemplatePictures } from './pictures.ts';
import { buildShapeElement } from './shapes.ts';
import { buildTextElement } from './text.ts';

export type TemplateOptions = {
  fonts: Fonts;
  lines: Lines;
  limits: TemplateLimits;
  deflate: Deflate;
};

/**
 * A template with notices about what it does not preserve; undefined with the reason when it cannot
 * be built.
 */
export type ZplTemplate = { template: Template | undefined; notices: ZplNotice[] };

/**
 * Converts a label to a template: texts, codes, boxes and lines become elements, everything else
 * pictures, numbered values fields. Printing the template gives the printer's result, except for
 * what `notices` reports. Never throws.
 */
export function buildTemplateFromZpl(source: ZplLabel, options: TemplateOptions): ZplTemplate {
  const { fonts, limits, lines, deflate } = options;
  const { report, listNotices } = createNoticeCollector(lines);
  const label = placeFollowingTexts(source, { fonts, tell: report });
  const { dpi } = label;
  const k = getDotsPerMm(dpi) / label.dotSize;
  const [widthMm, heightMm] = [
    convertDotsToMm(label.widthDots, k),
    convertDotsToMm(label.heightDots, k),
  ];
  const wholeLabel = { at: 0, command: '' };
  if (!isWithin(widthMm, limits.widthMm) || !isWithin(heightMm, limits.heightMm)) {
    const [w, h] = [limits.widthMm, limits.heightMm];
    const max = `模板的宽要 ${w.min}–${w.max} mm，高要 ${h.min}–${h.max} mm`;
    report('error', wholeLabel, `${max}，这张是 ${widthMm} × ${heightMm} mm`);
    return { template: undefined, notices: listNotices() };
  }
  if (label.isMirrored) report('warning', wholeLabel, '左右翻转（^PMY）没有保留');
  const silent = createDrawingPaper(label, { fonts, dpi, tell: () => undefined });
  const context: TemplateContext = {
    label,
    fonts,
    dpi,
    dotsPerMm: k,
    limits,
    fields: new Map(),
    bitmapBelow: silent.bitmap,
    report,
    createId: createIdCounter(),
  };
  const { elements, dots, isCut } = splitFieldsIntoElementsAndPictures(context, silent);
  const draftTemplate: DraftTemplate = { widthMm, heightMm, elements };
  const printableElements = replaceUndrawableElements(context, draftTemplate, dots);
  const pictures = buildTemplatePictures(context, dots, deflate);
  const template: Template = {
    version: 1,
    widthMm,
    heightMm,
    fields: [...context.fields.values()],
    elements: [...pictures.elements, ...printableElements].slice(0, limits.elements),
    ...(pictures.images.length > 0 ? { images: pictures.images } : {}),
  };
  if (isCut || printableElements.length + pictures.elements.length > limits.elements)
    report('error', wholeLabel, `模板最多 ${limits.elements} 个元素，多出来的没有保留`);
  return { template, notices: listNotices() };
}

type DraftTemplate = { widthMm: number; heightMm: number; elements: Element[] };
/** An element and the field it was created from. */
type Element = { element: TemplateElement; field: ZplField };

function createIdCounter(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `z${count}`;
  };
}

type ClassifiedFields = {
  elements: Element[];
  dots: ZplField[];
  /** There are more elements than a template may have. */
  isCut: boolean;
};

/** Decides which fields become elements and which become pictures. */
function splitFieldsIntoElementsAndPictures(
  context: TemplateContext,
  paper: Paper,
): ClassifiedFields {
  const elements: Element[] = [];
  const dots: ZplField[] = [];
  let isCut = false;
  const { limits, report } = context;
  const { fields } = context.label;
  // White and reversed shapes depend on what lies below, so all shapes become pictures together.
  const isFlat = fields.some(
    ({ ink, content }) => ink !== 'black' && content.kind !== 'text' && content.kind !== 'code',
  );
  for (const field of fields) {
    const put = paper.planField(field);
    if (put === undefined) {
      report('error', field.place, '标签上的内容太多或太大，后面的没有放进模板');
      break;
    }
    const isDots = isGraphicField(field) || (isFlat && isShapeOrGraphicField(field));
    if (!isDots && elements.length >= limits.elements) isCut = true;
    else {
      const fieldElements = isDots ? undefined : buildFieldElements(context, field);
      if (
        fieldElements === undefined ||
        fieldElements.some((fieldElement) => isElementTooLarge(fieldElement, limits))
      )
        dots.push(field);
      else elements.push(...fieldElements.map((element) => ({ element, field })));
    }
    put();
  }
  return { elements, dots, isCut };
}

/** Whether an element exceeds the limits of a template; its visible part then becomes a picture. */
function isElementTooLarge(element: TemplateElement, limits: TemplateLimits): boolean {
  const { xMm, yMm, widthMm, heightMm } = element;
  const max = Math.max(Math.abs(xMm), Math.abs(yMm), widthMm, heightMm);
  return (
    !isWithin(max, limits.sideMm) ||
    ('lineMm' in element && !isWithin(element.lineMm, limits.lineMm)) ||
    ('radiusMm' in element && !isWithin(element.radiusMm, limits.radiusMm)) ||
    ('textSizeMm' in element && !isWithin(element.textSizeMm, limits.codeTextMm))
  );
}

const isGraphicField = ({ content }: ZplField): boolean => content.kind === 'graphic';

const isShapeOrGraphicField = ({ content }: ZplField): boolean =>
  content.kind !== 'text' && content.kind !== 'code';

/** Elements of a field; undefined when it becomes a picture. */
function buildFieldElements(
  context: TemplateContext,
  field: ZplField,
): TemplateElement[] | undefined {
  const { content, place } = field;
  const warnAboutField = (message: string): void => context.report('warning', place, message);
  switch (content.kind) {
    case 'text': {
      const element = buildTextElement(context, field, content);
      return element === undefined ? [] : [element];
    }
    case 'code':
      if (field.ink === 'reversed') warnAboutField('黑底上反白的码改成了黑的');
      try {
        const codeElements = buildCodeElements(context, field, content);
        if (!('trouble' in codeElements)) return codeElements;
        warnAboutField(`${codeElements.trouble}，这个码保存为图片，内容改不了`);
      } catch (error) {
        if (!(error instanceof LabelError)) throw error;
        warnAboutField(`码没有保留：${error.message}`);
      }
      return undefined;
    case 'graphic':
      return undefined;
    default:
      return [buildShapeElement(context, field, content)];
  }
}

/** Elements that our engine cannot draw, such as a too dense code, become pictures instead. */
function replaceUndrawableElements(
  context: TemplateContext,
  draftTemplate: DraftTemplate,
  dots: ZplField[],
): TemplateElement[] {
  const { fonts, dpi, report, fields } = context;
  const { widthMm, heightMm, elements } = draftTemplate;
  const template: Template = {
    version: 1,
    widthMm,
    heightMm,
    fields: [...fields.values()],
    elements: elements.map(({ element }) => element),
  };
  const refusedReasons = new Map<string, string>();
  try {
    const data = buildSampleData(template);
    const rareCodes = () => RARE_ENCODERS;
    const { warnings } = layoutLabel({ template, data, media: { dpi }, fonts, rareCodes });
    for (const { elementId, level, message } of warnings)
      if (level === 'error') refusedReasons.set(elementId, message);
  } catch (error) {
    if (!(error instanceof LabelError)) throw error;
    report('error', { at: 0, command: '' }, error.message);
  }
  return elements.flatMap(({ element, field }) => {
    const message = refusedReasons.get(element.id);
    if (message === undefined) return [element];
    report('warning', field.place, `${message}；保存为图片，内容改不了`);
    dots.push(field);
    return [];
  });
}
