import { keepUnits } from '@yunbiao/ui/format.ts';
import css from './stat.module.css';
import { count } from './words.ts';

/** As text, which is rendered sooner than an element an hour. Numbers only: nothing a person typed. */
const bars = (hours: readonly number[], most: number, busiest: number): string =>
  hours
    .map(
      (value, hour) =>
        `<i${hour === busiest ? ` class="${css.busiest}"` : ''} style="--v:${(value / most) * 100}" title="${hour} 点 ${count(value)} 张"></i>`,
    )
    .join('');

/** When labels are asked for, by hour of the viewer's day. */
export const BusyHours = ({ hours, days }: { hours: readonly number[]; days: number }) => {
  const most = Math.max(0, ...hours);
  const busiest = hours.indexOf(most);
  if (most === 0) return null;
  const mean = most / days;
  const daily = mean >= 10 ? count(Math.round(mean)) : mean < 0.1 ? '不到 0.1' : mean.toFixed(1);
  const words = `最忙在你当地的 ${busiest} 点，${days > 1 ? `平均每天 ${daily} 张` : `${count(most)} 张`}`;
  return (
    <section className="block">
      <div className="row">
        <h2 className="section-title">忙的时候</h2>
        <span className="small faint">{keepUnits(words)}</span>
      </div>
      <div
        className={css.hours}
        role="img"
        aria-label={`一天 24 小时的张数：${hours.map((value, hour) => `${hour} 点 ${value}`).join('，')}`}
        dangerouslySetInnerHTML={{ __html: bars(hours, most, busiest) }}
      />
      <div className={css.hourNames} aria-hidden="true">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{hour} 时</span>
        ))}
      </div>
    </section>
  );
};
