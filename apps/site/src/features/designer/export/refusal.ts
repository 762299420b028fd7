import type { LabelData, Template } from '@yunbiao/label';
import { findElementShowingField } from '@yunbiao/designer/fields';
import { createRowNamesForMessages } from '../../../kit/data/sheet-rows.ts';
import type { SkippedRow } from './split-rows.ts';

/** Why an export was refused, or left rows out; shown until it is closed. */
export type Refusal = {
  level: 'warning' | 'error';
  message: string;
  /** Element that it is about; null without one. */
  elementId: string | null;
  /** Row that it is about. */
  row: LabelData | null;
};

/** A refusal of the whole export. */
export const createRefusal = (message: string, elementId: string | null = null): Refusal => ({
  level: 'error',
  message,
  elementId,
  row: null,
});

const formatNumber = (value: number): string => value.toLocaleString('zh-CN');

const describeSkippedRows = (
  [first, ...others]: readonly SkippedRow[],
  rows: readonly LabelData[],
): string => {
  if (!first) return '';
  const firstReason = `${createRowNamesForMessages(rows).nameRow(first.at)}：${first.reason}`;
  return others.length === 0
    ? firstReason
    : `${firstReason}；这样的一共 ${formatNumber(others.length + 1)} 行`;
};

/** The element of a skipped row: the one that failed, or the first that shows the field. */
const findCause = (template: Template, { elementId, field }: SkippedRow): string | null => {
  if (elementId !== undefined) return elementId.split('/')[0] ?? null;
  return field === undefined ? null : findElementShowingField(template, field);
};

/** The refusal for rows that were left out; null when all are printable. */
export const describeLeftOut = (
  template: Template,
  rows: readonly LabelData[],
  skipped: readonly SkippedRow[],
): Refusal | null => {
  const [first] = skipped;
  if (!first) return null;
  const isAll = skipped.length === rows.length;
  const beginning = isAll ? '没有能打印的。' : '打印不了的没有放进去。';
  return {
    level: isAll ? 'error' : 'warning',
    message: `${beginning}${describeSkippedRows(skipped, rows)}`,
    elementId: findCause(template, first),
    row: rows[first.at] ?? null,
  };
};
