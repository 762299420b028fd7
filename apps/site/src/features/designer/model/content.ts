import type { LabelData, TemplateField } from '@yunbiao/label';
import { isTyped } from '@yunbiao/label/fields';
import {
  callInSource,
  fieldInSource,
  joinedInSource,
  MAX_SOURCE,
  textInSource,
} from '@yunbiao/label/formula';
import { fieldNamesIn, fillContent } from '@yunbiao/label/placeholders';

/** How what an element says is put together; told by the content itself, which is all that is kept. */
export type Mode = 'fixed' | 'column' | 'joined' | 'serial' | 'expression';

type Fields = readonly TemplateField[];
type Part = { kind: 'text'; text: string } | { kind: 'brace'; inner: string };

const BRACES = /\{\{([^{}]*)\}\}/g;

const listParts = (content: string): Part[] => {
  const parts: Part[] = [];
  let done = 0;
  for (const match of content.matchAll(BRACES)) {
    if (match.index > done) parts.push({ kind: 'text', text: content.slice(done, match.index) });
    parts.push({ kind: 'brace', inner: (match[1] ?? '').trim() });
    done = match.index + match[0].length;
  }
  if (done < content.length) parts.push({ kind: 'text', text: content.slice(done) });
  return parts;
};

const fieldNamed = (fields: Fields, name: string): TemplateField | undefined =>
  fields.find((field) => field.name === name);

const isName = (inner: string): boolean => {
  const [part, more] = joinedInSource(inner);
  return part?.kind === 'field' && more === undefined;
};

/** What stands in the only braces of a content that is nothing else; null for any other. */
const onlyBrace = (content: string): string | null => {
  const [part, more] = listParts(content);
  return part?.kind === 'brace' && more === undefined ? part.inner : null;
};

export const getMode = (content: string, fields: Fields): Mode => {
  const inner = onlyBrace(content);
  if (inner === null)
    return listParts(content).some(({ kind }) => kind === 'brace') ? 'joined' : 'fixed';
  const field = fieldNamed(fields, inner);
  if (field?.serial) return 'serial';
  // A name no field has is a column that has gone.
  return field || isName(inner) ? 'column' : 'expression';
};

/** The column a content is of; '' when it is not one alone. */
export const getColumn = (content: string): string => onlyBrace(content) ?? '';

/** A content as one formula; null when it cannot be written as one. */
export const getSource = (content: string, fields: Fields): string | null => {
  const only = onlyBrace(content);
  const sources = listParts(content).map((part) => {
    if (part.kind === 'text') return textInSource(part.text);
    if (fieldNamed(fields, part.inner)) return fieldInSource(part.inner);
    if (only !== null || isName(part.inner)) return part.inner;
    // Comparisons bind weaker than &.
    const isOne = joinedInSource(part.inner).length > 1;
    return isOne ? part.inner : bracketed(part.inner);
  });
  if (sources.includes(null)) return null;
  const source = sources.length === 0 ? '""' : sources.join(' & ');
  return source.length > MAX_SOURCE ? null : source;
};

/** A call needs no brackets around it. */
const bracketed = (source: string): string =>
  /^[\p{L}_]+\(/u.test(source) && callInSource(source, [nameOfCall(source)]) !== null
    ? source
    : `(${source})`;

const nameOfCall = (source: string): string => source.slice(0, source.indexOf('(')).toUpperCase();

/** A formula as a content: what it joins stands in it as text and columns. */
const contentOfSource = (source: string): string =>
  joinedInSource(source)
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return `{{${part.kind === 'field' ? part.name : part.source}}}`;
    })
    .join('');

/** What new elements say before anybody has typed. */
export const NEW_CONTENT = { text: '文字', barcode: 'A1234567', qr: '扫码内容' } as const;

const UNTOUCHED: readonly string[] = ['', ...Object.values(NEW_CONTENT)];

const isUntouched = (content: string): boolean => UNTOUCHED.includes(content.trim());

/** Text that stays text: braces in pairs would be a column. */
const plainText = (text: string): string => text.replaceAll(/\{{2,}/g, '{');

export type Converting = {
  fields: Fields;
  /** What the label in view shows, with everything worked out. */
  values: LabelData;
  /** All rows there are; none: there are the samples of the label in view. */
  rows: readonly LabelData[];
  /** Columns nothing on the label shows yet: one of them, before one more is made, where that loses no word. */
  spare: Fields;
  /** What a column or a number that has to be made is called. */
  newColumn: (sample: string) => TemplateField;
  newSerial: () => TemplateField;
};

/** Another content, and the field it needs; or why there is none. */
export type Converted = { content: string; field?: TemplateField } | { refused: string };

const usedIn = (content: string, fields: Fields, isRight: (field: TemplateField) => boolean) =>
  fieldNamesIn(content)
    .map((name) => fieldNamed(fields, name))
    .find((field) => field !== undefined && isRight(field));

const braced = (field: TemplateField): string => `{{${field.name}}}`;

/** The same said in another way, as near to it as that way can. */
export const converted = (content: string, to: Mode, from: Converting): Converted => {
  const { fields, values } = from;
  const shown = fillContent(content, values, new Set(fields.map(({ name }) => name))).text;
  const withField = (field: TemplateField): Converted =>
    fieldNamed(fields, field.name) ? { content: braced(field) } : { content: braced(field), field };
  switch (to) {
    case 'fixed':
      return { content: plainText(shown) };
    case 'column': {
      const isColumn = ({ serial }: TemplateField): boolean => serial === undefined;
      const own = usedIn(content, fields, isColumn);
      const isEmpty = listParts(content).every(({ kind }) => kind === 'brace');
      const first = isEmpty ? fields.find((field) => isTyped(field)) : undefined;
      // Of one row alone, the others would say another word than was typed.
      const everyRow = from.rows.length > 0 ? from.rows : [values];
      const spare = from.spare.find(
        ({ name }) => isUntouched(content) || everyRow.every((row) => (row[name] ?? '') === shown),
      );
      return withField(own ?? spare ?? first ?? from.newColumn(shown));
    }
    case 'serial': {
      const isSerial = ({ serial }: TemplateField): boolean => serial !== undefined;
      return withField(
        usedIn(content, fields, isSerial) ?? fields.find(isSerial) ?? from.newSerial(),
      );
    }
    case 'joined': {
      const only = onlyBrace(content);
      return only === null || fieldNamed(fields, only)
        ? { content }
        : { content: contentOfSource(only) };
    }
    case 'expression': {
      const source = getSource(content, fields);
      return source === null
        ? { refused: '写不成表达式：有花括号，或者太长' }
        : { content: `{{${source}}}` };
    }
  }
};

const IF = ['如果', 'IF'];

/** When an element prints: `condition` is the formula, null always; `body` is what it then says. */
export type Conditional = { condition: string | null; body: string };

export const splitCondition = (content: string, fields: Fields): Conditional => {
  const inner = onlyBrace(content);
  const always = { condition: null, body: content };
  if (inner === null || fieldNamed(fields, inner)) return always;
  const [condition, then, otherwise = '""', more] = callInSource(inner, IF) ?? [];
  if (!condition || !then || otherwise !== '""' || more !== undefined) return always;
  return { condition, body: contentOfSource(then) };
};

/** A content that prints only under a condition; null when it cannot be written so. */
export const withCondition = ({ condition, body }: Conditional, fields: Fields): string | null => {
  if (condition === null) return body;
  const source = getSource(body, fields);
  if (source === null) return null;
  const whole = `如果(${condition}, ${source}, "")`;
  return whole.length > MAX_SOURCE ? null : `{{${whole}}}`;
};

/** That all columns a content uses have something in them; null when it uses none. */
export const filledCondition = (content: string, fields: Fields): string | null => {
  const names = fieldNamesIn(content)
    .filter((name) => fieldNamed(fields, name))
    .map((name) => fieldInSource(name));
  if (names.length === 0 || names.includes(null)) return null;
  const filled = names.map((name) => `非(为空(${name}))`);
  return filled.length === 1 ? (filled[0] ?? null) : `且(${filled.join(', ')})`;
};
