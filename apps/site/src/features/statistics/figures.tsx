import { Link } from '@tanstack/react-router';
import { computeSuccessRate } from '../../kit/printing/print-counts.ts';
import { useSoftwareAlias } from '../../kit/site/site.tsx';
import { countDays } from '../../kit/table/days.ts';
import type { StatData } from './load.ts';
import { buildDetailSearch, type StatSearch } from './search.ts';
import css from './stat.module.css';
import { describeChange, count, formatPercent } from './words.ts';

const PeriodChange = ({ now, before, days }: { now: number; before: number; days: number }) => {
  const change = describeChange(now, before);
  const period = days === 1 ? '前一天' : `前 ${days} 天`;
  if (!change) return <>{period}没有</>;
  return (
    <>
      <span className={change.up ? 'up' : 'down'}>{change.text}</span> 比{period}
    </>
  );
};

type FiguresProps = { stat: StatData['stat']; search: StatSearch; today: string };

/** The five figures of the period, each with the previous period or a link to its labels. */
export const Figures = ({ stat, search, today }: FiguresProps) => {
  const soft = useSoftwareAlias();
  const { totals, previous } = stat;
  const days = countDays(stat.from, stat.to);
  const [success, before] = [computeSuccessRate(totals), computeSuccessRate(previous)];
  const renderLabelsLink = (state: 'uncertain' | 'failed' | 'sent', words: string) => (
    <Link
      className="link"
      to="/$soft/user/printStatDetail"
      params={{ soft }}
      search={buildDetailSearch(search, today, { state })}
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
          <PeriodChange now={totals.printed} before={previous.printed} days={days} />
        </dd>
      </div>
      <div>
        <dt>已送达，未证实打印出来</dt>
        <dd>
          {count(totals.sent)}
          <small>张</small>
        </dd>
        <dd className="note">{totals.sent > 0 ? renderLabelsLink('sent', '查看明细') : '没有'}</dd>
      </div>
      <div>
        <dt>待确认</dt>
        <dd className={totals.uncertain > 0 ? css.warn : undefined}>
          {count(totals.uncertain)}
          <small>张</small>
        </dd>
        <dd className="note">
          {totals.uncertain > 0 ? renderLabelsLink('uncertain', '去确认') : '没有'}
        </dd>
      </div>
      <div>
        <dt>失败</dt>
        <dd>
          {count(totals.failed)}
          <small>张</small>
        </dd>
        <dd className="note">
          {totals.failed > 0 ? renderLabelsLink('failed', '查看原因') : '没有'}
        </dd>
      </div>
      <div>
        <dt>成功率</dt>
        <dd>
          {success === null ? '–' : formatPercent(success)}
          {success !== null && <small>%</small>}
        </dd>
        <dd className="note">
          {before === null
            ? `共 ${count(totals.labels)} 张`
            : `${days === 1 ? '前一天' : `前 ${days} 天`} ${formatPercent(before)}\u00A0%`}
        </dd>
      </div>
    </dl>
  );
};
