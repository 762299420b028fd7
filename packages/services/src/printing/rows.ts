import { type CallParsed, LABEL_TITLE_LENGTH, MAX_LABELS } from '@yunbiao/contract';
import { dataCheck, isTyped, type LabelData, type Template, typedFields } from '@yunbiao/label';
import { invalid } from '../errors.ts';
import { labelFonts } from '../software/label-fonts.ts';

export type Row = CallParsed<'print'>['rows'][number];

/** Troubles one answer names; whoever pasted the wrong columns reads no more. */
export const MAX_REPORTED = 20;

const unknownFields = (row: Row, template: Template): [name: string, message: string][] => {
  const known = new Map(template.fields.map((field) => [field.name, field]));
  return Object.keys(row).flatMap((name): [string, string][] => {
    const field = known.get(name);
    if (field === undefined) return [[name, `模板里没有“${name}”这个字段`]];
    return isTyped(field) ? [] : [[name, `“${field.label}”是算出来的，不用填`]];
  });
};

/** What is wrong with the rows, by `rows.{index}.{field}`, the first {@link MAX_REPORTED}. */
const listTroubles = (rows: readonly Row[], template: Template): Record<string, string> => {
  const check = dataCheck(template, labelFonts());
  const found: Record<string, string> = {};
  let count = 0;
  for (const [index, row] of rows.entries()) {
    const troubles = [
      ...unknownFields(row, template),
      ...check(row).map(({ field, message }) => [field.name, message] as const),
    ];
    for (const [name, message] of troubles.slice(0, MAX_REPORTED - count)) {
      found[`rows.${index}.${name}`] = `第 ${index + 1} 行：${message}`;
      count += 1;
    }
    if (count >= MAX_REPORTED) break;
  }
  return found;
};

/**
 * Checks submitted rows against the fields of a template.
 * @throws 400 that names rows and fields
 */
export const checkRows = (rows: readonly Row[], copies: number, template: Template): void => {
  if (rows.length * copies > MAX_LABELS) {
    throw invalid({
      copies: `一批最多 ${MAX_LABELS.toLocaleString('en-US')} 张，现在是 ${(rows.length * copies).toLocaleString('en-US')} 张`,
    });
  }
  // A form cannot carry an empty row: for a template with nothing to fill in the site sends the label's number.
  const troubles = typedFields(template).length > 0 ? listTroubles(rows, template) : {};
  if (Object.keys(troubles).length > 0) throw invalid(troubles);
};

/** First field with something in it, in the template's order: what a list shows the label by. */
export const getTitle = (row: LabelData, template: Template): string => {
  for (const { name } of template.fields) {
    const value = row[name]?.trim();
    if (value) return value.slice(0, LABEL_TITLE_LENGTH).toWellFormed();
  }
  return '';
};
