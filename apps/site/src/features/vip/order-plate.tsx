import { useNow } from '@yunbiao/ui/clock.ts';
import { formatYuan } from '@yunbiao/ui/format.ts';
import type { Plan } from './load.ts';
import { meetText, type OwnVip } from './own-words.ts';
import type { Priced } from './use-price.ts';
import css from './vip.module.css';

const MAX_NUM = 99;

/** The sum of what is chosen, and the one button. */
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
  const amountFen = price?.amountFen ?? plan.priceFen * num;
  const discountFen = price?.discountFen ?? 0;
  return (
    <aside className="plate">
      <header>
        <b>订单</b>
        <span className="qq sp">{name}</span>
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
          <dd className={css.steps}>
            <button
              type="button"
              className="ib"
              aria-label="减少"
              disabled={num <= 1}
              onClick={() => onNum(num - 1)}
            >
              −
            </button>
            <b aria-live="polite">{num}</b>
            <button
              type="button"
              className="ib"
              aria-label="增加"
              disabled={num >= MAX_NUM}
              onClick={() => onNum(num + 1)}
            >
              +
            </button>
          </dd>
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
        <button type="button" className="btn go big" disabled={priced.isAsking} onClick={onBuy}>
          下一步：确认订单
        </button>
        <p className="lab">
          现在只能对公转账，微信和支付宝还没有开通。
          {meetText(now === null ? null : vip, plan, now ?? 0)}
        </p>
      </div>
    </aside>
  );
};
