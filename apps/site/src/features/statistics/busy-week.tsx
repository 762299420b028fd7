import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { type PointerEvent, useState } from 'react';
import { ChartTable } from './chart/chart-table.tsx';
import css from './shares.module.css';
import {
  findBusiestHour,
  type Cell,
  findCell,
  describeHourLabels,
  computeHeatmapShade,
  WEEKDAYS,
} from './week.ts';
import { count } from './words.ts';
import statCss from './stat.module.css';

type Week = readonly (readonly number[])[];

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const BusyWeekTable = ({ week }: { week: Week }) => (
  <div className={statCss.scroll} tabIndex={0} role="region" aria-label="一周每小时的张数">
    <table>
      <thead>
        <tr>
          <th scope="col">点</th>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" className="numeric">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {HOURS.map((hour) => (
          <tr key={hour}>
            <td>{hour}</td>
            {WEEKDAYS.map((name, weekday) => (
              <td key={name} className="numeric">
                {count(week[weekday]?.[hour] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const isSameCell = (a: Cell | null, b: Cell | null): boolean =>
  a !== null && b !== null && a.weekday === b.weekday && a.hour === b.hour;

/**
 * Heat map of requested labels: one cell per hour of the viewer's week. `week` is null while
 * loading; the space is reserved.
 */
export const BusyWeek = ({ week }: { week: Week | null }) => {
  const [needle, setNeedle] = useState<Cell | null>(null);
  const busiest = week && findBusiestHour(week);
  const markCellAtPointer = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = {
      x: (event.clientX - box.left) / box.width,
      y: (event.clientY - box.top) / box.height,
    };
    setNeedle(week && findCell(week, at));
  };
  const words = needle
    ? describeHourLabels(needle)
    : busiest
      ? `最忙在你当地的${describeHourLabels(busiest)}`
      : '';
  return (
    <section className="block">
      <div className="row">
        <h2 className="section-title">忙的时候</h2>
        <span className="small faint">{keepNumbersWithUnits(words)}</span>
      </div>
      <div className={css.week}>
        <div className={css.days} aria-hidden="true">
          {WEEKDAYS.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
        <div
          className={css.map}
          role="img"
          aria-label={
            busiest
              ? `一周里每小时的张数，最忙${describeHourLabels(busiest)}`
              : '一周里每小时的张数'
          }
          aria-busy={week === null}
          onPointerMove={markCellAtPointer}
          onPointerDown={markCellAtPointer}
          onPointerLeave={() => setNeedle(null)}
        >
          {week?.map((hours, weekday) =>
            hours.map((labels, hour) => (
              <i
                key={weekday * 24 + hour}
                data-shade={computeHeatmapShade(labels, busiest?.labels ?? 0)}
                data-lit={isSameCell(needle ?? busiest, { weekday, hour, labels }) || undefined}
              />
            )),
          )}
        </div>
        <div className={css.hours} aria-hidden="true">
          {[0, 6, 12, 18, 24].map((hour) => (
            <span key={hour}>{hour} 时</span>
          ))}
        </div>
      </div>
      {week && <ChartTable>{() => <BusyWeekTable week={week} />}</ChartTable>}
    </section>
  );
};
