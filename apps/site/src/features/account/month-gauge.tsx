import { Link } from '@tanstack/react-router';
import { useNow, useZone } from '@yunbiao/ui/clock.ts';
import { formatCount, keepUnits } from '@yunbiao/ui/format.ts';
import { vars } from '@yunbiao/ui/vars.ts';
import s from './account.module.css';
import { monthForecast, nextMonthText } from './due.ts';
import type { Overview } from './overview-data.ts';
import { useAlias } from '../../kit/site/site.tsx';
import { writeEntitlements } from '../../kit/software/entitlement-rows.ts';
import { vipText } from '../../kit/software/vip-text.ts';

const outlook = (used: number, quota: number, now: number): string => {
  if (used >= quota) return '额度用完了，新的批次会被拒绝。';
  const forecast = monthForecast(used, now);
  if (forecast === null) return `还剩 ${formatCount(quota - used)} 张。`;
  return forecast <= quota
    ? `照这个速度月底约 ${formatCount(forecast)} 张，够用。`
    : `照这个速度月底约 ${formatCount(forecast)} 张，会不够，还剩 ${formatCount(quota - used)} 张。`;
};

/** How much of the month's labels is used: a bar under a scale, the needle where it stands. */
export const MonthGauge = ({ stat }: { stat: Overview['stat'] }) => {
  const now = useNow();
  const zone = useZone();
  const alias = useAlias();
  const { labelsThisMonth: used, labelsPerMonth: quota } = stat;
  const share = quota > 0 ? Math.min(1, used / quota) : 1;
  return (
    <section className="block">
      <div className="row">
        <h2 className="section-title">本月标签</h2>
        <span className="small faint">
          额度 {formatCount(quota)} 张{now !== null && `，${nextMonthText(now)}重新计算`}
        </span>
        <span className="small faint push-end">{vipText(stat, zone)}</span>
      </div>
      <div
        className={share > 0.5 ? s.gauge : `${s.gauge} ${s.low}`}
        style={vars({ v: share })}
        role="img"
        aria-label={`本月已用 ${formatCount(used)} 张，额度 ${formatCount(quota)} 张`}
      >
        <span className={s.head}>
          <strong>{formatCount(used)}</strong> 张已用
        </span>
        <div className={s.bar} />
        <div className={s.ticks} />
        <b />
        <div className={s.nums}>
          {[0, 0.25, 0.5, 0.75, 1].map((part) => (
            <span key={part}>{formatCount(Math.round(quota * part))}</span>
          ))}
        </div>
      </div>
      <p className={`small quiet ${s.outlook}`}>
        {now === null ? '\u00A0' : keepUnits(outlook(used, quota, now))}
      </p>
      <p className={`small quiet ${s.outlook}`}>
        {`${stat.vipName}还有：${writeEntitlements(stat.entitlements)}。`}
        <Link className="link" to="/$soft/vip" params={{ soft: alias }}>
          比较方案
        </Link>
      </p>
    </section>
  );
};
