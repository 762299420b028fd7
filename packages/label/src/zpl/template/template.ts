import { LabelError } from '../../errors.ts';
import type { Fonts } from '../../font/font.ts';
import { layoutLabel } from '../../layout/layout.ts';
import { dotsPerMm } from '../../layout/place.ts';
import type { Deflate } from '../../output/deflate.ts';
import { sampleData } from '../../placeholders.ts';
import { RARE_CODES } from '../../rare-codes.ts';
import type { Template, TemplateElement } from '../../template.ts';
import { placeFollowers } from '../draw/follow.ts';
import { createPaper } from '../draw/draw.ts';
import type { Paper } from '../draw/draw.ts';
import type { ZplField, ZplLabel } from '../label.ts';
import { createNotices } from '../notice.ts';
import type { Lines, ZplNotice } from '../notice.ts';
import { codeElements } from './codes.ts';
import { isWithin, toMm } from './context.ts';
import type { TemplateContext, TemplateLimits } from './context.ts';
import { listPictures } from './pictures.ts';
import { shapeElement } from './shapes.ts';
import { textElement } from './text.ts';

export type TemplateOptions = {
  fonts: Fonts;
  lines: Lines;
  limits: TemplateLimits;
  deflate: Deflate;
};

/** A template, and what of the label it does not keep; without a template, why there is none. */
export type ZplTemplate = { template: Template | undefined; notices: ZplNotice[] };

/**
 * A label as a template of ours: texts, codes, boxes and lines as elements, pictures and what no element is as pictures,
 * numbered values as fields. Printed by us it is what a printer makes of the label, within what `notices` says. Never
 * throws.
 */
export function templateOfZpl(source: ZplLabel, options: TemplateOptions): ZplTemplate {
  const { fonts, limits, lines, deflate } = options;
  const { tell, all } = createNotices(lines);
  const label = placeFollowers(source, { fonts, tell });
  const { dpi } = label;
  const k = dotsPerMm(dpi) / label.dotSize;
  const [widthMm, heightMm] = [toMm(label.widthDots, k), toMm(label.heightDots, k)];
  const whole = { at: 0, command: '' };
  if (!isWithin(widthMm, limits.widthMm) || !isWithin(heightMm, limits.heightMm)) {
    const [w, h] = [limits.widthMm, limits.heightMm];
    const most = `模板的宽要 ${w.min}–${w.max} mm，高要 ${h.min}–${h.max} mm`;
    tell('error', whole, `${most}，这张是 ${widthMm} × ${heightMm} mm`);
    return { template: undefined, notices: all() };
  }
  if (label.isMirrored) tell('warning', whole, '左右翻转（^PMY）没有保留');
  const silent = createPaper(label, { fonts, dpi, tell: () => undefined });
  const context: TemplateContext = {
    label,
    fonts,
    dpi,
    dotsPerMm: k,
    limits,
    fields: new Map(),
    under: silent.bitmap,
    tell,
    nextId: counter(),
  };
  const { elements, dots, isCut } = sorted(context, silent);
  const made: Made = { widthMm, heightMm, elements };
  const kept = onlyPrintable(context, made, dots);
  const pictures = listPictures(context, dots, deflate);
  const template: Template = {
    version: 1,
    widthMm,
    heightMm,
    fields: [...context.fields.values()],
    elements: [...pictures.elements, ...kept].slice(0, limits.elements),
    ...(pictures.images.length > 0 ? { images: pictures.images } : {}),
  };
  if (isCut || kept.length + pictures.elements.length > limits.elements)
    tell('error', whole, `模板最多 ${limits.elements} 个元素，多出来的没有保留`);
  return { template, notices: all() };
}

type Made = { widthMm: number; heightMm: number; elements: Element[] };
/** An element and the field it was made of. */
type Element = { element: TemplateElement; field: ZplField };

function counter(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `z${count}`;
  };
}

type Sorted = {
  elements: Element[];
  dots: ZplField[];
  /** More elements than a template may have. */
  isCut: boolean;
};

/** Which fields become elements, and which are kept as dots. */
function sorted(context: TemplateContext, paper: Paper): Sorted {
  const elements: Element[] = [];
  const dots: ZplField[] = [];
  let isCut = false;
  const { limits, tell } = context;
  const { fields } = context.label;
  // White and reversed figures are made of what lies under them: then all figures are dots together.
  const isFlat = fields.some(
    ({ ink, content }) => ink !== 'black' && content.kind !== 'text' && content.kind !== 'code',
  );
  for (const field of fields) {
    const put = paper.plan(field);
    if (put === undefined) {
      tell('error', field.place, '标签上的内容太多或太大，后面的没有放进模板');
      break;
    }
    const isDots = isPicture(field) || (isFlat && isFigure(field));
    if (!isDots && elements.length >= limits.elements) isCut = true;
    else {
      const made = isDots ? undefined : listElements(context, field);
      if (made === undefined || made.some((one) => isTooLarge(one, limits))) dots.push(field);
      else elements.push(...made.map((element) => ({ element, field })));
    }
    put();
  }
  return { elements, dots, isCut };
}

/** Further out, larger, thicker or rounder than a template goes: what of it is on the label is kept as dots. */
function isTooLarge(element: TemplateElement, limits: TemplateLimits): boolean {
  const { xMm, yMm, widthMm, heightMm } = element;
  const most = Math.max(Math.abs(xMm), Math.abs(yMm), widthMm, heightMm);
  return (
    !isWithin(most, limits.sideMm) ||
    ('lineMm' in element && !isWithin(element.lineMm, limits.lineMm)) ||
    ('radiusMm' in element && !isWithin(element.radiusMm, limits.radiusMm)) ||
    ('textSizeMm' in element && !isWithin(element.textSizeMm, limits.codeTextMm))
  );
}

const isPicture = ({ content }: ZplField): boolean => content.kind === 'graphic';

const isFigure = ({ content }: ZplField): boolean =>
  content.kind !== 'text' && content.kind !== 'code';

/** A field's elements; undefined for one that is kept as dots. */
function listElements(context: TemplateContext, field: ZplField): TemplateElement[] | undefined {
  const { content, place } = field;
  const warn = (message: string): void => context.tell('warning', place, message);
  switch (content.kind) {
    case 'text': {
      const element = textElement(context, field, content);
      return element === undefined ? [] : [element];
    }
    case 'code':
      if (field.ink === 'reversed') warn('黑底上反白的码改成了黑的');
      try {
        const made = codeElements(context, field, content);
        if (!('trouble' in made)) return made;
        warn(`${made.trouble}，这个码存成图片，内容改不了`);
      } catch (error) {
        if (!(error instanceof LabelError)) throw error;
        warn(`码没有保留：${error.message}`);
      }
      return undefined;
    case 'graphic':
      return undefined;
    default:
      return [shapeElement(context, field, content)];
  }
}

/** What our engine would not draw, a code too dense for one, is kept as dots instead. */
function onlyPrintable(context: TemplateContext, made: Made, dots: ZplField[]): TemplateElement[] {
  const { fonts, dpi, tell, fields } = context;
  const { widthMm, heightMm, elements } = made;
  const template: Template = {
    version: 1,
    widthMm,
    heightMm,
    fields: [...fields.values()],
    elements: elements.map(({ element }) => element),
  };
  const refused = new Map<string, string>();
  try {
    const data = sampleData(template);
    const rareCodes = () => RARE_CODES;
    const { warnings } = layoutLabel({ template, data, media: { dpi }, fonts, rareCodes });
    for (const { elementId, level, message } of warnings)
      if (level === 'error') refused.set(elementId, message);
  } catch (error) {
    if (!(error instanceof LabelError)) throw error;
    tell('error', { at: 0, command: '' }, error.message);
  }
  return elements.flatMap(({ element, field }) => {
    const message = refused.get(element.id);
    if (message === undefined) return [element];
    tell('warning', field.place, `${message}；存成图片，内容改不了`);
    dots.push(field);
    return [];
  });
}
