import type { LabelData, Template } from '@yunbiao/label';
import { type DataTrouble, dataCheck } from '@yunbiao/label/check-data';
import { typedFields } from '@yunbiao/label/fields';
import { isEmptyRow } from './paste.ts';
import type { RowTroubles } from '../../kit/data/row-warnings.ts';

/** A value the server refuses, and the row it stands in. */
export type RowTrouble = DataTrouble & {
  /** From 0. */
  row: number;
};

type Rows = {
  template: Template;
  rows: readonly LabelData[];
  /** Several rows: one without anything in it is no label. */
  many: boolean;
  /** What the engine has found, with its fonts; it comes later than what is typed. */
  found: RowTroubles;
};

/** Everything wrong with the values, row by row, in the order of the fields: the server's own check. */
export const listTroubles = ({ template, rows, many, found }: Rows): RowTrouble[] => {
  const check = dataCheck(template);
  const fields = typedFields(template);
  return rows.flatMap((data, row) =>
    many && isEmptyRow(data, fields)
      ? []
      : (found.get(data) ?? check(data)).map((trouble) => ({ ...trouble, row })),
  );
};

/** Too long is for the member to shorten; a row with any other trouble is left out. */
export const isTooLong = ({ code }: DataTrouble): boolean => code === 'field-too-long';

/** Why nothing can be printed yet; '' when nothing is too long. */
export const stopText = (troubles: readonly RowTrouble[], many: boolean): string => {
  const long = troubles.filter(isTooLong);
  const [first] = long;
  if (!first) return '';
  const { label } = first.field;
  if (long.length > 1) return `有 ${long.length.toLocaleString('zh-CN')} 处太长，改短才能打印`;
  return many ? `第 ${first.row + 1} 行${label}太长，改短才能打印` : `${label}太长，改短才能打印`;
};

/** What there is to say of pasted rows in a few words: `3 行，1 行要改，2 行有提醒`. */
export const noteText = (counts: {
  rows: number;
  wrong: number;
  /** Cannot be drawn for another reason than their values, and are not printed. */
  broken: number;
  warned: number;
  isChecking: boolean;
}): string => {
  const { rows, wrong, broken, warned, isChecking } = counts;
  if (rows === 0) return '';
  const parts = [
    `${rows.toLocaleString('zh-CN')} 行`,
    ...(wrong > 0 ? [`${wrong.toLocaleString('zh-CN')} 行要改`] : []),
    ...(broken > 0 ? [`${broken.toLocaleString('zh-CN')} 行印不了`] : []),
    ...(isChecking
      ? ['正在检查']
      : warned > 0
        ? [`${warned.toLocaleString('zh-CN')} 行有提醒`]
        : []),
  ];
  return parts.join('，');
};
