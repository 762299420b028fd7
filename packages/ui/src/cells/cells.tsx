import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import css from './cells.module.css';
import { drawCells } from './cells-draw.ts';
import { type CellsPlan, findCellAtPoint, moveCellByKey, planCellGrid } from './cells-plan.ts';
import type { StatusKind } from '../status.tsx';

type CellsProps = {
  count: number;
  /** Shape of the cell at a 0-based index. */
  getKind: (place: number) => StatusKind;
  /** Preferred maximum height, px. Large batches may exceed it. */
  maxHeightPx?: number;
  /** Changes whenever the kind of any cell changes. */
  version: unknown;
  /** Accessible summary: 240 张：已打印 126，…… */
  label: string;
  /** Index of the selected cell. With `onPick`, cells can be selected by pointer and keyboard. */
  selectedIndex?: number | undefined;
  onSelect?: (place: number) => void;
  /** Called with the index of the cell under the pointer, or -1. */
  onHover?: (place: number) => void;
  /** Description of the selected cell: 第 145 张，待确认 */
  describeCell?: (place: number) => string;
};

/** Space for the selection marker around the outermost cells, px. */
const PAD = 2;

/** Media queries that change the tokens without a script. */
const THEME_QUERIES = [
  '(prefers-color-scheme: dark)',
  '(prefers-contrast: more)',
  '(forced-colors: active)',
];

/** Triggers a redraw when the theme changes, because a canvas does not follow CSS tokens. */
const useThemeChangeCount = (): number => {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const advanceTick = (): void => setTick((now) => now + 1);
    const media = THEME_QUERIES.map((query) => window.matchMedia(query));
    for (const query of media) query.addEventListener('change', advanceTick);
    const observer = new MutationObserver(advanceTick);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      for (const query of media) query.removeEventListener('change', advanceTick);
      observer.disconnect();
    };
  }, []);
  return tick;
};

/** Width of the element with the ref `place`, px; 0 before it is measured. */
const useMeasuredWidth = () => {
  const place = useRef<HTMLDivElement>(null);
  const [widthPx, setRoom] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { place, widthPx };
};

const findCellAtPointer = (
  event: MouseEvent<HTMLCanvasElement>,
  plan: CellsPlan,
  count: number,
) => {
  const box = event.currentTarget.getBoundingClientRect();
  return findCellAtPoint(
    plan,
    count,
    event.clientX - box.left - PAD,
    event.clientY - box.top - PAD,
  );
};

/** Map of a batch: one cell per label, in the shapes of cell-shapes.ts. Supports 10,000 cells. */
export const CellMap = (props: CellsProps) => {
  const { count, maxHeightPx, getKind, version, selectedIndex, onSelect, describeCell } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useThemeChangeCount();
  const { place, widthPx } = useMeasuredWidth();
  const plan = planCellGrid(count, (widthPx || 900) - 2 * PAD, maxHeightPx);
  useEffect(() => {
    if (canvas.current && widthPx > 0)
      drawCells(canvas.current, {
        plan: planCellGrid(count, widthPx - 2 * PAD, maxHeightPx),
        widthPx: widthPx,
        padding: PAD,
        count,
        getKind: getKind,
        selectedIndex: selectedIndex,
      });
  }, [count, maxHeightPx, getKind, version, selectedIndex, widthPx, theme]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const from = selectedIndex ?? -1;
    const next = moveCellByKey(plan, count, from, event.key);
    if (next === from) return;
    event.preventDefault();
    onSelect?.(next);
  };
  const control = onSelect
    ? ({
        role: 'slider',
        tabIndex: 0,
        'aria-orientation': 'horizontal',
        'aria-valuemin': 1,
        'aria-valuemax': count,
        'aria-valuenow': (selectedIndex ?? 0) + 1,
        'aria-valuetext': describeCell?.(selectedIndex ?? 0),
        onKeyDown,
      } as const)
    : ({ role: 'img' } as const);
  return (
    <div ref={place} className={css.place} style={{ height: plan.totalHeight + 2 * PAD }}>
      <canvas
        ref={canvas}
        className={`${css.tones} ${css.cells} ${onSelect ? css.live : ''}`}
        aria-label={props.label}
        {...control}
        onPointerMove={(event) => props.onHover?.(findCellAtPointer(event, plan, count))}
        onPointerLeave={() => props.onHover?.(-1)}
        onClick={(event) => {
          const at = findCellAtPointer(event, plan, count);
          if (at >= 0) onSelect?.(at);
        }}
      />
    </div>
  );
};
