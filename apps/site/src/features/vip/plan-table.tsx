import { Icon, Status } from '@yunbiao/ui';
import { useNow, useZone } from '@yunbiao/ui/clock.ts';
import { formatYuan, keepUnits } from '@yunbiao/ui/format.ts';
import { ENTITLEMENT_ROWS } from '../../kit/software/entitlement-rows.ts';
import { EntitlementTable } from '../../kit/software/entitlement-table.tsx';
import { isFree } from './plan.ts';
import type { Plan } from './load.ts';
import { type OwnVip, ownText } from './own-words.ts';
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
      {formatYuan(plan.priceFen)} {!isFree(plan) && <small>/ {plan.days}&nbsp;天</small>}
    </span>
  </span>
);

/** Room for it is kept before it is known. */
export const PlanNote = ({ plan, vip }: { plan: Plan; vip: OwnVip | null }) => {
  const now = useNow();
  const zone = useZone();
  const own = vip && now !== null && ownText(vip, plan.name, { now, zone });
  return (
    <span className={css.note}>
      {own ? <Status kind="ok">{keepUnits(own)}</Status> : isFree(plan) && '不用付款，一直有'}
    </span>
  );
};

/** The part of the page with the order to be made. */
export const ORDER_ID = 'order';

const End = ({ plan, chosen, onChoose }: PlansProps & { plan: Plan }) => {
  if (isFree(plan)) return <span className="small faint">到期后自动回到这里</span>;
  const isChosen = plan.id === chosen?.id;
  // The same button before and after: it keeps the focus, and leads to the order once it is chosen.
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

/** Plans side by side. */
export const PlanTable = (props: PlansProps) => {
  const { plans, chosen, vip } = props;
  return (
    <EntitlementTable
      plans={plans}
      rows={ENTITLEMENT_ROWS}
      className={css.plans}
      head={(plan) => (
        <>
          <PlanPrice plan={plan} />
          <PlanNote plan={plan} vip={vip} />
        </>
      )}
      headClass={(plan) => (plan.id === chosen?.id ? css.chosen : undefined)}
      end={(plan) => <End {...props} plan={plan} />}
      endClass={css.end}
    />
  );
};
