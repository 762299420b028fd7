import { type RefObject, useEffect, useRef } from 'react';
import type { RowTrouble } from './data-errors.ts';

export const findCell = (box: HTMLElement | null, row: number, column: number | string) =>
  box?.querySelector<HTMLInputElement>(`[data-row="${row}"][data-column="${column}"]`);

/** Scrolls to a cell and focuses it when its row is rendered. */
export const useFocusCell = (
  box: RefObject<HTMLElement | null>,
  wantedCell: RowTrouble | undefined,
  { column, top, onScroll }: { column: number; top: number; onScroll: (top: number) => void },
): void => {
  const sought = useRef<RowTrouble>(undefined);
  const lastTrouble = useRef<RowTrouble>(undefined);
  useEffect(() => {
    if (wantedCell && wantedCell !== lastTrouble.current && box.current) {
      lastTrouble.current = wantedCell;
      sought.current = wantedCell;
      box.current.scrollTo({ top });
      onScroll(top);
    }
    const cell = sought.current && findCell(box.current, sought.current.row, column);
    if (!cell) return;
    sought.current = undefined;
    cell.focus();
  });
};
