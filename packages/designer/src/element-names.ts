import type { TemplateElement, TemplateField } from '@yunbiao/label';
import { listFormulaFieldNames } from '@yunbiao/label/formula';
import { getFullElementText, listPlaceholderNames } from '@yunbiao/label/placeholders';
import { isLinearCodeElement } from '@yunbiao/label/template';

/** Display names of the codes. */
export const CODE_NAMES = {
  code128: 'Code 128',
  'gs1-128': 'GS1-128',
  ean13: 'EAN-13',
  ean8: 'EAN-8',
  upca: 'UPC-A',
  upce: 'UPC-E',
  itf14: 'ITF-14',
  code39: 'Code 39',
  code93: 'Code 93',
  codabar: 'Codabar',
  databar: 'GS1 DataBar',
  'databar-limited': 'GS1 DataBar 限定式',
  'databar-expanded': 'GS1 DataBar 扩展式',
  qr: 'QR 码',
  microqr: 'Micro QR',
  datamatrix: 'Data Matrix',
  'gs1-datamatrix': 'GS1 DataMatrix',
  pdf417: 'PDF417',
  aztec: 'Aztec',
  'databar-stacked': 'GS1 DataBar 层排式',
  'databar-stacked-omni': 'GS1 DataBar 全向层排式',
  'databar-expanded-stacked': 'GS1 DataBar 扩展层排式',
} as const;

export type CodeType = keyof typeof CODE_NAMES;

const SHAPES = {
  rect: '矩形',
  ellipse: '椭圆',
  line: '直线',
  image: '图片',
  table: '表格',
} as const;

/** Longer contents are truncated in lists. */
const MAX_CHARACTERS = 16;

const truncateName = (text: string): string => {
  const characters = Array.from(text.replace(/\s+/g, ' '));
  return characters.length > MAX_CHARACTERS
    ? `${characters.slice(0, MAX_CHARACTERS).join('')}…`
    : characters.join('');
};

type Fields = readonly Pick<TemplateField, 'name' | 'label'>[];

const getFieldLabel = (fields: Fields, name: string): string =>
  fields.find((field) => field.name === name)?.label ?? name;

const isFormula = (fields: Fields, inner: string): boolean => {
  if (fields.some(({ name }) => name === inner)) return false;
  const names = listFormulaFieldNames(inner);
  // A formula that is only a name, with or without brackets, is a reference to a field.
  return (
    names !== null && !(names.length === 1 && (inner === names[0] || inner === `[${names[0]}]`))
  );
};

const DATE_CALL = /今天|现在|日期|TODAY|NOW|DATE/i;

/** What formulas show, in words: the labels of the fields in them. */
const describeFormulas = (content: string, fields: Fields): string => {
  const names = listPlaceholderNames(content).flatMap((inner) =>
    isFormula(fields, inner) ? (listFormulaFieldNames(inner) ?? []) : [inner],
  );
  if (names.length === 0) return DATE_CALL.test(content) ? '日期' : '公式';
  return [...new Set(names)].map((name) => getFieldLabel(fields, name)).join('、');
};

const summarizeContent = (content: string, fields: Fields): string =>
  truncateName(
    content.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, inner: string) => getFieldLabel(fields, inner)),
  );

const getContentKind = (type: 'text' | 'image' | keyof typeof CODE_NAMES): string =>
  type === 'text' ? '文字' : type === 'image' ? SHAPES.image : CODE_NAMES[type];

/**
 * Display name of an element: its own name, or one derived from its content or type. `fields`: those
 * of the template, for their labels.
 */
export const getElementDisplayName = (element: TemplateElement, fields: Fields = []): string => {
  if (element.name !== undefined) return element.name;
  if (!('content' in element)) return SHAPES[element.type];
  const text = getFullElementText(element) ?? '';
  const kind = getContentKind(element.type);
  if (listPlaceholderNames(text).some((inner) => isFormula(fields, inner)))
    return `${kind}：${truncateName(describeFormulas(text, fields))}`;
  const content = summarizeContent(text, fields);
  if (content !== '') return content;
  return element.type === 'text' ? '空文字' : kind;
};

export type DrawnKind = 'text' | 'barcode' | 'qr' | keyof typeof SHAPES;

/** Icon of an element in lists. */
export const getElementIconKind = (element: TemplateElement): DrawnKind => {
  if (element.type === 'text') return 'text';
  if (element.type === 'image' || !('content' in element)) return element.type;
  return isLinearCodeElement(element) ? 'barcode' : 'qr';
};
