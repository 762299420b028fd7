import { type RefObject, useEffect, useRef } from 'react';
import type { RowTrouble } from './troubles.ts';

export const cellAt = (box: HTMLElement | null, row: number, column: number | string) =>
  box?.querySelector<HTMLInputElement>(`[data-row="${row}"][data-column="${column}"]`);

/** Scrolls to a cell and puts the caret in it, as soon as its row is in the page. */
export const useGoTo = (
  box: RefObject<HTMLElement | null>,
  wanted: RowTrouble | undefined,
  { column, top, onScroll }: { column: number; top: number; onScroll: (top: number) => void },
): void => {
  const sought = useRef<RowTrouble>(undefined);
  const seen = useRef<RowTrouble>(undefined);
  useEffect(() => {
    if (wanted && wanted !== seen.current && box.current) {
      seen.current = wanted;
      sought.current = wanted;
      box.current.scrollTo({ top });
      onScroll(top);
    }
    const cell = sought.current && cellAt(box.current, sought.current.row, column);
    if (!cell) return;
    sought.current = undefined;
    cell.focus();
  });
};
