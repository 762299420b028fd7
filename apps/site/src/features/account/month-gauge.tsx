import { Link } from '@tanstack/react-router';
import { useNow, useTimeZone } from '@yunbiao/ui/clock.ts';
import { formatCount, keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import s from './account.module.css';
import { forecastMonthlyLabels, formatNextMonthStart } from './due-items.ts';
import type { Overview } from './overview-data.ts';
import { useSoftwareAlias } from '../../kit/site/site.tsx';
import { describeEntitlements } from '../../kit/software/entitlement-rows.ts';
import { describeVip } from '../../kit/software/vip-text.ts';

const describeQuotaForecast = (usedLabels: number, quota: number, now: number): string => {
  if (usedLabels >= quota) return '额度用完了，新的批次会被拒绝。';
  const forecast = forecastMonthlyLabels(usedLabels, now);
  if (forecast === null) return `还剩 ${formatCount(quota - usedLabels)} 张。`;
  return forecast <= quota
    ? `照这个速度月底约 ${formatCount(forecast)} 张，够用。`
    : `照这个速度月底约 ${formatCount(forecast)} 张，会不够，还剩 ${formatCount(quota - usedLabels)} 张。`;
};

/** Gauge of the monthly label quota. */
export const MonthGauge = ({ stat }: { stat: Overview['stat'] }) => {
  const now = useNow();
  const zone = useTimeZone();
  const alias = useSoftwareAlias();
  const { labelsThisMonth, labelsPerMonth } = stat;
  const share = labelsPerMonth > 0 ? Math.min(1, labelsThisMonth / labelsPerMonth) : 1;
  return (
    <section className="block">
      <div className="row">
        <h2 className="section-title">本月标签</h2>
        <span className="small faint">
          额度 {formatCount(labelsPerMonth)} 张
          {now !== null && `，${formatNextMonthStart(now)}重新计算`}
        </span>
        <span className="small faint push-end">{describeVip(stat, zone)}</span>
      </div>
      <div
        className={share > 0.5 ? s.gauge : `${s.gauge} ${s.low}`}
        style={toCssVars({ v: share })}
        role="img"
        aria-label={`本月已用 ${formatCount(labelsThisMonth)} 张，额度 ${formatCount(labelsPerMonth)} 张`}
      >
        <span className={s.head}>
          <strong>{formatCount(labelsThisMonth)}</strong> 张已用
        </span>
        <div className={s.bar} />
        <div className={s.ticks} />
        <b />
        <div className={s.nums}>
          {[0, 0.25, 0.5, 0.75, 1].map((part) => (
            <span key={part}>{formatCount(Math.round(labelsPerMonth * part))}</span>
          ))}
        </div>
      </div>
      <p className={`small quiet ${s.outlook}`}>
        {now === null
          ? '\u00A0'
          : keepNumbersWithUnits(describeQuotaForecast(labelsThisMonth, labelsPerMonth, now))}
      </p>
      <p className={`small quiet ${s.outlook}`}>
        {`${stat.vipName}还有：${describeEntitlements(stat.entitlements)}。`}
        <Link className="link" to="/$soft/vip" params={{ soft: alias }}>
          比较方案
        </Link>
      </p>
    </section>
  );
};
