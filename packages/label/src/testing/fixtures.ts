import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type { Fonts } from '../font/font.ts';
import { loadFonts } from '../font/pieces.ts';
import { layoutLabel } from '../layout/layout.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { isBlackDot } from '../raster/bitmap.ts';
import type { Scene } from '../scene.ts';
import type {
  LabelData,
  LinearElement,
  Media,
  QrElement,
  Template,
  TemplateElement,
  TextElement,
} from '../template.ts';

export const FIXTURES = new URL('../../../../fixtures/labels/', import.meta.url);
/** Public templates that ship with the product. */
const TEMPLATES = new URL('../../templates/', import.meta.url);

/** The sample labels of the softwares in the demo. */
export const SAMPLES = [
  'price-tag',
  'shelf',
  'asset',
  'cable',
  'food',
  'garment',
  'jewel',
  'cold-chain',
  'waybill',
  'carton',
  'return',
] as const;

/** Labels that all outputs are compared with: the samples, and what they lack. */
export const DRAWN = [
  ...SAMPLES,
  'reference',
  'small-text',
  'shapes',
  'text',
  'vertical',
  'images',
  'table',
] as const;

/**
 * Labels of other kinds with expected pictures: weights, GS1, tails, white text, shapes, tables.
 */
export const MORE_DRAWN = ['weigh', 'pallet', 'jewel-tail', 'fragile', 'pharmacy'] as const;

/** All our own templates that members can choose. */
export const PUBLIC_LABELS: readonly string[] = readdirSync(TEMPLATES).map((file) =>
  file.slice(0, -'.json'.length),
);

const getFixturePath = (name: string): { category?: string; template: Template } =>
  JSON.parse(
    readFileSync(
      new URL(`${name}.json`, PUBLIC_LABELS.includes(name) ? TEMPLATES : FIXTURES),
      'utf8',
    ),
  ) as { category?: string; template: Template };

export function readFontBytes(file: string): Uint8Array {
  return readFileSync(new URL(`../../fonts/${file}`, import.meta.url));
}

let loaded: Fonts | undefined;

export function testFonts(): Fonts {
  loaded ??= loadFonts({ read: readFontBytes });
  return loaded;
}

export function readFixtureTemplate(name: string): Template {
  return getFixturePath(name).template;
}

export const deflate = (bytes: Uint8Array, level: number): Uint8Array =>
  deflateSync(bytes, { level });

export function getTemplate(
  elements: TemplateElement[],
  size: { widthMm?: number; heightMm?: number } = {},
): Template {
  return { version: 1, widthMm: 60, heightMm: 40, fields: [], elements, ...size };
}

const BOX = { xMm: 2, yMm: 2, widthMm: 40, heightMm: 10, rotation: 0 } as const;

export function createTextElement(content: string, more: Partial<TextElement> = {}): TextElement {
  return {
    type: 'text',
    id: 't',
    ...BOX,
    content,
    sizeMm: 3,
    weight: 400,
    align: 'left',
    fit: 'shrink',
    ...more,
  };
}

export function createCode128Element(
  content: string,
  more: Partial<LinearElement> = {},
): LinearElement {
  return {
    type: 'code128',
    id: 'c',
    ...BOX,
    widthMm: 56,
    content,
    showText: true,
    textSizeMm: 3,
    ...more,
  };
}

export function createQrElement(content: string, more: Partial<QrElement> = {}): QrElement {
  return { type: 'qr', id: 'q', ...BOX, widthMm: 30, heightMm: 30, content, level: 'M', ...more };
}

export function getLayout(
  template: Template,
  data: LabelData = {},
  media: Media = { dpi: 203 },
  fonts: Fonts = testFonts(),
): Scene {
  return layoutLabel({ template, data, media, fonts });
}

export function listCodes(scene: Scene): string[] {
  return scene.warnings.map((warning) => warning.code);
}

/** The bitmap as rows of # and ., for readable failures. */
export function writeRows(bitmap: Bitmap): string[] {
  return Array.from({ length: bitmap.height }, (_, y) =>
    Array.from({ length: bitmap.width }, (__, x) => (isBlackDot(bitmap, x, y) ? '#' : '.')).join(
      '',
    ),
  );
}
