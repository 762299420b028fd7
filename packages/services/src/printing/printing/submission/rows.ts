import { type CallParsed, LABEL_TITLE_LENGTH, MAX_LABELS } from '@yunbiao/contract';
import {
  createLabelDataCheck,
  isTyped,
  type LabelData,
  type Template,
  listFillableFields,
  listNeededNames,
} from '@yunbiao/label';
import { createInvalidInputError } from '../../../platform/errors.ts';
import { createEventLoopYielder } from '../../../platform/yielder.ts';
import { getLabelFonts } from '../../../identity/software/label-fonts.ts';

export type Row = CallParsed<'print'>['rows'][number];
export type SheetRows = CallParsed<'print'>['sheetRows'];

/** Name of a row in messages. A row of a spreadsheet is found there by its own number. */
export const formatRowName = (sequence: number, sheetRow: number | null | undefined): string =>
  sheetRow ? `表格第 ${sheetRow} 行` : `第 ${sequence} 行`;

/**
 * Maximum number of errors in a response; a list from wrongly pasted columns could be very long.
 */
export const MAX_REPORTED_ERRORS = 20;

type SubmittedRows = Pick<CallParsed<'print'>, 'rows' | 'sheetRows' | 'copies'>;

const listUnknownFields = (row: Row, template: Template): [name: string, message: string][] => {
  const fieldsByName = new Map(template.fields.map((field) => [field.name, field]));
  return Object.keys(row).flatMap((name): [string, string][] => {
    const field = fieldsByName.get(name);
    if (field === undefined) return [[name, `模板里没有“${name}”这个字段`]];
    return isTyped(field) ? [] : [[name, `“${field.label}”是算出来的，不用填`]];
  });
};

/** `at`: local time of the member, for conditions. */
type RowCheck = { template: Template; at: string };

/** Errors of the rows by `rows.{index}.{field}`, at most {@link MAX_REPORTED_ERRORS}. */
const listRowFaults = async (
  { rows, sheetRows }: SubmittedRows,
  { template, at }: RowCheck,
): Promise<Record<string, string>> => {
  // The conditions of a label take milliseconds at worst.
  const yieldToOthers = createEventLoopYielder();
  const check = createLabelDataCheck(template, getLabelFonts(), (data) =>
    listNeededNames(template, data, { at }),
  );
  const faultsByField: Record<string, string> = {};
  let count = 0;
  for (const [index, row] of rows.entries()) {
    await yieldToOthers();
    const troubles = [
      ...listUnknownFields(row, template),
      ...check(row).map(({ field, message }) => [field.name, message] as const),
    ];
    for (const [name, message] of troubles.slice(0, MAX_REPORTED_ERRORS - count)) {
      faultsByField[`rows.${index}.${name}`] =
        `${formatRowName(index + 1, sheetRows?.[index])}：${message}`;
      count += 1;
    }
    if (count >= MAX_REPORTED_ERRORS) break;
  }
  return faultsByField;
};

/**
 * Validates submitted rows against the fields of a template.
 * @throws 400 that names rows and fields
 */
export const validateSubmittedRows = async (
  submittedRows: SubmittedRows,
  { template, at }: RowCheck,
): Promise<void> => {
  const { rows, sheetRows, copies } = submittedRows;
  if (sheetRows && sheetRows.length !== rows.length)
    throw createInvalidInputError({
      sheetRows: `表格行写了 ${sheetRows.length} 个，内容有 ${rows.length} 行：一行写一个`,
    });
  if (rows.length * copies > MAX_LABELS) {
    throw createInvalidInputError({
      copies: `一批最多 ${MAX_LABELS.toLocaleString('en-US')} 张，现在是 ${(rows.length * copies).toLocaleString('en-US')} 张`,
    });
  }
  // A form cannot submit an empty row: for a template without input fields the site sends the
  // label's number.
  const troubles =
    listFillableFields(template).length > 0
      ? await listRowFaults(submittedRows, { template, at })
      : {};
  if (Object.keys(troubles).length > 0) throw createInvalidInputError(troubles);
};

/** Title of the label in lists: the first field with a value, in the template's order. */
export const getLabelTitle = (row: LabelData, template: Template): string => {
  for (const { name } of template.fields) {
    const value = row[name]?.trim();
    if (value) return value.slice(0, LABEL_TITLE_LENGTH).toWellFormed();
  }
  return '';
};
