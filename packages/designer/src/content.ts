import type { LabelData, TemplateField } from '@yunbiao/label';
import { isTypedField } from '@yunbiao/label/fields';
import {
  parseSoleCallArguments,
  formatFieldReference,
  splitConcatenation,
  MAX_FORMULA_LENGTH,
  formatTextLiteral,
} from '@yunbiao/label/formula';
import { listPlaceholderNames, fillPlaceholders } from '@yunbiao/label/placeholders';

/** How the content of an element is composed. Derived from the content itself; not stored. */
export type Mode = 'fixed' | 'column' | 'joined' | 'serial' | 'expression';

type Fields = readonly TemplateField[];
type Part = { kind: 'text'; text: string } | { kind: 'brace'; inner: string };

const BRACES = /\{\{([^{}]*)\}\}/g;

const parseContentParts = (content: string): Part[] => {
  const parts: Part[] = [];
  let doneLength = 0;
  for (const match of content.matchAll(BRACES)) {
    if (match.index > doneLength)
      parts.push({ kind: 'text', text: content.slice(doneLength, match.index) });
    parts.push({ kind: 'brace', inner: (match[1] ?? '').trim() });
    doneLength = match.index + match[0].length;
  }
  if (doneLength < content.length) parts.push({ kind: 'text', text: content.slice(doneLength) });
  return parts;
};

const findField = (fields: Fields, name: string): TemplateField | undefined =>
  fields.find((field) => field.name === name);

const isFieldReference = (inner: string): boolean => {
  const [part, rest] = splitConcatenation(inner);
  return part?.kind === 'field' && rest === undefined;
};

/** The expression of a content that consists of one placeholder only; null for any other. */
const findSolePlaceholder = (content: string): string | null => {
  const [part, rest] = parseContentParts(content);
  return part?.kind === 'brace' && rest === undefined ? part.inner : null;
};

export const getContentMode = (content: string, fields: Fields): Mode => {
  const inner = findSolePlaceholder(content);
  if (inner === null)
    return parseContentParts(content).some(({ kind }) => kind === 'brace') ? 'joined' : 'fixed';
  const field = findField(fields, inner);
  if (field?.serial) return 'serial';
  // A name without a field is a column that was removed.
  return field || isFieldReference(inner) ? 'column' : 'expression';
};

/**
 * Text between the braces of a content that is one placeholder: a column name or a formula; ''
 * otherwise.
 */
export const getSolePlaceholderText = (content: string): string =>
  findSolePlaceholder(content) ?? '';

/** Converts a content to one formula; null when that is impossible. */
export const convertContentToFormula = (content: string, fields: Fields): string | null => {
  const only = findSolePlaceholder(content);
  const sources = parseContentParts(content).map((part) => {
    if (part.kind === 'text') return formatTextLiteral(part.text);
    if (findField(fields, part.inner)) return formatFieldReference(part.inner);
    if (only !== null || isFieldReference(part.inner)) return part.inner;
    // Comparisons have a lower precedence than &.
    const isOne = splitConcatenation(part.inner).length > 1;
    return isOne ? part.inner : bracketFormula(part.inner);
  });
  if (sources.includes(null)) return null;
  const source = sources.length === 0 ? '""' : sources.join(' & ');
  return source.length > MAX_FORMULA_LENGTH ? null : source;
};

/** A function call needs no brackets. */
const bracketFormula = (source: string): string =>
  /^[\p{L}_]+\(/u.test(source) && parseSoleCallArguments(source, [readCallName(source)]) !== null
    ? source
    : `(${source})`;

const readCallName = (source: string): string => source.slice(0, source.indexOf('(')).toUpperCase();

/** Converts a formula to a content: joined texts and columns become text and placeholders. */
const convertFormulaToContent = (source: string): string =>
  splitConcatenation(source)
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return `{{${part.kind === 'field' ? part.name : part.source}}}`;
    })
    .join('');

/** Initial contents of new elements. */
export const NEW_CONTENT = { text: '文字', barcode: 'A1234567', qr: '扫码内容' } as const;

const UNTOUCHED: readonly string[] = ['', ...Object.values(NEW_CONTENT)];

const isDefaultContent = (content: string): boolean => UNTOUCHED.includes(content.trim());

/** Keeps text literal: double braces would be a placeholder. */
const collapseBraces = (text: string): string => text.replaceAll(/\{{2,}/g, '{');

export type ConversionInput = {
  fields: Fields;
  /** Values of the current label, including computed fields. */
  values: LabelData;
  /** All rows; empty when the label shows sample data. */
  rows: readonly LabelData[];
  /**
   * Columns that are not used on the label. One of them is preferred to a new column when no text
   * is lost.
   */
  spare: Fields;
  /** Create a new column or serial field with a free name. */
  createColumn: (sample: string) => TemplateField;
  createSerial: () => TemplateField;
};

/** The converted content with the field it needs, or the reason for the refusal. */
export type ConversionResult = { content: string; field?: TemplateField } | { refused: string };

const findUsedField = (
  content: string,
  fields: Fields,
  isRight: (field: TemplateField) => boolean,
) =>
  listPlaceholderNames(content)
    .map((name) => findField(fields, name))
    .find((field) => field !== undefined && isRight(field));

const wrapInBraces = (field: TemplateField): string => `{{${field.name}}}`;

/** Converts a content to another mode, keeping its meaning where the mode allows. */
export const convertContentMode = (
  content: string,
  to: Mode,
  from: ConversionInput,
): ConversionResult => {
  const { fields, values } = from;
  const shownText = fillPlaceholders(content, values, new Set(fields.map(({ name }) => name))).text;
  const convertToField = (field: TemplateField): ConversionResult =>
    findField(fields, field.name)
      ? { content: wrapInBraces(field) }
      : { content: wrapInBraces(field), field };
  switch (to) {
    case 'fixed':
      return { content: collapseBraces(shownText) };
    case 'column': {
      const isColumnField = ({ serial }: TemplateField): boolean => serial === undefined;
      const usedField = findUsedField(content, fields, isColumnField);
      const isEmpty = parseContentParts(content).every(({ kind }) => kind === 'brace');
      const first = isEmpty ? fields.find((field) => isTypedField(field)) : undefined;
      // The column must have the typed text in all rows; otherwise other rows would print a
      // different text.
      const everyRow = from.rows.length > 0 ? from.rows : [values];
      const spareFields = from.spare.find(
        ({ name }) =>
          isDefaultContent(content) || everyRow.every((row) => (row[name] ?? '') === shownText),
      );
      return convertToField(usedField ?? spareFields ?? first ?? from.createColumn(shownText));
    }
    case 'serial': {
      const isSerialField = ({ serial }: TemplateField): boolean => serial !== undefined;
      return convertToField(
        findUsedField(content, fields, isSerialField) ??
          fields.find(isSerialField) ??
          from.createSerial(),
      );
    }
    case 'joined': {
      const only = findSolePlaceholder(content);
      return only === null || findField(fields, only)
        ? { content }
        : { content: convertFormulaToContent(only) };
    }
    case 'expression': {
      const source = convertContentToFormula(content, fields);
      return source === null
        ? { refused: '写不成表达式：有花括号，或者太长' }
        : { content: `{{${source}}}` };
    }
  }
};

const IF = ['如果', 'IF'];

/**
 * When an element prints. `condition`: a formula, null for always. `body`: the content printed
 * then.
 */
export type Conditional = { condition: string | null; body: string };

export const splitCondition = (content: string, fields: Fields): Conditional => {
  const inner = findSolePlaceholder(content);
  const always = { condition: null, body: content };
  if (inner === null || findField(fields, inner)) return always;
  const [condition, then, otherwise = '""', rest] = parseSoleCallArguments(inner, IF) ?? [];
  if (!condition || !then || otherwise !== '""' || rest !== undefined) return always;
  return { condition, body: convertFormulaToContent(then) };
};

/** Combines condition and content; null when that is impossible. */
export const addConditionToContent = (
  { condition, body }: Conditional,
  fields: Fields,
): string | null => {
  if (condition === null) return body;
  const source = convertContentToFormula(body, fields);
  if (source === null) return null;
  const conditionalSource = `如果(${condition}, ${source}, "")`;
  return conditionalSource.length > MAX_FORMULA_LENGTH ? null : `{{${conditionalSource}}}`;
};

/** Condition that all columns used in a content are filled; null when it uses none. */
export const buildColumnsFilledCondition = (content: string, fields: Fields): string | null => {
  const names = listPlaceholderNames(content)
    .filter((name) => findField(fields, name))
    .map((name) => formatFieldReference(name));
  if (names.length === 0 || names.includes(null)) return null;
  const filled = names.map((name) => `非(为空(${name}))`);
  return filled.length === 1 ? (filled[0] ?? null) : `且(${filled.join(', ')})`;
};
