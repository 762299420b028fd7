import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import css from './cells.module.css';
import { drawCells } from './cells-draw.ts';
import { type CellsPlan, cellAt, cellStep, planCells } from './cells-plan.ts';
import type { StatusKind } from './status.tsx';

type CellsProps = {
  count: number;
  /** Shape of the cell at a place, from 0. */
  kindAt: (place: number) => StatusKind;
  /** Height they should have room in, px; a batch for which that is not enough is higher. */
  mostPx?: number;
  /** Changes whenever a kind does. */
  version: unknown;
  /** All of it in words: 240 张：已打印 126，…… */
  label: string;
  /** The needle; with `onPick` the map can be walked and picked from. */
  picked?: number | undefined;
  onPick?: (place: number) => void;
  /** What stands under the pointer, or -1. */
  onPoint?: (place: number) => void;
  /** One cell in words, for the needle: 第 145 张，待确认 */
  wordsAt?: (place: number) => string;
};

/** Room for the needle around the outermost cells, px. */
const PAD = 2;

/** What changes the tokens without a word of ours. */
const MEDIA = [
  '(prefers-color-scheme: dark)',
  '(prefers-contrast: more)',
  '(forced-colors: active)',
];

/** Redrawn when the theme changes: a canvas does not follow tokens by itself. */
const useThemeTick = (): number => {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const next = (): void => setTick((now) => now + 1);
    const media = MEDIA.map((query) => window.matchMedia(query));
    for (const one of media) one.addEventListener('change', next);
    const observer = new MutationObserver(next);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      for (const one of media) one.removeEventListener('change', next);
      observer.disconnect();
    };
  }, []);
  return tick;
};

const placeUnder = (event: MouseEvent<HTMLCanvasElement>, plan: CellsPlan, count: number) => {
  const box = event.currentTarget.getBoundingClientRect();
  return cellAt(plan, count, event.clientX - box.left - PAD, event.clientY - box.top - PAD);
};

/** A map of a batch: one cell is one label, as cell-shapes.ts says. Draws 10,000 as well as 10. */
export const Cells = (props: CellsProps) => {
  const { count, mostPx, kindAt, version, picked, onPick, wordsAt } = props;
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [room, setRoom] = useState(0);
  const theme = useThemeTick();
  const plan = planCells(count, (room || 900) - 2 * PAD, mostPx);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (canvas.current && room > 0)
      drawCells(canvas.current, {
        plan: planCells(count, room - 2 * PAD, mostPx),
        room,
        pad: PAD,
        count,
        kindAt,
        picked,
      });
  }, [count, mostPx, kindAt, version, picked, room, theme]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const from = picked ?? -1;
    const next = cellStep(plan, count, from, event.key);
    if (next === from) return;
    event.preventDefault();
    onPick?.(next);
  };
  const control = onPick
    ? ({
        role: 'slider',
        tabIndex: 0,
        'aria-orientation': 'horizontal',
        'aria-valuemin': 1,
        'aria-valuemax': count,
        'aria-valuenow': (picked ?? 0) + 1,
        'aria-valuetext': wordsAt?.(picked ?? 0),
        onKeyDown,
      } as const)
    : ({ role: 'img' } as const);
  return (
    <div ref={place} className={css.place} style={{ height: plan.totalHeight + 2 * PAD }}>
      <canvas
        ref={canvas}
        className={`${css.tones} ${css.cells} ${onPick ? css.live : ''}`}
        aria-label={props.label}
        {...control}
        onPointerMove={(event) => props.onPoint?.(placeUnder(event, plan, count))}
        onPointerLeave={() => props.onPoint?.(-1)}
        onClick={(event) => {
          const at = placeUnder(event, plan, count);
          if (at >= 0) onPick?.(at);
        }}
      />
    </div>
  );
};
