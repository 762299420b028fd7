import type { TemplateElement } from '@yunbiao/label';
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

const summarizeContent = (content: string): string => {
  const plainText = content.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, '$1').replace(/\s+/g, ' ');
  const characters = Array.from(plainText);
  return characters.length > MAX_CHARACTERS
    ? `${characters.slice(0, MAX_CHARACTERS).join('')}…`
    : plainText;
};

/** Display name of an element: its own name, or one derived from its content or type. */
export const getElementDisplayName = (element: TemplateElement): string => {
  if (element.name !== undefined) return element.name;
  if (!('content' in element)) return SHAPES[element.type];
  const content = summarizeContent(element.content);
  if (content !== '') return content;
  return element.type === 'text' ? '空文字' : CODE_NAMES[element.type];
};

export type DrawnKind = 'text' | 'barcode' | 'qr' | keyof typeof SHAPES;

/** Icon of an element in lists. */
export const getElementIconKind = (element: TemplateElement): DrawnKind => {
  if (element.type === 'text') return 'text';
  if (!('content' in element)) return element.type;
  return isLinearCodeElement(element) ? 'barcode' : 'qr';
};
