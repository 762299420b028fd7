import { ORDER_NUM } from '@yunbiao/contract/limits/money';
import { useNow, useTimeZone } from '@yunbiao/ui/clock.ts';
import { formatYuan, keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import type { Plan } from './load.ts';
import { describePurchaseEffect, type OwnVip } from './own-plan-messages.ts';
import type { Priced } from './use-price.ts';
import css from './vip.module.css';

const CountStepper = ({ num, onNum }: { num: number; onNum: (num: number) => void }) => (
  <dd className={css.steps}>
    <button
      type="button"
      className="icon-button"
      aria-label="减少"
      disabled={num <= ORDER_NUM.min}
      onClick={() => onNum(num - 1)}
    >
      −
    </button>
    <b aria-live="polite">{num}</b>
    <button
      type="button"
      className="icon-button"
      aria-label="增加"
      disabled={num >= ORDER_NUM.max}
      onClick={() => onNum(num + 1)}
    >
      +
    </button>
  </dd>
);

/** Sum of the selection, with the order button. */
export const OrderPlate = ({
  plan,
  num,
  name,
  priced,
  vip,
  onNum,
  onBuy,
}: {
  plan: Plan;
  num: number;
  name: string;
  priced: Priced;
  vip: OwnVip | null;
  onNum: (num: number) => void;
  onBuy: () => void;
}) => {
  const { price } = priced;
  const now = useNow();
  const zone = useTimeZone();
  const amountFen = price?.amountFen ?? plan.priceFen * num;
  const discountFen = price?.discountFen ?? 0;
  const meet = describePurchaseEffect(now === null ? null : vip, plan, { now: now ?? 0, zone });
  return (
    <aside className="plate">
      <header>
        <b>订单</b>
        <span className="faint push-end ellipsis" title={name}>
          {name}
        </span>
      </header>
      <dl className={css.sum}>
        <div>
          <dt>
            {plan.name}，{plan.days * num}&nbsp;天
          </dt>
          <dd>{formatYuan(amountFen)}</dd>
        </div>
        <div>
          <dt>数量</dt>
          <CountStepper num={num} onNum={onNum} />
        </div>
        <div>
          <dt>折扣</dt>
          <dd className={css.off}>{discountFen > 0 ? `−${formatYuan(discountFen)}` : '无'}</dd>
        </div>
        <div className={css.total}>
          <dt>应付</dt>
          <dd>{formatYuan(amountFen - discountFen)}</dd>
        </div>
      </dl>
      <div className={css.buy}>
        <button
          type="button"
          className="button primary big"
          aria-disabled={priced.isAsking}
          onClick={() => !priced.isAsking && onBuy()}
        >
          下一步：确认订单
        </button>
        {meet && <p className="eyebrow">{keepNumbersWithUnits(meet)}</p>}
      </div>
    </aside>
  );
};
