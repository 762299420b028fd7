import { formatYuan } from '@yunbiao/ui/format.ts';
import css from './order.module.css';

/** Amounts of an order as charged. */
export const OrderAmounts = (props: {
  name: string;
  num: number;
  days: number;
  amountFen: number;
  discountFen: number;
  payFen: number;
  code: string;
  isPaid?: boolean;
}) => (
  <dl className={css.sum}>
    <div>
      <dt>
        {props.name} × {props.num}，{props.days}&nbsp;天
      </dt>
      <dd>{formatYuan(props.amountFen)}</dd>
    </div>
    {props.discountFen > 0 && (
      <div>
        <dt>
          折扣码 <span className="mono">{props.code}</span>
        </dt>
        <dd>−{formatYuan(props.discountFen)}</dd>
      </div>
    )}
    <div className={css.total}>
      <dt>{props.isPaid ? '实付' : '应付'}</dt>
      <dd>{formatYuan(props.payFen)}</dd>
    </div>
  </dl>
);
