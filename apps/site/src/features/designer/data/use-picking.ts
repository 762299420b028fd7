import { useRef } from 'react';
import type { Data } from './use-data.ts';

/** Selects rows. With Shift, selects the range from the last pressed row. */
export const useRowSelection = (data: Data, toRowIndex: (at: number) => number, count: number) => {
  const lastPlace = useRef(-1);
  const picked = new Set(data.sheet.picked);
  const selectRows = (place: number, isOn: boolean, isRange: boolean): void => {
    const from = isRange && lastPlace.current >= 0 ? Math.min(lastPlace.current, place) : place;
    const to = isRange && lastPlace.current >= 0 ? Math.max(lastPlace.current, place) : place;
    lastPlace.current = place;
    for (let n = from; n <= to; n += 1)
      if (isOn) picked.add(toRowIndex(n));
      else picked.delete(toRowIndex(n));
    data.set({ picked: [...picked].toSorted((a, b) => a - b) });
  };
  const pickAll = (isOn: boolean): void => {
    lastPlace.current = -1;
    data.set({ picked: isOn ? Array.from({ length: count }, (_, n) => toRowIndex(n)) : [] });
  };
  return { picked, pick: selectRows, pickAll };
};
