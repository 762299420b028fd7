import { type KeyboardEvent, useState } from 'react';
import { CellShape } from '@yunbiao/ui/cells/cell-shape.tsx';
import { useMeasuredWidth } from '../../../kit/label/use-measured-width.ts';
import { formatLongDay } from '../../../kit/table/days.ts';
import css from '../stat.module.css';
import { findDay, planChart } from './chart-scale.ts';
import { ChartTable } from './chart-table.tsx';
import { DayDrawing } from './day-drawing.tsx';
import { type Day, DayTable } from './day-table.tsx';

const describeDay = (day: Day): string =>
  `${formatLongDay(day.day)}，已打印 ${day.printed}，已送达 ${day.sent}，前一段同日 ${day.previous}`;

/** Colours and strokes of the chart. */
const ChartLegend = () => (
  <span className={`small quiet push-end ${css.key}`}>
    <span>
      <CellShape kind="ok" />
      已打印
    </span>
    <span>
      <CellShape kind="sent" />
      已送达
    </span>
    <span>
      <svg width="16" height="2" aria-hidden="true">
        <path d="M0 1h16" stroke="var(--ink-3)" strokeDasharray="2 3" />
      </svg>
      前一段
    </span>
  </span>
);

/** Days to move by a key; Home and End move past the first or last of `count` days. */
const getDayStepByKey = (key: string, count: number): number | undefined =>
  ({
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -7,
    PageDown: 7,
    Home: -count,
    End: count,
  })[key];

/** The marked day, moved with keys. `at`: the marked day, or the last one when none is marked. */
const useMarkedDay = (dayCount: number) => {
  const [needle, setNeedle] = useState<number | null>(null);
  const at = Math.min(needle ?? dayCount - 1, dayCount - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = getDayStepByKey(event.key, dayCount);
    if (step === undefined) return;
    event.preventDefault();
    setNeedle(Math.min(dayCount - 1, Math.max(0, at + step)));
  };
  return { needle: needle === null ? null : at, at, setNeedle, onKeyDown };
};

/**
 * Labels per day. Filled: printed with evidence; outlined: only sent; dashed: the previous period.
 */
export const DayChart = ({ days }: { days: readonly Day[] }) => {
  const { ref, room } = useMeasuredWidth<HTMLDivElement>(976);
  const { needle, at, setNeedle, onKeyDown } = useMarkedDay(days.length);
  const largest = Math.max(0, ...days.map((day) => Math.max(day.printed + day.sent, day.previous)));
  const plan = planChart(days.length, largest, Math.max(240, room));
  const current = days[at];
  return (
    <section className="block">
      <div className="row">
        <h2 className="section-title">每天张数</h2>
        <ChartLegend />
      </div>
      <div
        ref={ref}
        className={css.chartBox}
        role="slider"
        tabIndex={0}
        aria-label={`每天打印张数，共 ${days.length} 天`}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={at + 1}
        aria-valuetext={current ? describeDay(current) : ''}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setNeedle(findDay(plan, days.length, event.clientX - box.left));
        }}
        onPointerLeave={() => setNeedle(null)}
      >
        <DayDrawing plan={plan} days={days} needle={needle} />
      </div>
      <ChartTable>{() => <DayTable days={days} />}</ChartTable>
    </section>
  );
};
