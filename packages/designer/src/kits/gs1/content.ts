import { PREDEFINED_LENGTH } from '@yunbiao/label/gs1';
import type { TemplateField } from '@yunbiao/label';
import { convertContentToFormula } from '../../content.ts';
import { getValueSource, type Gs1Item, type Gs1Value, readValueSource } from './values.ts';

/** Brackets in a fixed value would start the next identifier. */
const escapeBrackets = (text: string): string =>
  text.replaceAll(/[()]/g, (bracket) => `\\${bracket}`);

/** Value of an item as content of an element. */
export const formatValueContent = (item: Gs1Item): string => {
  const source = getValueSource(item);
  if (source !== null) return `{{${source}}}`;
  return item.value.kind === 'fixed' ? item.value.text : '';
};

/**
 * Identifiers with a predefined length first: only the others need a separator, and the last of
 * them needs none (GS1 General Specifications 7.8).
 */
export const orderForLength = (items: readonly Gs1Item[]): Gs1Item[] => {
  const isPredefined = ({ ai }: Gs1Item): boolean => PREDEFINED_LENGTH.test(ai);
  return [...items.filter(isPredefined), ...items.filter((item) => !isPredefined(item))];
};

/** Content of a GS1 symbol: `(01){{…}}(17){{…}}(10)ABC`. */
export const formatGs1Content = (items: readonly Gs1Item[]): string =>
  items
    .map((item) => {
      const text = formatValueContent(item);
      return `(${item.ai})${item.value.kind === 'fixed' ? escapeBrackets(text) : text}`;
    })
    .join('');

/** Splits at bracketed identifiers outside of placeholders. */
const TOKENS = /\{\{([^{}]*)\}\}|\\([()])|\((\d{2,4})\)|([^])/g;

/** Part of a content: text, or what stands between braces. */
export type ContentPiece = { text: string; isSource: boolean };

/** The value of several pieces; mixed pieces become one formula. */
export const readPieces = (
  ai: string,
  pieces: readonly ContentPiece[],
  fields: readonly TemplateField[],
): Gs1Value | null => {
  const [first, ...others] = pieces;
  if (first?.isSource && others.length === 0)
    return readValueSource(
      ai,
      first.text,
      fields.map(({ name }) => name),
    );
  if (pieces.every(({ isSource }) => !isSource))
    return { kind: 'fixed', text: pieces.map(({ text }) => text).join('') };
  const content = pieces.map(({ text, isSource }) => (isSource ? `{{${text}}}` : text)).join('');
  const source = convertContentToFormula(content, fields);
  return source === null ? null : { kind: 'formula', source };
};

/** Items of a content of a GS1 symbol; null when it has not that form. */
export const parseGs1Content = (
  content: string,
  fields: readonly TemplateField[],
): Gs1Item[] | null => {
  const identifiers: { ai: string; pieces: ContentPiece[] }[] = [];
  for (const [, source, bracket, ai, character] of content.trim().matchAll(TOKENS)) {
    if (ai !== undefined) {
      identifiers.push({ ai, pieces: [] });
      continue;
    }
    const last = identifiers.at(-1);
    if (!last) return null;
    last.pieces.push({
      text: source?.trim() ?? bracket ?? character ?? '',
      isSource: source !== undefined,
    });
  }
  const items = identifiers.flatMap(({ ai, pieces }): Gs1Item[] => {
    const value = readPieces(ai, pieces, fields);
    return value ? [{ ai, value }] : [];
  });
  return items.length === identifiers.length && items.length > 0 ? items : null;
};
