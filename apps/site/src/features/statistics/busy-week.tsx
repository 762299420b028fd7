import { keepUnits } from '@yunbiao/ui/format.ts';
import { type PointerEvent, useState } from 'react';
import { AsTable } from './as-table.tsx';
import css from './shares.module.css';
import { findBusiest, type Cell, cellAt, cellWords, getShade, WEEKDAYS } from './week.ts';
import { count } from './words.ts';
import statCss from './stat.module.css';

type Week = readonly (readonly number[])[];

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const Table = ({ week }: { week: Week }) => (
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

const same = (a: Cell | null, b: Cell | null): boolean =>
  a !== null && b !== null && a.weekday === b.weekday && a.hour === b.hour;

/** When labels are asked for: a cell an hour of the viewer's week. `week` null: not read yet, the place is kept. */
export const BusyWeek = ({ week }: { week: Week | null }) => {
  const [needle, setNeedle] = useState<Cell | null>(null);
  const busiest = week && findBusiest(week);
  const read = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = {
      x: (event.clientX - box.left) / box.width,
      y: (event.clientY - box.top) / box.height,
    };
    setNeedle(week && cellAt(week, at));
  };
  const words = needle ? cellWords(needle) : busiest ? `最忙在你当地的${cellWords(busiest)}` : '';
  return (
    <section className="block">
      <div className="row">
        <h2 className="section-title">忙的时候</h2>
        <span className="small faint">{keepUnits(words)}</span>
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
            busiest ? `一周里每小时的张数，最忙${cellWords(busiest)}` : '一周里每小时的张数'
          }
          aria-busy={week === null}
          onPointerMove={read}
          onPointerDown={read}
          onPointerLeave={() => setNeedle(null)}
        >
          {week?.map((hours, weekday) =>
            hours.map((labels, hour) => (
              <i
                key={weekday * 24 + hour}
                data-shade={getShade(labels, busiest?.labels ?? 0)}
                data-lit={same(needle ?? busiest, { weekday, hour, labels }) || undefined}
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
      {week && <AsTable>{() => <Table week={week} />}</AsTable>}
    </section>
  );
};
