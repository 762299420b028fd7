import type { StatData } from '../load.ts';
import css from '../stat.module.css';
import { count } from '../words.ts';

export type Day = StatData['stat']['days'][number];

/** Labels per day as a table. */
export const DayTable = ({ days }: { days: readonly Day[] }) => (
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
