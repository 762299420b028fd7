import type { PendingPaste } from '../rows/paste.ts';
import type { LabelData, Template } from '@yunbiao/label';
import { describeStockFault } from '@yunbiao/label/stock';
import { explainRemovedPrinter } from '../../../kit/printing/printer-status.ts';
import { explainTooLongValues, summarizeRows } from '../rows/data-errors.ts';
import type { PrintData } from '../load-print.ts';
import { explainNothingPrintable, hasErrorWarning } from '../rows/skipped-rows.ts';
import type { CheckedRows } from './use-checked-rows.ts';

type Config = PrintData['configs']['list'][number];

type Stoppable = {
  template: Template;
  config: Config | undefined;
  checked: CheckedRows;
  /** Pasted or opened rows are not in the table yet. */
  waiting: PendingPaste | null;
};

const explainPendingPaste = (waiting: PendingPaste | null): string => {
  if (waiting === null) return '';
  return waiting.file
    ? '打开的表还没放进来，先放进来，或者点“取消”'
    : '贴进来的还没放进表里，先放进去，或者点“取消”';
};

/** Reason why the job cannot be sent; '' when it can. */
export const explainJobStop = ({ template, config, checked, waiting }: Stoppable): string =>
  explainPendingPaste(waiting) ||
  explainTooLongValues(checked.troubles, checked.names) ||
  (config ? explainRemovedPrinter(config) || describeStockFault(template, config) : '') ||
  explainNothingPrintable(checked.leftOut, checked.sendable.length, checked.names);

/** Counts rows by their findings. Each row is counted under its worst one. */
export const formatRowCountsByFinding = (
  rows: readonly LabelData[],
  { troubles, leftOut, warnings, isChecking }: CheckedRows,
): string => {
  const wrongRows = new Set(troubles.map(({ row }) => row));
  return summarizeRows({
    rows: rows.length,
    wrong: wrongRows.size,
    broken: leftOut.filter(({ row }) => !wrongRows.has(row)).length,
    warned: rows.filter(
      (row, at) => !wrongRows.has(at) && warnings.has(row) && !hasErrorWarning(warnings.get(row)),
    ).length,
    isChecking,
  });
};

type Sendable = {
  config: Config | undefined;
  copiesError: string;
  stop: string;
  isEmpty: boolean;
  many: boolean;
};

/** Errors that block sending: field → message. */
export const listJobProblems = ({
  config,
  copiesError,
  stop,
  isEmpty,
  many,
}: Sendable): Record<string, string> => ({
  ...(config ? {} : { printConfigId: '先选一个打印机配置' }),
  ...(copiesError ? { copies: copiesError } : {}),
  ...(stop ? { stop } : {}),
  ...(isEmpty && !stop ? { empty: many ? '至少要有一行' : '至少填一栏' } : {}),
});
