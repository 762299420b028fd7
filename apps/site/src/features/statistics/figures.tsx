import { Link } from '@tanstack/react-router';
import { getSuccess } from '../../kit/printing/print-counts.ts';
import { useAlias } from '../../kit/site/site.tsx';
import { daysBetween } from '../../kit/table/days.ts';
import type { StatData } from './load.ts';
import { getDetailSearch, type StatSearch } from './search.ts';
import css from './stat.module.css';
import { describeChange, count, percent } from './words.ts';

const Change = ({ now, before, days }: { now: number; before: number; days: number }) => {
  const change = describeChange(now, before);
  const period = days === 1 ? '前一天' : `前 ${days} 天`;
  if (!change) return <>{period}没有</>;
  return (
    <>
      <span className={change.up ? 'up' : 'down'}>{change.text}</span> 比{period}
    </>
  );
};

/** The five figures of the period, each beside the period before or the way to its labels. */
export const Figures = ({
  stat,
  search,
  today,
}: {
  stat: StatData['stat'];
  search: StatSearch;
  today: string;
}) => {
  const soft = useAlias();
  const { totals, previous } = stat;
  const days = daysBetween(stat.from, stat.to);
  const [success, before] = [getSuccess(totals), getSuccess(previous)];
  const labels = (state: 'uncertain' | 'failed' | 'sent', words: string) => (
    <Link
      className="link"
      to="/$soft/user/printStatDetail"
      params={{ soft }}
      search={getDetailSearch(search, today, { state })}
    >
      {words}
    </Link>
  );
  return (
    <dl className="tiles">
      <div>
        <dt>已打印</dt>
        <dd>
          {count(totals.printed)}
          <small>张</small>
        </dd>
        <dd className="note">
          <Change now={totals.printed} before={previous.printed} days={days} />
        </dd>
      </div>
      <div>
        <dt>已送达，未证实印出</dt>
        <dd>
          {count(totals.sent)}
          <small>张</small>
        </dd>
        <dd className="note">{totals.sent > 0 ? labels('sent', '看是哪些') : '没有'}</dd>
      </div>
      <div>
        <dt>待确认</dt>
        <dd className={totals.uncertain > 0 ? css.warn : undefined}>
          {count(totals.uncertain)}
          <small>张</small>
        </dd>
        <dd className="note">{totals.uncertain > 0 ? labels('uncertain', '去确认') : '没有'}</dd>
      </div>
      <div>
        <dt>失败</dt>
        <dd>
          {count(totals.failed)}
          <small>张</small>
        </dd>
        <dd className="note">{totals.failed > 0 ? labels('failed', '看为什么') : '没有'}</dd>
      </div>
      <div>
        <dt>成功率</dt>
        <dd>
          {success === null ? '–' : percent(success)}
          {success !== null && <small>%</small>}
        </dd>
        <dd className="note">
          {before === null
            ? `共 ${count(totals.labels)} 张`
            : `${days === 1 ? '前一天' : `前 ${days} 天`} ${percent(before)}\u00A0%`}
        </dd>
      </div>
    </dl>
  );
};
