import { formatFullDay, formatMonth, listWeeks } from './days.ts';
import css from './date-range.module.css';
import type { Range } from './range.ts';

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'];

type MonthGridProps = {
  month: string;
  range: Range;
  today: string;
  max: string;
  /** The only day in the tab order. */
  focusableDay: string;
  onPick: (day: string) => void;
  onHover: (day: string) => void;
};

const getDayClass = ({ from, to }: Range, day: string): string | undefined => {
  if (!from || day < from || day > to) return undefined;
  if (from === to) return css.only;
  if (day === from) return css.first;
  return day === to ? css.last : css.inside;
};

/** The days of a month, Monday first. */
export const MonthGrid = (props: MonthGridProps) => {
  const { month, range, today, max, focusableDay, onPick, onHover } = props;
  return (
    <table className={css.days} aria-label={formatMonth(month)}>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={`星期${name}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listWeeks(month).map((week, row) => (
          <tr key={row}>
            {week.map((day, at) => {
              if (day === null) return <td key={at} />;
              const place = getDayClass(range, day);
              return (
                <td key={day} className={place}>
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === focusableDay ? 0 : -1}
                    disabled={day > max}
                    aria-label={day === today ? `${formatFullDay(day)}，今天` : formatFullDay(day)}
                    aria-pressed={place !== undefined}
                    aria-current={day === today ? 'date' : undefined}
                    onClick={() => onPick(day)}
                    onMouseEnter={() => onHover(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
