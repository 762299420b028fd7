import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addMonths, dayByKey, findMonth } from './days.ts';
import { between, type Limits, type Range, readRange } from './range.ts';

/** Two months stand side by side where there is room for them. */
const WIDE = '(min-width: 761px)';

/** The month on the left, so that `day` is shown, and moves as little as it must. */
const leftFor = (day: string, left: string, shown: number): string => {
  const month = findMonth(day);
  if (month < left) return month;
  return month > addMonths(left, shown - 1) ? addMonths(month, 1 - shown) : left;
};

/** What is being chosen in the calendar: two presses, or two typed days. */
export const useRangePanel = (value: Range, limits: Limits) => {
  const { max } = limits;
  const [shown] = useState(() => (matchMedia(WIDE).matches ? 2 : 1));
  const [typed, setTyped] = useState(value);
  const [chosen, setChosen] = useState(value.to || max);
  const [left, setLeft] = useState(() => addMonths(findMonth(value.to || max), 1 - shown));
  /** The first of two presses, and where the second would be. */
  const [start, setStart] = useState('');
  const [hovered, setHovered] = useState('');
  const months = Array.from({ length: shown }, (_, at) => addMonths(left, at));
  // The Tab key finds a day in whatever months are turned to.
  const current = months.includes(findMonth(chosen)) ? chosen : `${left}-01`;
  const grid = useRef<HTMLDivElement>(null);
  const shouldFocus = useRef(true);
  useEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus();
  });

  const read = readRange(typed, limits);
  const moveTo = (day: string): void => {
    const to = day > max ? max : day;
    shouldFocus.current = true;
    setChosen(to);
    setHovered(to);
    setLeft((now) => leftFor(to, now, shown));
  };
  const pick = (day: string): void => {
    setChosen(day);
    setHovered(day);
    setStart(start === '' ? day : '');
    setTyped(start === '' ? { from: day, to: day } : between(start, day));
  };
  return {
    grid,
    typed,
    current,
    start,
    read,
    pick,
    setHovered,
    months,
    /** As it is drawn: also on the way to the second press. */
    drawn: start ? between(start, hovered || start) : read.ok ? read.range : value,
    turn: (months: number): void => setLeft((now) => addMonths(now, months)),
    type: (patch: Partial<Range>): void => {
      const next = { ...typed, ...patch };
      setTyped(next);
      setStart('');
      const done = readRange(next, limits);
      if (!done.ok) return;
      setChosen(done.range.to);
      setLeft((now) => leftFor(done.range.to, now, shown));
    },
    onGridKey: (event: KeyboardEvent): void => {
      // The browser's own: Alt and an arrow lead back.
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const next = dayByKey(current, event.key, event.shiftKey);
      if (next === null) return;
      event.preventDefault();
      moveTo(next);
    },
  };
};
