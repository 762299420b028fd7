import { Icon, Status } from '@yunbiao/ui';
import { useNow, useTimeZone } from '@yunbiao/ui/clock.ts';
import { formatYuan, keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { ENTITLEMENT_ROWS } from '../../kit/software/entitlement-rows.ts';
import { EntitlementTable } from '../../kit/software/entitlement-table.tsx';
import { isFreePlan } from './plan.ts';
import type { Plan } from './load.ts';
import { type OwnVip, describeOwnPlan } from './own-plan-messages.ts';
import css from './vip.module.css';

export type PlansProps = {
  plans: readonly Plan[];
  chosen: Plan | undefined;
  vip: OwnVip | null;
  onChoose: (id: string) => void;
};

export const PlanPrice = ({ plan }: { plan: Plan }) => (
  <span className={css.price}>
    {plan.listPriceFen > plan.priceFen && (
      <s className={css.was}>
        <span className="visually-hidden">原价</span>
        {formatYuan(plan.listPriceFen)}
      </s>
    )}{' '}
    <span className={css.rate}>
      {formatYuan(plan.priceFen)} {!isFreePlan(plan) && <small>/ {plan.days}&nbsp;天</small>}
    </span>
  </span>
);

/** Says what the member has of a plan. The note reserves its space until the text is known. */
export const PlanNote = ({ plan, vip }: { plan: Plan; vip: OwnVip | null }) => {
  const now = useNow();
  const zone = useTimeZone();
  const ownPlan = vip && now !== null && describeOwnPlan(vip, plan.name, { now, zone });
  return (
    <span className={css.note}>
      {ownPlan ? (
        <Status kind="ok">{keepNumbersWithUnits(ownPlan)}</Status>
      ) : (
        isFreePlan(plan) && '不用付款，一直有'
      )}
    </span>
  );
};

/** Element id of the order section. */
export const ORDER_ID = 'order';

const ChoosePlanButton = ({ plan, chosen, onChoose }: PlansProps & { plan: Plan }) => {
  if (isFreePlan(plan)) return <span className="small faint">到期后自动回到这里</span>;
  const isChosen = plan.id === chosen?.id;
  // One button for both states keeps the focus; after selection it links to the order.
  return (
    <button
      type="button"
      className={isChosen ? `button ${css.picked}` : 'button compact'}
      aria-pressed={isChosen}
      title={isChosen ? undefined : plan.name}
      onClick={() =>
        isChosen
          ? document.getElementById(ORDER_ID)?.scrollIntoView({ block: 'nearest' })
          : onChoose(plan.id)
      }
    >
      {isChosen ? (
        <>
          <Icon name="check" />
          已选，看下面
        </>
      ) : (
        <span className="ellipsis">选 {plan.name}</span>
      )}
    </button>
  );
};

/** Comparison table of plans. */
export const PlanTable = (props: PlansProps) => {
  const { plans, chosen, vip } = props;
  return (
    <EntitlementTable
      plans={plans}
      rows={ENTITLEMENT_ROWS}
      className={css.plans}
      renderHead={(plan) => (
        <>
          <PlanPrice plan={plan} />
          <PlanNote plan={plan} vip={vip} />
        </>
      )}
      getHeadClass={(plan) => (plan.id === chosen?.id ? css.chosen : undefined)}
      renderEnd={(plan) => <ChoosePlanButton {...props} plan={plan} />}
      endClass={css.end}
    />
  );
};
