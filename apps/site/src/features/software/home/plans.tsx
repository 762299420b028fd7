import type { CallOutput } from '@yunbiao/contract';
import { Link } from '@tanstack/react-router';
import { formatCount, formatYuan } from '@yunbiao/ui/format.ts';
import { Section } from '@yunbiao/ui/section.tsx';
import { StartButton } from './hero.tsx';
import css from './plans.module.css';

type Plan = CallOutput<'siteIndex'>['plans'][number];

const ROWS: readonly { name: string; of: (plan: Plan) => string }[] = [
  { name: '每月标签', of: (plan) => `${formatCount(plan.entitlements.labelsPerMonth)}\u00A0张` },
  { name: '打印机配置', of: (plan) => `${formatCount(plan.entitlements.printers)}\u00A0个` },
  { name: '授权客户端', of: (plan) => `${formatCount(plan.entitlements.clients)}\u00A0台` },
];

const Head = ({ plan }: { plan: Plan }) => (
  <th scope="col">
    {plan.name}
    <span className={css.price}>
      {formatYuan(plan.priceFen)} {!plan.isFree && <small>/ {plan.days}&nbsp;天</small>}
    </span>
  </th>
);

/** Prices as a table, from the product records; how to buy is on the VIP page. */
export const Plans = ({ plans, alias }: { plans: readonly Plan[]; alias: string }) => {
  if (plans.length === 0) return null;
  return (
    <Section
      title="价格"
      say={['先免费用，够了再付钱。没印出来的标签不计数。']}
      more={
        <Link className="link" to="/$soft/vip" params={{ soft: alias }}>
          看全部权益
        </Link>
      }
    >
      <table className={css.plans}>
        <thead>
          <tr>
            <td>
              <span className="vh">权益</span>
            </td>
            {plans.map((plan) => (
              <Head key={plan.id} plan={plan} />
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              {plans.map((plan) => (
                <td key={plan.id}>{row.of(plan)}</td>
              ))}
            </tr>
          ))}
          <tr className={css.end}>
            <td />
            {plans.map((plan) => (
              <td key={plan.id}>
                {plan.isFree ? (
                  <StartButton alias={alias} className={`btn sm ${css.start}`}>
                    注册
                  </StartButton>
                ) : (
                  <Link
                    className={`btn sm ${css.start}`}
                    to="/$soft/vip"
                    params={{ soft: alias }}
                    aria-label={`开通 ${plan.name}`}
                  >
                    开通
                  </Link>
                )}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </Section>
  );
};
