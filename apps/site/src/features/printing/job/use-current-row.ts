import type { LabelData, TemplateField } from '@yunbiao/label';
import { useMemo, useState } from 'react';
import { countPrintableRowsBefore, type SkippedRow } from '../rows/skipped-rows.ts';

/** The row in the preview, 0-based, and the number of rows sent before it. */
export const useCurrentRow = (
  rows: readonly LabelData[],
  leftOut: readonly SkippedRow[],
  fields: readonly TemplateField[],
) => {
  const [picked, setCurrent] = useState(0);
  const current = Math.min(picked, Math.max(0, rows.length - 1));
  const sentAhead = useMemo(
    () => countPrintableRowsBefore(rows, leftOut, fields, current),
    [rows, leftOut, fields, current],
  );
  return {
    current,
    /** Number of rows sent before the current one. */
    ahead: sentAhead,
    setCurrent,
  };
};
