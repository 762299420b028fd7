import { type KeyboardEvent, useState } from 'react';
import { CellShape } from '@yunbiao/ui/cell-shape.tsx';
import { useRoom } from '../../kit/label/use-room.ts';
import { AsTable } from './as-table.tsx';
import { type BarPaths, listBars } from './chart-bars.ts';
import { type ChartPlan, dayAt, planChart, toX, toY } from './chart-scale.ts';
import { longDay, shortDay } from '../../kit/table/days.ts';
import type { StatData } from './load.ts';
import css from './stat.module.css';
import { count } from './words.ts';

type Day = StatData['stat']['days'][number];

/** Room the last date takes to the right of its middle, px. */
const HALF_DATE_PX = 18;

const words = (day: Day): string =>
  `${longDay(day.day)}，已打印 ${day.printed}，已送达 ${day.sent}，前一段同日 ${day.previous}`;

const Grid = ({ plan }: { plan: ChartPlan }) =>
  plan.grid.map((value) => {
    const y = Math.round(toY(plan, value)) + 0.5;
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

/** All of one colour in two paths: a year of days is no more elements than a week. */
const Bars = ({ bars, color }: { bars: BarPaths; color: string }) => (
  <g>
    {bars.proven && <path d={bars.proven} fill={color} />}
    {bars.sent && <path d={bars.sent} fill="none" stroke={color} />}
  </g>
);

const Ticks = ({ plan, days }: { plan: ChartPlan; days: readonly Day[] }) => {
  const ticks = days.map(
    (_, index) =>
      `M${Math.round(toX(plan, index)) + 0.5} ${plan.base}v${plan.named.has(index) ? 6 : 3}`,
  );
  return (
    <g>
      {plan.slot >= 6 && <path d={ticks.join('')} stroke="var(--edge)" />}
      {[...plan.named].map((index) => (
        <text
          key={index}
          x={Math.min(toX(plan, index), plan.width - HALF_DATE_PX).toFixed(1)}
          y={plan.height - 8}
          textAnchor="middle"
        >
          {shortDay(days[index]?.day ?? '')}
        </text>
      ))}
    </g>
  );
};

/** The value is read at the needle's head, not in a box over the data. */
const Needle = ({ plan, day, index }: { plan: ChartPlan; day: Day; index: number }) => {
  const x = Math.round(toX(plan, index));
  const left = x > plan.width / 2;
  const short = plan.width < 600;
  return (
    <g>
      <path
        d={`M${x} 4V${Math.round(toY(plan, day.printed + day.sent))}`}
        stroke="var(--accent)"
        strokeWidth="2"
      />
      <text
        className={css.head}
        x={left ? x - 8 : x + 8}
        y="14"
        textAnchor={left ? 'end' : 'start'}
      >
        <tspan className={css.strong}>{longDay(day.day)}</tspan>
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

const Table = ({ days }: { days: readonly Day[] }) => (
  <div className={css.scroll} tabIndex={0} role="region" aria-label="每天张数">
    <table>
      <thead>
        <tr>
          <th scope="col">日期</th>
          <th scope="col" className="numeric">
            已打印
          </th>
          <th scope="col" className="numeric">
            已送达
          </th>
          <th scope="col" className="numeric">
            收下
          </th>
          <th scope="col" className="numeric">
            前一段同日
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <td>{day.day}</td>
            <td className="numeric">{count(day.printed)}</td>
            <td className="numeric">{count(day.sent)}</td>
            <td className="numeric">{count(day.labels)}</td>
            <td className="numeric">{count(day.previous)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Labels a day: filled is proven, outlined is only sent; the dashes are the period before. */
export const DayChart = ({ days }: { days: readonly Day[] }) => {
  const { ref, room } = useRoom<HTMLDivElement>(976);
  const [needle, setNeedle] = useState<number | null>(null);
  const largest = Math.max(0, ...days.map((day) => Math.max(day.printed + day.sent, day.previous)));
  const plan = planChart(days.length, largest, Math.max(240, room));
  const at = Math.min(needle ?? days.length - 1, days.length - 1);
  const current = days[at];
  const lit = needle === null ? -1 : at;
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = {
      ArrowLeft: -1,
      ArrowRight: 1,
      PageUp: -7,
      PageDown: 7,
      Home: -days.length,
      End: days.length,
    }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setNeedle(Math.min(days.length - 1, Math.max(0, at + by)));
  };
  return (
    <section className="block">
      <div className="row">
        <h2 className="section-title">每天张数</h2>
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
        aria-valuetext={current ? words(current) : ''}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setNeedle(dayAt(plan, days.length, event.clientX - box.left));
        }}
        onPointerLeave={() => setNeedle(null)}
      >
        <svg
          className={css.chart}
          viewBox={`0 0 ${plan.width} ${plan.height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <Grid plan={plan} />
          <Bars bars={listBars(plan, days, (index) => index !== lit)} color="var(--bar)" />
          <Bars bars={listBars(plan, days, (index) => index === lit)} color="var(--accent)" />
          <Ticks plan={plan} days={days} />
          {days.length > 1 && days.some((day) => day.previous > 0) && (
            <polyline
              points={days
                .map(
                  (day, index) =>
                    `${toX(plan, index).toFixed(1)},${toY(plan, day.previous).toFixed(1)}`,
                )
                .join(' ')}
              fill="none"
              stroke="var(--ink-3)"
              strokeDasharray="2 3"
            />
          )}
          {needle !== null && current && <Needle plan={plan} day={current} index={at} />}
        </svg>
      </div>
      <AsTable>{() => <Table days={days} />}</AsTable>
    </section>
  );
};
