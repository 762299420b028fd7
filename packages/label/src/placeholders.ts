import { withCells } from './table.ts';
import { isLinear } from './template.ts';
import type {
  LabelData,
  ShapeElement,
  Template,
  TemplateElement,
  TemplateField,
} from './template.ts';

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
/** Longer contents are cut: no label and no code holds more, and layout time stays bounded. */
const MAX_CHARACTERS = 8000;

/** Names used in a content, in order of appearance, without repeats. */
export function fieldNamesIn(content: string): string[] {
  return [
    ...new Set(Array.from(content.matchAll(PLACEHOLDER), (match) => (match[1] ?? '').trim())),
  ];
}

/** The one field a content consists of; undefined where there is more, or none. */
export function findSoleField(content: string): string | undefined {
  if (!/^\s*\{\{[^{}]*\}\}\s*$/.test(content)) return undefined;
  const [name, ...others] = fieldNamesIn(content);
  return others.length === 0 ? name : undefined;
}

/** Different names and formulas in the braces of a template: all of them are worked out for each label. */
export const MAX_NAMES = 500;

/** Names of all fields the elements of a template use. */
export function fieldsUsedBy(template: Pick<Template, 'elements'>): string[] {
  return [
    ...new Set(
      withCells(template.elements).flatMap((element) => fieldNamesIn(getContent(element) ?? '')),
    ),
  ];
}

/** When sample labels are drawn: the same picture every day. */
export const SAMPLE_AT = '2026-01-05T09:30:00';

/**
 * What each of the first `count` sample labels shows; where a field has no further sample, it keeps the first. What is
 * worked out is left to the formula, at {@link SAMPLE_AT}.
 */
export function sampleRows(template: Template, count: number): LabelData[] {
  const most = Math.max(0, ...template.fields.map(({ moreSamples = [] }) => moreSamples.length));
  return Array.from({ length: Math.min(count, most + 1) }, (_, row) =>
    Object.fromEntries(
      sampled(template).map(({ name, sample, moreSamples = [] }) => [
        name,
        row === 0 ? sample : (moreSamples[row - 1] ?? sample),
      ]),
    ),
  );
}

/** The sample value of each field: what a preview shows before anything is typed. */
export function sampleData(template: Template): LabelData {
  return Object.fromEntries(sampled(template).map((field) => [field.name, field.sample]));
}

const sampled = ({ fields }: Template): TemplateField[] =>
  fields.filter(({ formula }) => formula === undefined);

export type Filled = { text: string; missing: string[]; isCut: boolean };

/**
 * Puts the values in; values are not searched for placeholders again. A name that is neither a field of the template
 * nor in the data is missing; a field without a value is blank.
 */
export function fillContent(
  content: string,
  data: LabelData,
  fields: { has: (name: string) => boolean } = new Set<string>(),
): Filled {
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

/** How a message names an element: by what it is called and its fields, else by the start of its text. */
export function describeElement(element: TemplateElement): string {
  const fields = fieldsShown(getContent(element) ?? '');
  if (element.name !== undefined) return `“${element.name}”${fields && `（${fields}）`}`;
  if (element.type === 'table') return '表格';
  if (element.type === 'image') return `图片“${element.image}”`;
  if (!('content' in element)) return SHAPE_NOUN[element.type];
  const content = getContent(element) ?? '';
  const noun = element.type === 'text' ? '文字' : isLinear(element) ? '条码' : '二维码';
  return `${noun}“${fields || beginning(content, MAX_TEXT_CHARACTERS)}”`;
}

/** The first fields and formulas of a content; empty where it has none. */
function fieldsShown(content: string): string {
  const names = fieldNamesIn(content);
  const shown = names.slice(0, MAX_NAMES_SHOWN).map((name) => beginning(name, MAX_NAME_CHARACTERS));
  return `${shown.join('、')}${names.length > MAX_NAMES_SHOWN ? '…' : ''}`;
}

const MAX_TEXT_CHARACTERS = 12;
/** Names that tell an element from others. */
const MAX_NAMES_SHOWN = 6;
/** A field's name whole, a formula's beginning. */
const MAX_NAME_CHARACTERS = 32;

function beginning(text: string, most: number): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '));
  return `${characters.slice(0, most).join('')}${characters.length > most ? '…' : ''}`;
}

/** All of an element's text, its tail included; undefined for lines and boxes. */
export function getContent(element: TemplateElement): string | undefined {
  if (!('content' in element)) return undefined;
  const tail = element.type === 'text' ? element.tail?.content : undefined;
  return tail === undefined ? element.content : `${element.content} ${tail}`;
}
