import { MAX_LABEL_CHARACTERS } from '@yunbiao/contract';
import { type LabelData, type Template, listComputedNames, evaluateFormulas } from '@yunbiao/label';
import { describeConditionByKey } from '@yunbiao/label/condition';
import { createFontEditionFinder } from '@yunbiao/label/label-edition';
import { createInvalidInputError } from '../../../platform/errors.ts';
import {
  MAX_REPORTED_ERRORS,
  type Row,
  type SheetRows,
  getLabelTitle,
  formatRowName,
} from './rows.ts';
import { formatLabelSerials, type AllocatedSerials } from '../../../platform/serial/serials.ts';
import { createEventLoopYielder } from '../../../platform/yielder.ts';

/** A label of a submission with all computed values; used for printing and for reprints. */
export type ComputedLabel = {
  sequence: number;
  copy: number;
  /** Row of the spreadsheet, from 1; null without one. */
  sheetRow: number | null;
  data: string;
  title: string;
  /** JSON: name of a picture of the library → SHA-256 of its file. */
  pictures?: string;
  /** Edition of the fonts that draw the label; 0 without fonts. */
  fontEdition: number;
};

/** Entered values without fields that are computed. */
const omitComputedFields = (row: Row, computedNames: ReadonlySet<string>): LabelData =>
  Object.keys(row).some((name) => computedNames.has(name))
    ? Object.fromEntries(Object.entries(row).filter(([name]) => !computedNames.has(name)))
    : row;

type LabelInput = {
  rows: readonly Row[];
  sheetRows?: SheetRows;
  copies: number;
  template: Template;
  /** Local date and time of the member. */
  at: string;
  serials: readonly AllocatedSerials[];
};

/** Errors in the formulas of a row, by field or formula. */
const describeFormulaErrors = (
  template: Template,
  { sequence, sheetRow }: Pick<ComputedLabel, 'sequence' | 'sheetRow'>,
  errors: ReadonlyMap<string, string>,
): [string, string][] =>
  Array.from(errors, ([name, message]) => {
    const label = template.fields.find((field) => field.name === name)?.label;
    const subject = label ?? describeConditionByKey(template, name) ?? `公式“${name}”`;
    return [
      `rows.${sequence - 1}.${name}`,
      `${formatRowName(sequence, sheetRow)}，${subject}：${message}`,
    ];
  });

/**
 * Computes the formulas of every label; copies of a row are consecutive. Results are stored with
 * the labels, so that an older client or a newer formula engine prints the accepted values.
 * @throws 400 that names rows and formulas
 */
export const computeLabels = async (work: LabelInput): Promise<ComputedLabel[]> => {
  const { rows, sheetRows, copies, template, at, serials } = work;
  const labels: ComputedLabel[] = [];
  const troubles: [string, string][] = [];
  let length = 0;
  const computedNames = listComputedNames(template);
  const findEdition = createFontEditionFinder(template);
  const yieldToOthers = createEventLoopYielder();
  // Copies differ only when each has its own serial number.
  const differing = serials.some(({ rule }) => rule.perCopy) ? copies : 1;
  for (const [index, row] of rows.entries()) {
    const sequence = index + 1;
    const sheetRow = sheetRows?.[index] ?? null;
    const typedFields = omitComputedFields(row, computedNames);
    for (let copy = 1; copy <= differing && troubles.length < MAX_REPORTED_ERRORS; copy += 1) {
      const numbers = formatLabelSerials(serials, { sequence, copy, copies });
      const { data, errors } = evaluateFormulas(template, { ...typedFields, ...numbers }, { at });
      await yieldToOthers();
      troubles.push(...describeFormulaErrors(template, { sequence, sheetRow }, errors));
      // Report a row once, for its first copy with errors.
      if (errors.size > 0) break;
      const json = JSON.stringify(data);
      const last = differing === 1 ? copies : copy;
      length += json.length * (last - copy + 1);
      if (length > MAX_LABEL_CHARACTERS)
        throw createInvalidInputError({ rows: '标签的内容一共太多，分几批打印' });
      const title = getLabelTitle(data, template);
      const fontEdition = findEdition(data);
      for (let sameCopy = copy; sameCopy <= last; sameCopy += 1)
        labels.push({ sequence, copy: sameCopy, sheetRow, data: json, title, fontEdition });
    }
  }
  if (troubles.length > 0)
    throw createInvalidInputError(Object.fromEntries(troubles.slice(0, MAX_REPORTED_ERRORS)));
  return labels;
};
