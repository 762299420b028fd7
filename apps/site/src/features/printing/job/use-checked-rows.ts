import type { LabelData, Media, Template, TemplateField } from '@yunbiao/label';
import { useMemo } from 'react';
import {
  type RowNumbers,
  type RowTroubles,
  type RowWarnings,
  useRowChecks,
} from '../../../kit/data/row-warnings.ts';
import { createRowNamesForMessages } from '../../../kit/data/sheet-rows.ts';
import { createDistinctNumbersOfRows } from '../../../kit/data/serial-preview.ts';
import { useLabelEngine } from '../../../kit/label/engine/use-engine.ts';
import { toRowsToSend } from '../attempts.ts';
import { listRowErrors } from '../rows/data-errors.ts';
import type { OpenedTemplate } from '../load-print.ts';
import { isEmptyRow } from '../rows/paste.ts';
import { isRowPrintable, listSkippedRows } from '../rows/skipped-rows.ts';

const NO_WARNINGS: RowWarnings = new Map();
const NO_TROUBLES: RowTroubles = new Map();

type Rows = { template: Template; rows: readonly LabelData[]; many: boolean };

/** Errors in the rows, the rows that are sent, and the rows that cannot be printed. */
const useSendableRows = (
  { template, rows, many }: Rows,
  warnings: RowWarnings,
  rowTroubles: RowTroubles,
) => {
  const troubles = useMemo(
    () => listRowErrors({ template, rows, many, found: rowTroubles }),
    [template, rows, many, rowTroubles],
  );
  const leftOut = useMemo(
    () => listSkippedRows({ template, rows, many, troubles, warnings }),
    [template, rows, many, troubles, warnings],
  );
  const sendable = useMemo(() => {
    const out = new Set(leftOut.map(({ row }) => row));
    return toRowsToSend(
      template,
      rows.filter((_, at) => !out.has(at)),
    );
  }, [template, rows, leftOut]);
  return { troubles, leftOut, sendable };
};

type RowsToCheck = {
  rows: readonly LabelData[];
  many: boolean;
  fields: readonly TemplateField[];
  media: Media;
  /** Time used by formulas. */
  at: string;
  copyCount: number;
};

/**
 * Checks the rows with the engine and separates those that can be sent from the others. `names`:
 * names of the rows in messages; null for a single label.
 */
export const useCheckedRows = (
  item: OpenedTemplate,
  { rows, many, fields, media, at, copyCount }: RowsToCheck,
) => {
  const engine = useLabelEngine();
  const template = item.content;
  const listNumbers = useMemo(
    (): RowNumbers => ({
      of: createDistinctNumbersOfRows(item, copyCount),
      isCounted: (row, findings) => !isEmptyRow(row, fields) && isRowPrintable(findings),
    }),
    [item, copyCount, fields],
  );
  const { warnings, troubles, checked } = useRowChecks(
    engine,
    template,
    media,
    at,
    rows,
    listNumbers,
  );
  const isChecking = checked < rows.length && engine.phase === 'ready';
  // Nothing is sent until all rows are checked, so the results of a partial check are ignored:
  // recomputing 10,000 rows after each chunk would be too slow.
  const sendableRows = useSendableRows(
    { template, rows, many },
    isChecking ? NO_WARNINGS : warnings,
    isChecking ? NO_TROUBLES : troubles,
  );
  const names = useMemo(() => (many ? createRowNamesForMessages(rows) : null), [many, rows]);
  return { ...sendableRows, warnings, isChecking, names };
};

export type CheckedRows = ReturnType<typeof useCheckedRows>;
