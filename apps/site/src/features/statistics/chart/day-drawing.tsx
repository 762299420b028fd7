import { formatLongDay, formatShortDay } from '../../../kit/table/days.ts';
import css from '../stat.module.css';
import { count } from '../words.ts';
import { type BarPaths, listBars } from './chart-bars.ts';
import { type ChartPlan, toDayX, toValueY } from './chart-scale.ts';
import type { Day } from './day-table.tsx';

/** Half the width of the last date label, px: room to the right of its centre. */
const HALF_DATE_PX = 18;

const ChartGrid = ({ plan }: { plan: ChartPlan }) =>
  plan.grid.map((value) => {
    const y = Math.round(toValueY(plan, value)) + 0.5;
    return (
      <g key={value}>
        <path
          d={`M${plan.left} ${y}H${plan.width}`}
          stroke={value === 0 ? 'var(--edge)' : 'var(--line)'}
        />
        <text x={plan.left - 8} y={y + 4} textAnchor="end">
          {count(value)}
        </text>
      </g>
    );
  });

/** One path each for all bars of a colour: a year of days needs no more elements than a week. */
const ChartBars = ({ bars, color }: { bars: BarPaths; color: string }) => (
  <g>
    {bars.proven && <path d={bars.proven} fill={color} />}
    {bars.sent && <path d={bars.sent} fill="none" stroke={color} />}
  </g>
);

const DayTicks = ({ plan, days }: { plan: ChartPlan; days: readonly Day[] }) => {
  const ticks = days.map(
    (_, index) =>
      `M${Math.round(toDayX(plan, index)) + 0.5} ${plan.zeroY}v${plan.labelledDays.has(index) ? 6 : 3}`,
  );
  return (
    <g>
      {plan.slot >= 6 && <path d={ticks.join('')} stroke="var(--edge)" />}
      {[...plan.labelledDays].map((index) => (
        <text
          key={index}
          x={Math.min(toDayX(plan, index), plan.width - HALF_DATE_PX).toFixed(1)}
          y={plan.height - 8}
          textAnchor="middle"
        >
          {formatShortDay(days[index]?.day ?? '')}
        </text>
      ))}
    </g>
  );
};

/** Marker of a day. Its value is shown at the top, not in a tooltip that covers the data. */
const DayMarker = ({ plan, day, index }: { plan: ChartPlan; day: Day; index: number }) => {
  const x = Math.round(toDayX(plan, index));
  const isInRightHalf = x > plan.width / 2;
  const short = plan.width < 600;
  return (
    <g>
      <path
        d={`M${x} 4V${Math.round(toValueY(plan, day.printed + day.sent))}`}
        stroke="var(--accent)"
        strokeWidth="2"
      />
      <text
        className={css.head}
        x={isInRightHalf ? x - 8 : x + 8}
        y="14"
        textAnchor={isInRightHalf ? 'end' : 'start'}
      >
        <tspan className={css.strong}>{formatLongDay(day.day)}</tspan>
        {short ? (
          <tspan dx="8">{count(day.printed + day.sent)} 张</tspan>
        ) : (
          <>
            <tspan dx="12">已打印 {count(day.printed)}</tspan>
            <tspan dx="12">已送达 {count(day.sent)}</tspan>
            <tspan dx="12">前一段同日 {count(day.previous)}</tspan>
          </>
        )}
      </text>
    </g>
  );
};

/** The same days of the previous period. */
const PreviousLine = ({ plan, days }: { plan: ChartPlan; days: readonly Day[] }) =>
  days.length > 1 &&
  days.some((day) => day.previous > 0) && (
    <polyline
      points={days
        .map(
          (day, index) =>
            `${toDayX(plan, index).toFixed(1)},${toValueY(plan, day.previous).toFixed(1)}`,
        )
        .join(' ')}
      fill="none"
      stroke="var(--ink-3)"
      strokeDasharray="2 3"
    />
  );

/** `needle`: index of the marked day; null for none. */
type DayDrawingProps = { plan: ChartPlan; days: readonly Day[]; needle: number | null };

/** Grid, bars, dates and the marked day. */
export const DayDrawing = ({ plan, days, needle }: DayDrawingProps) => {
  const markedDay = needle === null ? undefined : days[needle];
  return (
    <svg
      className={css.chart}
      viewBox={`0 0 ${plan.width} ${plan.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <ChartGrid plan={plan} />
      <ChartBars bars={listBars(plan, days, (index) => index !== needle)} color="var(--bar)" />
      <ChartBars bars={listBars(plan, days, (index) => index === needle)} color="var(--accent)" />
      <DayTicks plan={plan} days={days} />
      <PreviousLine plan={plan} days={days} />
      {needle !== null && markedDay && <DayMarker plan={plan} day={markedDay} index={needle} />}
    </svg>
  );
};
