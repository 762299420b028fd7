import { formatCount } from '@yunbiao/ui/format.ts';
import type { LabelData, LabelWarning, Template, TemplateField } from '@yunbiao/label';
import { listFillableFields } from '@yunbiao/label/fields';
import { isEmptyRow } from './paste.ts';
import type { RowNames } from '../../../kit/data/sheet-rows.ts';
import type { RowWarnings, RowFindings } from '../../../kit/data/row-warnings.ts';
import { isValueTooLong, type RowTrouble } from './data-errors.ts';

/** A row that cannot be printed. Server and print client would refuse it, so it is not sent. */
export type SkippedRow = {
  /** 0-based. */
  row: number;
  reason: string;
};

/** Row numbers listed in a question; further rows are only counted. */
const MAX_NAMED = 5;

export const hasErrorWarning = (warnings: readonly LabelWarning[] | undefined): boolean =>
  warnings?.some(({ level }) => level === 'error') === true;

/**
 * Returns true when the row is sent with the others. A value that is too long does not exclude the
 * row: the member has to shorten it first.
 */
export const isRowPrintable = ({ warnings, troubles }: RowFindings): boolean =>
  !hasErrorWarning(warnings) && troubles.every(isValueTooLong);

/**
 * The first row that cannot be drawn, else the first row with a warning. The message contains the
 * number of further such rows. Returns undefined when there are no warnings.
 */
export const findFirstWarning = (rows: readonly LabelData[], warnings: RowWarnings) => {
  const broken = rows.flatMap((row, at) => (hasErrorWarning(warnings.get(row)) ? [at] : []));
  const [at] = broken.length > 0 ? broken : [rows.findIndex((row) => warnings.has(row))];
  const rowWarnings = warnings.get(rows[at ?? -1] ?? {}) ?? [];
  const reminder = rowWarnings.find(({ level }) => level === 'error') ?? rowWarnings[0];
  if (at === undefined || !reminder) return undefined;
  const otherCount = (broken.length > 0 ? broken : [...warnings.keys()]).length - 1;
  const word = broken.length > 0 ? '也打印不了' : '有提醒';
  return {
    row: at,
    isBroken: broken.length > 0,
    message:
      otherCount > 0
        ? `${reminder.message}（另有 ${formatCount(otherCount)} 行${word}）`
        : reminder.message,
  };
};

type Rows = {
  template: Template;
  rows: readonly LabelData[];
  many: boolean;
  troubles: readonly RowTrouble[];
  warnings: RowWarnings;
};

/** Rows that cannot be printed, each with the first reason. Ignores empty rows. */
export const listSkippedRows = ({
  template,
  rows,
  many,
  troubles,
  warnings,
}: Rows): SkippedRow[] => {
  const fields = listFillableFields(template);
  const reasons = new Map<number, string>();
  for (const trouble of troubles)
    if (!isValueTooLong(trouble) && !reasons.has(trouble.row))
      reasons.set(trouble.row, trouble.message);
  return rows.flatMap((data, row) => {
    const reason =
      reasons.get(row) ?? warnings.get(data)?.find(({ level }) => level === 'error')?.message;
    const isLabel = !many || !isEmptyRow(data, fields);
    return reason !== undefined && isLabel ? [{ row, reason }] : [];
  });
};

const formatSkippedRows = (leftOut: readonly SkippedRow[], { nameRows }: RowNames): string =>
  `${nameRows(leftOut.slice(0, MAX_NAMED).map(({ row }) => row))}${leftOut.length > MAX_NAMED ? `等 ${formatCount(leftOut.length)} 行` : ''}`;

/** `names`: null for a single label. Returns '' while at least one row can be printed. */
export const explainNothingPrintable = (
  leftOut: readonly SkippedRow[],
  printable: number,
  names: RowNames | null,
): string => {
  const [first] = leftOut;
  if (!first || printable > 0) return '';
  if (!names) return `打印不了：${first.reason}`;
  return leftOut.length === 1
    ? `${names.nameRow(first.row)}打印不了：${first.reason}`
    : `${formatCount(leftOut.length)} 行都打印不了`;
};

/** Question shown before the remaining rows are printed without these. */
export const buildSkippedQuestion = (
  leftOut: readonly SkippedRow[],
  labels: number,
  names: RowNames,
): { message: string; detail: string } => ({
  message: `${formatSkippedRows(leftOut, names)}打印不了，会跳过。打印其余的 ${formatCount(labels)} 张？`,
  detail: `${leftOut
    .slice(0, MAX_NAMED)
    .map(({ row, reason }) => `${names.nameRow(row)}：${reason}`)
    .join(
      '；',
    )}${leftOut.length > MAX_NAMED ? '；……' : ''}。打印了的从表里删除，没打印的留着，改好再打印。`,
});

/** Number of rows before this one that are sent. */
export const countPrintableRowsBefore = (
  rows: readonly LabelData[],
  leftOut: readonly SkippedRow[],
  fields: readonly TemplateField[],
  row: number,
): number => {
  const leftOutRows = new Set(leftOut.map(({ row: at }) => at));
  return rows.slice(0, row).filter((data, at) => !leftOutRows.has(at) && !isEmptyRow(data, fields))
    .length;
};

export const selectPrintableRows = (
  rows: readonly LabelData[],
  leftOut: readonly SkippedRow[],
  fields: readonly TemplateField[],
): Set<LabelData> => {
  const leftOutRows = new Set(leftOut.map(({ row }) => row));
  return new Set(rows.filter((row, at) => !leftOutRows.has(at) && !isEmptyRow(row, fields)));
};
