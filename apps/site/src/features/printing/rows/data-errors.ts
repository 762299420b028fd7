import type { LabelData, Template } from '@yunbiao/label';
import { type DataFault, createLabelDataCheck } from '@yunbiao/label/check-data';
import { listFillableFields } from '@yunbiao/label/fields';
import { isEmptyRow } from './paste.ts';
import type { RowTroubles } from '../../../kit/data/row-warnings.ts';
import type { RowNames } from '../../../kit/data/sheet-rows.ts';

/** A value that the server refuses, and its row. */
export type RowTrouble = DataFault & {
  /** 0-based. */
  row: number;
};

type Rows = {
  template: Template;
  rows: readonly LabelData[];
  /** Several rows: empty rows are ignored. */
  many: boolean;
  /** Results of the engine's check with fonts. They arrive later than the input. */
  found: RowTroubles;
};

/** All errors in the values, by row and field. Uses the same check as the server. */
export const listRowErrors = ({ template, rows, many, found }: Rows): RowTrouble[] => {
  const check = createLabelDataCheck(template);
  const fields = listFillableFields(template);
  return rows.flatMap((data, row) =>
    many && isEmptyRow(data, fields)
      ? []
      : (found.get(data) ?? check(data)).map((trouble) => ({ ...trouble, row })),
  );
};

/** The member must shorten a value that is too long. A row with any other error is skipped. */
export const isValueTooLong = ({ code }: DataFault): boolean => code === 'field-too-long';

/** Explains which values are too long; '' when none is. `names`: null for a single label. */
export const explainTooLongValues = (
  troubles: readonly RowTrouble[],
  names: RowNames | null,
): string => {
  const long = troubles.filter(isValueTooLong);
  const [first] = long;
  if (!first) return '';
  const { label } = first.field;
  if (long.length > 1) return `有 ${long.length.toLocaleString('zh-CN')} 处太长，改短才能打印`;
  return `${names?.nameRow(first.row) ?? ''}${label}太长，改短才能打印`;
};

/** Short summary of the pasted rows: `3 行，1 行要改，2 行有提醒`. */
export const summarizeRows = (counts: {
  rows: number;
  wrong: number;
  /** Rows that cannot be drawn although their values are valid. They are not printed. */
  broken: number;
  warned: number;
  isChecking: boolean;
}): string => {
  const { rows, wrong, broken, warned, isChecking } = counts;
  if (rows === 0) return '';
  const parts = [
    `${rows.toLocaleString('zh-CN')} 行`,
    ...(wrong > 0 ? [`${wrong.toLocaleString('zh-CN')} 行要改`] : []),
    ...(broken > 0 ? [`${broken.toLocaleString('zh-CN')} 行打印不了`] : []),
    ...(isChecking
      ? ['正在检查']
      : warned > 0
        ? [`${warned.toLocaleString('zh-CN')} 行有提醒`]
        : []),
  ];
  return parts.join('，');
};
