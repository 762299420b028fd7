import type { LabelData, LabelWarning, Template, TemplateField } from '@yunbiao/label';
import { typedFields } from '@yunbiao/label/fields';
import { isEmptyRow } from './paste.ts';
import type { RowWarnings, Said } from '../../kit/data/row-warnings.ts';
import { isTooLong, type RowTrouble } from './troubles.ts';

/** A row that cannot be printed: server and print client refuse the same, so it is not sent at all. */
export type LeftOut = {
  /** From 0. */
  row: number;
  reason: string;
};

/** Rows named in a question; the rest is a number. */
const NAMED = 5;

const formatCount = (n: number): string => n.toLocaleString('zh-CN');

export const isBroken = (warnings: readonly LabelWarning[] | undefined): boolean =>
  warnings?.some(({ level }) => level === 'error') === true;

/** Whether a row of which this is said is sent with the others: what is too long is shortened first. */
export const isSent = ({ warnings, troubles }: Said): boolean =>
  !isBroken(warnings) && troubles.every(isTooLong);

/**
 * The first row that cannot be drawn, or else the first there is something to say of, with the words, and how many more
 * there are like it; undefined where there is nothing to say.
 */
export const firstReminder = (rows: readonly LabelData[], warnings: RowWarnings) => {
  const broken = rows.flatMap((row, at) => (isBroken(warnings.get(row)) ? [at] : []));
  const [at] = broken.length > 0 ? broken : [rows.findIndex((row) => warnings.has(row))];
  const said = warnings.get(rows[at ?? -1] ?? {}) ?? [];
  const reminder = said.find(({ level }) => level === 'error') ?? said[0];
  if (at === undefined || !reminder) return undefined;
  const more = (broken.length > 0 ? broken : [...warnings.keys()]).length - 1;
  const word = broken.length > 0 ? '也印不了' : '有提醒';
  return {
    row: at,
    isBroken: broken.length > 0,
    message:
      more > 0 ? `${reminder.message}（另有 ${formatCount(more)} 行${word}）` : reminder.message,
  };
};

type Rows = {
  template: Template;
  rows: readonly LabelData[];
  many: boolean;
  troubles: readonly RowTrouble[];
  warnings: RowWarnings;
};

/** The rows that cannot be printed, each with the first thing that keeps it from it. Empty rows are no labels. */
export const getLeftOut = ({ template, rows, many, troubles, warnings }: Rows): LeftOut[] => {
  const fields = typedFields(template);
  const reasons = new Map<number, string>();
  for (const trouble of troubles)
    if (!isTooLong(trouble) && !reasons.has(trouble.row)) reasons.set(trouble.row, trouble.message);
  return rows.flatMap((data, row) => {
    const reason =
      reasons.get(row) ?? warnings.get(data)?.find(({ level }) => level === 'error')?.message;
    const isLabel = !many || !isEmptyRow(data, fields);
    return reason !== undefined && isLabel ? [{ row, reason }] : [];
  });
};

const named = (leftOut: readonly LeftOut[]): string =>
  `第 ${leftOut
    .slice(0, NAMED)
    .map(({ row }) => formatCount(row + 1))
    .join('、')} 行${leftOut.length > NAMED ? `等 ${formatCount(leftOut.length)} 行` : ''}`;

/** Why nothing can be printed, where no row can; '' as long as one can. */
export const leftOutStop = (
  leftOut: readonly LeftOut[],
  printable: number,
  many: boolean,
): string => {
  const [first] = leftOut;
  if (!first || printable > 0) return '';
  if (!many) return `印不了：${first.reason}`;
  return leftOut.length === 1
    ? `第 ${formatCount(first.row + 1)} 行印不了：${first.reason}`
    : `${formatCount(leftOut.length)} 行都印不了`;
};

/** What is asked before the rest is printed without them. */
export const leftOutQuestion = (
  leftOut: readonly LeftOut[],
  labels: number,
): { message: string; detail: string } => ({
  message: `${named(leftOut)}印不了，会跳过。打印其余的 ${formatCount(labels)} 张？`,
  detail: `${leftOut
    .slice(0, NAMED)
    .map(({ row, reason }) => `第 ${formatCount(row + 1)} 行：${reason}`)
    .join('；')}${leftOut.length > NAMED ? '；……' : ''}。打了的从表里拿掉，没印的留着，改好再打。`,
});

/** How many rows before this one are sent; it comes behind them. */
export const sentAhead = (
  rows: readonly LabelData[],
  leftOut: readonly LeftOut[],
  fields: readonly TemplateField[],
  row: number,
): number => {
  const left = new Set(leftOut.map(({ row: at }) => at));
  return rows.slice(0, row).filter((data, at) => !left.has(at) && !isEmptyRow(data, fields)).length;
};

/** The rows that are sent, as they stand in the table. */
export const rowsSent = (
  rows: readonly LabelData[],
  leftOut: readonly LeftOut[],
  fields: readonly TemplateField[],
): Set<LabelData> => {
  const left = new Set(leftOut.map(({ row }) => row));
  return new Set(rows.filter((row, at) => !left.has(at) && !isEmptyRow(row, fields)));
};
