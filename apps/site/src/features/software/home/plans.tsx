import type { CallOutput } from '@yunbiao/contract';
import { Link } from '@tanstack/react-router';
import { formatYuan } from '@yunbiao/ui/format.ts';
import { Section } from '@yunbiao/ui/section.tsx';
import { ENTITLEMENT_ROWS } from '../../../kit/software/entitlement-rows.ts';
import { EntitlementTable } from '../../../kit/software/entitlement-table.tsx';
import { StartButton } from './hero.tsx';
import css from './plans.module.css';

type Plan = CallOutput<'siteIndex'>['plans'][number];

const PlanPrice = ({ plan }: { plan: Plan }) => (
  <span className={css.price}>
    {formatYuan(plan.priceFen)} {!plan.isFree && <small>/ {plan.days}&nbsp;天</small>}
  </span>
);

const PlanButton = ({ plan, alias }: { plan: Plan; alias: string }) =>
  plan.isFree ? (
    <StartButton alias={alias} className={`button compact ${css.start}`}>
      注册
    </StartButton>
  ) : (
    <Link
      className={`button compact ${css.start}`}
      to="/$soft/vip"
      params={{ soft: alias }}
      aria-label={`开通 ${plan.name}`}
    >
      开通
    </Link>
  );

/** Price table. The VIP page sells the plans. */
export const Plans = ({ plans, alias }: { plans: readonly Plan[]; alias: string }) => {
  if (plans.length === 0) return null;
  return (
    <Section
      title="价格"
      paragraphs={['先免费用，够了再付钱。没送往打印机的标签不计数。']}
      link={
        <Link className="link" to="/$soft/vip" params={{ soft: alias }}>
          折扣码和常见问题
        </Link>
      }
    >
      <EntitlementTable
        plans={plans}
        rows={ENTITLEMENT_ROWS}
        className={css.plans}
        renderHead={(plan) => <PlanPrice plan={plan} />}
        renderEnd={(plan) => <PlanButton plan={plan} alias={alias} />}
        endClass={css.end}
      />
    </Section>
  );
};
