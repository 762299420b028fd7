import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addMonths, moveDayByKey, getMonthOfDay } from './days.ts';
import { createOrderedRange, type Limits, type Range, parseDayRange } from './range.ts';

/** Media query of windows wide enough for two months. */
const WIDE_QUERY = '(min-width: 761px)';

/** Left month, so that `day` is visible with the least movement. */
const chooseLeftMonth = (day: string, leftMonth: string, monthCount: number): string => {
  const month = getMonthOfDay(day);
  if (month < leftMonth) return month;
  return month > addMonths(leftMonth, monthCount - 1)
    ? addMonths(month, 1 - monthCount)
    : leftMonth;
};

/** State of a selection in the calendar: by two clicks or two typed days. */
// oxlint-disable-next-line house/function-length -- one state: clicks, typing and keys change the same selection
export const useRangePanel = (value: Range, limits: Limits) => {
  const { max } = limits;
  const [monthCount] = useState(() => (matchMedia(WIDE_QUERY).matches ? 2 : 1));
  const [typedRange, setTyped] = useState(value);
  const [chosenDay, setChosen] = useState(value.to || max);
  const [leftMonth, setLeft] = useState(() =>
    addMonths(getMonthOfDay(value.to || max), 1 - monthCount),
  );
  /** The first of two clicks, and the hovered day as a candidate for the second. */
  const [start, setStart] = useState('');
  const [hovered, setHovered] = useState('');
  const months = Array.from({ length: monthCount }, (_, at) => addMonths(leftMonth, at));
  // One day of the visible months must be in the tab order.
  const current = months.includes(getMonthOfDay(chosenDay)) ? chosenDay : `${leftMonth}-01`;
  const grid = useRef<HTMLDivElement>(null);
  const shouldFocus = useRef(true);
  useEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus();
  });

  const read = parseDayRange(typedRange, limits);
  const moveToDay = (day: string): void => {
    const to = day > max ? max : day;
    shouldFocus.current = true;
    setChosen(to);
    setHovered(to);
    setLeft((now) => chooseLeftMonth(to, now, monthCount));
  };
  const pickDay = (day: string): void => {
    setChosen(day);
    setHovered(day);
    setStart(start === '' ? day : '');
    setTyped(start === '' ? { from: day, to: day } : createOrderedRange(start, day));
  };
  return {
    grid,
    typed: typedRange,
    current,
    start,
    read,
    pick: pickDay,
    setHovered,
    months,
    /** Displayed range, also between the two clicks. */
    displayedRange: start
      ? createOrderedRange(start, hovered || start)
      : read.ok
        ? read.range
        : value,
    turn: (months: number): void => setLeft((now) => addMonths(now, months)),
    type: (patch: Partial<Range>): void => {
      const next = { ...typedRange, ...patch };
      setTyped(next);
      setStart('');
      const parsedRange = parseDayRange(next, limits);
      if (!parsedRange.ok) return;
      setChosen(parsedRange.range.to);
      setLeft((now) => chooseLeftMonth(parsedRange.range.to, now, monthCount));
    },
    onGridKey: (event: KeyboardEvent): void => {
      // Browser shortcuts, for example Alt+Left for back.
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const next = moveDayByKey(current, event.key, event.shiftKey);
      if (next === null) return;
      event.preventDefault();
      moveToDay(next);
    },
  };
};
