import type { CallOutput } from '@yunbiao/contract';
import { formatCount, formatYuan } from '@yunbiao/ui/format.ts';
import { Section } from '@yunbiao/ui/section.tsx';
import { StartButton } from './hero.tsx';
import css from './plans.module.css';

type Plan = CallOutput<'siteIndex'>['plans'][number];

const ROWS: readonly { name: string; of: (plan: Plan) => string }[] = [
  { name: '每月标签', of: (plan) => `${formatCount(plan.labelsPerMonth)}\u00A0张` },
  { name: '授权客户端', of: (plan) => `${formatCount(plan.clients)}\u00A0台` },
];

const isFree = (plan: Plan): boolean => plan.priceFen === 0;

const Head = ({ plan }: { plan: Plan }) => (
  <th scope="col">
    {plan.name}
    <span className={css.price}>
      {formatYuan(plan.priceFen)} {!isFree(plan) && <small>/ {plan.days}&nbsp;天</small>}
    </span>
  </th>
);

/** Prices as a table, from the product records. What cannot be bought yet has no button. */
export const Plans = ({ plans, alias }: { plans: readonly Plan[]; alias: string }) => {
  if (plans.length === 0) return null;
  const paid = plans.some((plan) => !isFree(plan));
  return (
    <Section
      title="价格"
      say={[
        '先免费用。没印出来的标签不计数。',
        ...(paid ? ['VIP 还不能在线购买，现在注册用的是免费额度。'] : []),
      ]}
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
                {isFree(plan) && (
                  <StartButton alias={alias} className={`btn sm ${css.start}`}>
                    注册
                  </StartButton>
                )}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </Section>
  );
};
