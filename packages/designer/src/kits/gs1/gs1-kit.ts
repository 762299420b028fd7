import type {
  CodeElement,
  GetRareEncoders,
  Template,
  TemplateElement,
  TemplateField,
  TextElement,
} from '@yunbiao/label';
import { getDotsPerMm, LabelError } from '@yunbiao/label';
import { computeMinimumCodeBox, RECOMMENDED_MODULE_MM } from '@yunbiao/label/minimum-size';
import { formatFieldReference } from '@yunbiao/label/formula';
import { MAX_FIELDS } from '@yunbiao/contract/limits/template';
import { isCodeElement } from '@yunbiao/label/template';
import { type Command, findElement, mapElements } from '../../doc.ts';
import { changeSymbology } from '../../symbology.ts';
import { createField } from '../../fields.ts';
import type { Kit } from '../kit.ts';
import {
  formatGs1Content,
  formatValueContent,
  orderForLength,
  parseGs1Content,
} from './content.ts';
import { DEFAULT_DOMAIN, formatDigitalLink, parseDigitalLink } from './digital-link.ts';
import { getIdentifierName } from './identifiers.ts';
import { type Gs1Item, isDateIdentifier } from './values.ts';

/** Codes that the builder draws, with the size of the box and whether they have their own text. */
const CODES = {
  'gs1-128': { widthMm: 40, heightMm: 14, hasOwnText: true },
  'gs1-datamatrix': { widthMm: 16, heightMm: 16, hasOwnText: false },
  'databar-expanded': { widthMm: 40, heightMm: 14, hasOwnText: true },
  'databar-expanded-stacked': { widthMm: 32, heightMm: 22, hasOwnText: false },
  qr: { widthMm: 20, heightMm: 20, hasOwnText: false },
} as const;

export type Gs1Symbology = keyof typeof CODES;

export const GS1_SYMBOLOGIES = Object.keys(CODES) as Gs1Symbology[];

/** What the builder asks for. */
export type Gs1Design = {
  symbology: Gs1Symbology;
  items: readonly Gs1Item[];
  /** Of a GS1 Digital Link in a QR code. */
  domain: string;
  /** Identifiers with a predefined length first. */
  isOrdered: boolean;
  /** The human readable interpretation. */
  hasHri: boolean;
  /** Lines with a Chinese title each. */
  hasTitles: boolean;
  /** Further lines below, as content: `注册证编号：{{注册证编号}}`. */
  extraLines: readonly string[];
  /** A line above the text, as UDI. */
  heading: string;
};

export const createGs1Design = (symbology: Gs1Symbology, items: readonly Gs1Item[]): Gs1Design => ({
  symbology,
  items,
  domain: DEFAULT_DOMAIN,
  isOrdered: true,
  hasHri: true,
  hasTitles: false,
  extraLines: [],
  heading: '',
});

/** Samples of new columns, valid for their identifier. */
const SAMPLES: Readonly<Record<string, string>> = {
  '00': '106901234500000010',
  '01': '6901234567892',
  '02': '6901234567892',
  '10': 'A260105',
  '21': '0001',
  '30': '12',
  '37': '24',
};

export const getIdentifierSample = (ai: string): string =>
  SAMPLES[ai] ??
  (isDateIdentifier(ai)
    ? ai === '17' || ai === '15'
      ? '2027-12-31'
      : '2026-01-05'
    : ai.startsWith('3')
      ? '1.5'
      : '1');

/** Content of the code; or why it cannot be written. */
export const formatGs1CodeContent = (
  design: Gs1Design,
): { content: string } | { refused: string } => {
  if (design.items.length === 0) return { refused: '先添加一个应用标识符' };
  if (design.symbology === 'qr') {
    const result = formatDigitalLink(design.domain, design.items);
    return 'link' in result ? { content: result.link } : result;
  }
  return { content: formatGs1Content(orderItems(design)) };
};

/** A date as people read it; a fixed YYMMDD without a day is a month. */
const formatReadableValue = (item: Gs1Item): string => {
  if (!isDateIdentifier(item.ai)) return formatValueContent(item);
  const { value } = item;
  if (value.kind === 'column' && value.form === 'date')
    return `{{日期格式(${formatFieldReference(value.name) ?? value.name}, "yyyy-MM-dd")}}`;
  const [, year, month, day] =
    (value.kind === 'fixed' && /^(\d\d)(\d\d)(\d\d)$/.exec(value.text)) || [];
  if (year === undefined) return formatValueContent(item);
  return `20${year}-${month}${day === '00' ? '' : `-${day}`}`;
};

const orderItems = ({ isOrdered, items }: Gs1Design): readonly Gs1Item[] =>
  isOrdered ? orderForLength(items) : items;

const formatHri = (design: Gs1Design): string =>
  orderItems(design)
    .map((item) => `(${item.ai})${formatValueContent(item)}`)
    .join('\n');

const formatTitles = (design: Gs1Design): string =>
  orderItems(design)
    .map((item) => `${getIdentifierName(item.ai)}：${formatReadableValue(item)}`)
    .join('\n');

/** Lines of the text at the code. */
export const formatGs1Text = (design: Gs1Design): string =>
  [
    design.heading,
    design.hasHri && !CODES[design.symbology].hasOwnText ? formatHri(design) : '',
    design.hasTitles ? formatTitles(design) : '',
    ...design.extraLines,
  ]
    .filter((part) => part !== '')
    .join('\n');

const LINE_MM = 3;
const TEXT_MM = 2.25;
const GAP_MM = 1;

const createTextElement = (
  content: string,
  box: { xMm: number; yMm: number; widthMm: number },
): TextElement => ({
  type: 'text',
  id: '',
  ...box,
  heightMm: Math.max(LINE_MM, content.split('\n').length * LINE_MM),
  rotation: 0,
  content,
  sizeMm: TEXT_MM,
  minSizeMm: 1.5,
  weight: 400,
  align: 'left',
  fit: 'wrap',
});

const createCode = (design: Gs1Design, content: string): CodeElement => {
  const { widthMm, heightMm, hasOwnText } = CODES[design.symbology];
  const place = {
    id: '',
    xMm: 0,
    yMm: 0,
    widthMm,
    heightMm,
    rotation: 0 as const,
    content,
    name: 'GS1 条码',
  };
  if (design.symbology === 'qr') return { type: 'qr', ...place, level: 'M' };
  if (design.symbology === 'gs1-datamatrix') return { type: 'gs1-datamatrix', ...place };
  const text = { showText: design.hasHri && hasOwnText, textSizeMm: TEXT_MM };
  return { type: design.symbology, ...place, ...text };
};

/** Fields of columns that the template does not have. */
export const createMissingFields = (design: Gs1Design, template: Template): TemplateField[] => {
  const columns = design.items.flatMap(({ ai, value }) =>
    value.kind === 'column' ? [{ name: value.name, sample: getIdentifierSample(ai) }] : [],
  );
  const extra = design.extraLines.flatMap((line) =>
    Array.from(line.matchAll(/\{\{([^{}]*)\}\}/g), ([, name = '']) => ({ name, sample: name })),
  );
  const fields: TemplateField[] = [];
  for (const { name, sample } of [...columns, ...extra])
    if (![...template.fields, ...fields].some((field) => field.name === name))
      fields.push(createField([...template.fields, ...fields], name, sample));
  return fields;
};

/** A code as the sample row prints it, and the encoders that pages load on demand. */
export type Gs1Sample = { content: string; rareCodes: GetRareEncoders };

const MIN_BAR_MM = 8;
const DPIS = [203, 300, 600] as const;

/** Smallest box in which a code is readable on every print head, mm. */
const computeReadableSize = (code: CodeElement, rareCodes: GetRareEncoders) => {
  const sizes = DPIS.flatMap((dpi) => {
    const wanted = { dpi, moduleMm: RECOMMENDED_MODULE_MM, barMm: MIN_BAR_MM, rareCodes };
    const box = computeMinimumCodeBox(code, wanted);
    const perMm = getDotsPerMm(dpi);
    return box ? [{ width: box.widthDots / perMm, height: box.heightDots / perMm }] : [];
  });
  return {
    widthMm: Math.ceil(Math.max(0, ...sizes.map(({ width }) => width))),
    heightMm: Math.ceil(Math.max(0, ...sizes.map(({ height }) => height))),
  };
};

/**
 * Enlarges the box of a code to what the sample needs; a content that cannot be encoded keeps the
 * usual box.
 */
const growToSample = (code: CodeElement, sample: Gs1Sample | undefined): CodeElement => {
  if (!sample) return code;
  try {
    const size = computeReadableSize({ ...code, content: sample.content }, sample.rareCodes);
    return {
      ...code,
      widthMm: Math.max(code.widthMm, size.widthMm),
      heightMm: Math.max(code.heightMm, size.heightMm),
    };
  } catch (error) {
    if (error instanceof LabelError) return code;
    throw error;
  }
};

/** The code, and its text beside a square code or below a wide one. */
export const createGs1Kit = (
  design: Gs1Design,
  template: Template,
  sample?: Gs1Sample,
): Kit | { refused: string } => {
  const result = formatGs1CodeContent(design);
  if ('refused' in result) return result;
  const code = growToSample(createCode(design, result.content), sample);
  const text = formatGs1Text(design);
  const isSquare = !CODES[design.symbology].hasOwnText;
  const box = isSquare
    ? { xMm: code.widthMm + GAP_MM, yMm: 0, widthMm: 36 }
    : { xMm: 0, yMm: code.heightMm + GAP_MM, widthMm: code.widthMm };
  const elements: TemplateElement[] = text === '' ? [code] : [code, createTextElement(text, box)];
  return { elements, fields: createMissingFields(design, template) };
};

/** Device identifier and production identifiers of a medical device (UDI). */
export const createUdiDesign = (): Gs1Design => ({
  ...createGs1Design('gs1-datamatrix', [
    { ai: '01', value: { kind: 'column', name: '产品标识', form: 'gtin' } },
    { ai: '11', value: { kind: 'column', name: '生产日期', form: 'date' } },
    { ai: '17', value: { kind: 'column', name: '失效日期', form: 'date' } },
    { ai: '10', value: { kind: 'column', name: '批号', form: 'plain' } },
    { ai: '21', value: { kind: 'column', name: '序列号', form: 'plain' } },
  ]),
  heading: 'UDI',
  extraLines: ['注册证编号：{{注册证编号}}'],
});

/** The builder's settings for a code; null when its content was not made by it. */
export const readGs1Design = (element: TemplateElement, template: Template): Gs1Design | null => {
  const symbology = GS1_SYMBOLOGIES.find((name) => name === element.type);
  if (!symbology || !('content' in element)) return null;
  const hasHri = 'showText' in element ? element.showText : true;
  if (symbology === 'qr') {
    const parsed = parseDigitalLink(element.content, template.fields);
    return parsed && { ...createGs1Design(symbology, parsed.items), domain: parsed.domain };
  }
  const items = parseGs1Content(element.content, template.fields);
  if (!items) return null;
  const isOrdered = orderForLength(items).every((item, i) => item === items[i]);
  return { ...createGs1Design(symbology, items), hasHri, isOrdered };
};

/**
 * Gives a code the content of another design, in one step. Texts that show the former identifiers show
 * the new ones.
 */
export const changeGs1Code =
  (id: string, design: Gs1Design): Command =>
  (doc) => {
    const code = findElement(doc.template, id);
    const former = code && readGs1Design(code, doc.template);
    const result = formatGs1CodeContent(design);
    if (!code || !former || !isCodeElement(code) || 'refused' in result) return doc;
    const texts = [
      [formatHri(former), formatHri(design)],
      [formatTitles(former), formatTitles(design)],
    ] as const;
    const template = mapElements(doc.template, (element) => {
      if (element.id === id) {
        const changed = changeSymbology(code, design.symbology);
        const element = code.type === design.symbology ? code : changed;
        const text = 'showText' in element ? { showText: design.hasHri } : {};
        return { ...element, ...text, content: result.content } as TemplateElement;
      }
      if (element.type !== 'text') return element;
      const content = texts.reduce(
        (now, [from, to]) => now.replace(from, () => to),
        element.content,
      );
      return content === element.content ? element : { ...element, content };
    });
    const fields = [...template.fields, ...createMissingFields(design, template)];
    return fields.length > MAX_FIELDS ? doc : { ...doc, template: { ...template, fields } };
  };
