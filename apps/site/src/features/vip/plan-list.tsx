import { ENTITLEMENT_ROWS } from '../../kit/software/entitlement-rows.ts';
import { EntitlementTable } from '../../kit/software/entitlement-table.tsx';
import { isFreePlan } from './plan.ts';
import { PlanNote, PlanPrice, type PlansProps } from './plan-table.tsx';
import css from './vip.module.css';

/** Plan list for phones: one plan per row, then a comparison with the free plan. */
export const PlanList = ({ plans, chosen, vip, onChoose }: PlansProps) => {
  const free = plans.find(isFreePlan);
  const shownPlans = [free, chosen].filter((plan) => plan !== undefined);
  return (
    <div className={css.phone}>
      <div className={css.rows} role="radiogroup" aria-label="方案">
        {plans.map((plan) => (
          <label key={plan.id} className={plan.id === chosen?.id ? css.on : undefined}>
            <input
              type="radio"
              name="plan"
              value={plan.id}
              checked={plan.id === chosen?.id}
              disabled={isFreePlan(plan)}
              onChange={() => onChoose(plan.id)}
            />
            <span>{plan.name}</span>
            <PlanPrice plan={plan} />
            <PlanNote plan={plan} vip={vip} />
          </label>
        ))}
      </div>
      <EntitlementTable plans={shownPlans} rows={ENTITLEMENT_ROWS} className={css.pair} />
    </div>
  );
};
