import { getConditionKey } from './expression/condition-key.ts';
import type { GroupedElements } from './groups.ts';
import { listElementsWithCells } from './table.ts';
import { isLinearCodeElement } from './template.ts';
import { listElementContents } from './text-runs.ts';
import type {
  LabelData,
  ShapeElement,
  Template,
  TemplateElement,
  TemplateField,
} from './template.ts';

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
/**
 * Longer contents are truncated: no label and no code holds more, and layout time stays bounded.
 */
const MAX_CHARACTERS = 8000;

/** Names in a content without duplicates, in order of appearance. */
export function listPlaceholderNames(content: string): string[] {
  return [
    ...new Set(Array.from(content.matchAll(PLACEHOLDER), (match) => (match[1] ?? '').trim())),
  ];
}

/** The field name if the content is exactly one placeholder, else undefined. */
export function findSolePlaceholderName(content: string): string | undefined {
  if (!/^\s*\{\{[^{}]*\}\}\s*$/.test(content)) return undefined;
  const [name, ...otherNames] = listPlaceholderNames(content);
  return otherNames.length === 0 ? name : undefined;
}

/**
 * Maximum distinct names and formulas in the placeholders of a template: all are evaluated for each
 * label.
 */
export const MAX_NAMES = 500;

/** Names in the placeholders of all elements, and their conditions. */
export function listUsedFieldNames(template: GroupedElements): string[] {
  return [
    ...new Set(
      listElementsWithCells(template).flatMap((element) => [
        ...listPlaceholderNames(getFullElementText(element) ?? ''),
        ...(element.showIf === undefined ? [] : [getConditionKey(element.showIf)]),
      ]),
    ),
  ];
}

/** Fixed time for sample labels, so that they look the same every day. */
export const SAMPLE_TIME = '2026-01-05T09:30:00';

/**
 * Data of the first `count` sample labels; a field without a further sample repeats its first.
 * Computed values are left to the formulas, at {@link SAMPLE_TIME}.
 */
export function buildSampleLabelData(template: Template, count: number): LabelData[] {
  const max = Math.max(0, ...template.fields.map(({ moreSamples = [] }) => moreSamples.length));
  return Array.from({ length: Math.min(count, max + 1) }, (_, row) =>
    Object.fromEntries(
      listSampledFields(template).map(({ name, sample, moreSamples = [] }) => [
        name,
        row === 0 ? sample : (moreSamples[row - 1] ?? sample),
      ]),
    ),
  );
}

/** Sample value of each field: the preview before anything is typed. */
export function buildSampleData(template: Template): LabelData {
  return Object.fromEntries(listSampledFields(template).map((field) => [field.name, field.sample]));
}

const listSampledFields = ({ fields }: Template): TemplateField[] =>
  fields.filter(({ formula }) => formula === undefined);

export type FilledContent = { text: string; missing: string[]; isCut: boolean };

/**
 * Fills in the values; values are not searched for placeholders. A name is missing if it is neither
 * a field of the template nor in the data; a field without a value is blank.
 */
export function fillPlaceholders(
  content: string,
  data: LabelData,
  fields: { has: (name: string) => boolean } = new Set<string>(),
): FilledContent {
  const missing: string[] = [];
  const text = content.replace(PLACEHOLDER, (_whole, inner: string) => {
    const name = inner.trim();
    const value = Object.hasOwn(data, name) ? data[name] : undefined;
    if (typeof value === 'string') return value.slice(0, MAX_CHARACTERS + 1);
    if (!fields.has(name)) missing.push(name);
    return '';
  });
  const isCut = text.length > MAX_CHARACTERS;
  return { text: isCut ? text.slice(0, MAX_CHARACTERS) : text, missing, isCut };
}

const SHAPE_NOUN: Readonly<Record<ShapeElement['type'], string>> = {
  rect: '矩形',
  ellipse: '椭圆',
  line: '线条',
};

/** Describes an element in a message: by its name and fields, else by the start of its text. */
export function describeElement(element: TemplateElement): string {
  const fields = describeFields(getFullElementText(element) ?? '');
  if (element.name !== undefined) return `“${element.name}”${fields && `（${fields}）`}`;
  if (element.type === 'table') return '表格';
  if (element.type === 'image') return `图片“${fields || (element.content ?? element.image)}”`;
  if (!('content' in element)) return SHAPE_NOUN[element.type];
  const content = getFullElementText(element) ?? '';
  const noun = element.type === 'text' ? '文字' : isLinearCodeElement(element) ? '条码' : '二维码';
  return `${noun}“${fields || truncateText(content, MAX_TEXT_CHARACTERS)}”`;
}

/** First fields and formulas of a content; empty if there are none. */
function describeFields(content: string): string {
  const names = listPlaceholderNames(content);
  const shortNames = names
    .slice(0, MAX_NAMES_SHOWN)
    .map((name) => truncateText(name, MAX_NAME_CHARACTERS));
  return `${shortNames.join('、')}${names.length > MAX_NAMES_SHOWN ? '…' : ''}`;
}

const MAX_TEXT_CHARACTERS = 12;
/** Number of field names shown in an element's description. */
const MAX_NAMES_SHOWN = 6;
/** Fits a field's name; formulas are truncated. */
const MAX_NAME_CHARACTERS = 32;

function truncateText(text: string, max: number): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '));
  return `${characters.slice(0, max).join('')}${characters.length > max ? '…' : ''}`;
}

/**
 * Text of an element with all its parts, or the name of its picture in the library; undefined for
 * other pictures, shapes and tables.
 */
export function getFullElementText(element: TemplateElement): string | undefined {
  if (!('content' in element)) return undefined;
  const separator = element.type === 'text' && element.tail ? ' ' : '';
  return listElementContents(element).join(separator);
}
