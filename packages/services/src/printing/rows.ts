import type { CallParsed } from '@yunbiao/contract';
import type { Template } from '@yunbiao/label';
import { invalid } from '../errors.ts';

export type Row = CallParsed<'print'>['rows'][number];

/** Labels one submission may hold. */
export const MAX_LABELS = 10_000;

const characters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

const checkRow = (row: Row, number: number, template: Template): string | null => {
  // A form cannot carry an empty row: for a template without fields the site sends the label's number.
  if (template.fields.length === 0) return null;
  const known = new Map(template.fields.map((field) => [field.name, field]));
  for (const [name, value] of Object.entries(row)) {
    const field = known.get(name);
    if (!field) return `第 ${number} 行：模板里没有“${name}”这个字段`;
    if (
      field.maxLength !== undefined &&
      value.length > field.maxLength &&
      characters(value) > field.maxLength
    ) {
      return `第 ${number} 行：${field.label}最多 ${field.maxLength} 个字，现在有 ${characters(value)} 个`;
    }
  }
  return null;
};

/**
 * Checks submitted rows against the fields of a template.
 * @throws 400 that names the row
 */
export const checkRows = (rows: readonly Row[], copies: number, template: Template): void => {
  if (rows.length * copies > MAX_LABELS) {
    throw invalid({
      copies: `一批最多 ${MAX_LABELS.toLocaleString('en-US')} 张，现在是 ${(rows.length * copies).toLocaleString('en-US')} 张`,
    });
  }
  for (const [index, row] of rows.entries()) {
    const trouble = checkRow(row, index + 1, template);
    if (trouble) throw invalid({ [`rows.${index}`]: trouble });
  }
};

const TITLE_LENGTH = 100;

/** First field with something in it, in the template's order: what a list shows the label by. */
export const titleOf = (row: Row, template: Template): string => {
  for (const { name } of template.fields) {
    const value = row[name]?.trim();
    if (value) return value.slice(0, TITLE_LENGTH).toWellFormed();
  }
  return '';
};
