import { useDeferredValue, useMemo, useState } from 'react';
import type { RowChecks } from '../../../kit/data/row-warnings.ts';
import { findRowsWith } from './sheet.ts';
import type { Data } from './use-data.ts';

/** Visible rows: those that match the filter text and, on demand, have warnings. */
export const useVisibleRows = ({ body, rows }: Data, checks: RowChecks) => {
  const [filter, setFilter] = useState('');
  const [wantsWarned, setOnlyWarned] = useState(false);
  const warned = useMemo(
    () =>
      rows.flatMap((row, at) => (checks.warnings.has(row) || checks.troubles.has(row) ? [at] : [])),
    [rows, checks],
  );
  const isOnlyWarned = wantsWarned && warned.length > 0;
  const deferredFilter = useDeferredValue(filter);
  const matchingRows = useMemo(() => findRowsWith(body, deferredFilter), [body, deferredFilter]);
  const visible = useMemo(() => {
    if (!isOnlyWarned) return matchingRows;
    const has = matchingRows && new Set(matchingRows);
    return has ? warned.filter((at) => has.has(at)) : warned;
  }, [matchingRows, warned, isOnlyWarned]);
  return {
    /** Indexes of rows with warnings, 0-based. */
    warned,
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
