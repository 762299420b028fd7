import type { LabelData, LabelWarning, TemplateField } from '@yunbiao/label';
import { isEmptyRow } from './paste.ts';
import type { RowWarnings } from './row-warnings.ts';

/** A row that cannot be drawn: the print client refuses the same, so it is not sent at all. */
export type LeftOut = {
  /** From 0. */
  row: number;
  reason: string;
};

/** Rows named in a question; the rest is a number. */
const NAMED = 5;

export const isBroken = (warnings: readonly LabelWarning[] | undefined): boolean =>
  warnings?.some(({ level }) => level === 'error') === true;

/** The rows that cannot be printed, each with the first thing that keeps it from it. Empty rows are no labels. */
export const leftOutOf = (
  rows: readonly LabelData[],
  fields: readonly TemplateField[],
  warnings: RowWarnings,
): LeftOut[] =>
  rows.flatMap((data, row) => {
    const first = warnings.get(data)?.find(({ level }) => level === 'error');
    return first && !(fields.length > 0 && isEmptyRow(data, fields))
      ? [{ row, reason: first.message }]
      : [];
  });

const countOf = (n: number): string => n.toLocaleString('zh-CN');

const named = (leftOut: readonly LeftOut[]): string =>
  `第 ${leftOut
    .slice(0, NAMED)
    .map(({ row }) => countOf(row + 1))
    .join('、')} 行${leftOut.length > NAMED ? `等 ${countOf(leftOut.length)} 行` : ''}`;

/** Why nothing can be printed, where no row can; '' as long as one can. */
export const leftOutStop = (
  leftOut: readonly LeftOut[],
  printable: number,
  many: boolean,
): string => {
  const [first] = leftOut;
  if (!first || printable > 0) return '';
  if (!many) return `画不出来，一张也不会印：${first.reason}`;
  return leftOut.length === 1
    ? `第 ${countOf(first.row + 1)} 行画不出来，一张也不会印：${first.reason}`
    : `${countOf(leftOut.length)} 行都画不出来，一张也不会印`;
};

/** What is asked before the rest is printed without them. */
export const leftOutQuestion = (
  leftOut: readonly LeftOut[],
  labels: number,
): { message: string; detail: string } => ({
  message: `${named(leftOut)}画不出来，不会印。打印其余的 ${countOf(labels)} 张？`,
  detail: `${leftOut
    .slice(0, NAMED)
    .map(({ row, reason }) => `第 ${countOf(row + 1)} 行：${reason}`)
    .join('；')}${leftOut.length > NAMED ? '；……' : ''}。没印的留在表里，改好再打。`,
});
