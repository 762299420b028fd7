import { useDeferredValue, useMemo, useState } from 'react';
import type { RowChecks } from '../../../kit/data/row-warnings.ts';
import { findRowsWith } from './sheet.ts';
import type { Data } from './use-data.ts';

/** Visible rows: those that match the filter text and, on demand, have warnings. */
export const useVisibleRows = ({ body, rows }: Data, checks: RowChecks) => {
  const [filter, setFilter] = useState('');
  const [wantsWarned, setOnlyWarned] = useState(false);
  const warnedRows = useMemo(
    () =>
      rows.flatMap((row, at) => (checks.warnings.has(row) || checks.troubles.has(row) ? [at] : [])),
    [rows, checks],
  );
  const isOnlyWarned = wantsWarned && warnedRows.length > 0;
  const deferredFilter = useDeferredValue(filter);
  const matchingRows = useMemo(() => findRowsWith(body, deferredFilter), [body, deferredFilter]);
  const visible = useMemo(() => {
    if (!isOnlyWarned) return matchingRows;
    const matchingSet = matchingRows && new Set(matchingRows);
    return matchingSet ? warnedRows.filter((at) => matchingSet.has(at)) : warnedRows;
  }, [matchingRows, warnedRows, isOnlyWarned]);
  return {
    /** Indexes of rows with warnings, 0-based. */
    warned: warnedRows,
    /** Indexes of the visible rows, 0-based; null for all rows. */
    visible,
    filter,
    isOnlyWarned,
    setFilter,
    setOnlyWarned,
    showAll: (): void => {
      setFilter('');
      setOnlyWarned(false);
    },
  };
};
