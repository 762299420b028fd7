import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import { useState } from 'react';
import { showFailure } from '../../kit/page/show-failure.ts';
import { useApi } from '../../kit/site/site.tsx';
import type { OrderData } from './load.ts';
import cashier from './cashier.module.css';
import css from './order.module.css';
import { VipPeriods } from './vip-periods.tsx';
import { OrderAmounts } from './order-amounts.tsx';
import { Transfer } from './transfer.tsx';
import { PAY_LABELS } from '@yunbiao/contract/api/order-labels';

type Confirm = Extract<OrderData, { view: 'confirm' }>;

type PayType = Confirm['ways'][number];

/** Creates the order and opens it. `problem`: reason why the last attempt was refused. */
const useCreateOrder = (alias: string, { price }: Confirm, payType: PayType) => {
  const api = useApi();
  const navigate = useNavigate();
  const router = useRouter();
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState('');
  const submitOrder = async (): Promise<void> => {
    setIsSending(true);
    setProblem('');
    const reply = await api.call('createOrder', {
      productId: price.productId,
      num: price.num,
      payFen: price.payFen,
      payType,
      discountCode: price.discount?.ok ? price.discount.code : '',
    });
    if (reply.state === 'ok')
      return navigate({
        to: '/$soft/user/order',
        params: { soft: alias },
        replace: true,
        search: { id: reply.data.id },
      });
    setIsSending(false);
    showFailure(reply);
    setProblem(reply.msg);
    // The price has changed; reload it.
    if (reply.code === 409 || reply.code === 400) await router.invalidate();
  };
  return { isSending, problem, submit: submitOrder };
};

type PaymentProps = { data: Confirm; payType: PayType; onPayType: (payType: PayType) => void };

/** Choice of the payment method, with an explanation of the chosen one. */
const PaymentMethodSection = ({
  data: { price, contacts, ways },
  payType,
  onPayType,
}: PaymentProps) => (
  <section className={cashier.cashier} aria-label="付款方式">
    {ways.length > 1 && price.payFen > 0 && (
      <Segmented
        legend="付款方式"
        name="way"
        value={payType}
        options={ways.map((value) => ({ value, label: PAY_LABELS[value] }))}
        onChange={(value) => onPayType(value as PayType)}
      />
    )}
    {payType === 'offline' ? (
      <Transfer contacts={contacts} />
    ) : (
      <p>提交以后就付款：电脑上扫码，手机上直接跳过去。付好以后天数马上加上。</p>
    )}
  </section>
);

/** The new end of the membership, problems of the order, and the button that creates it. */
const OrderSubmission = ({
  alias,
  data,
  payType,
}: {
  alias: string;
  data: Confirm;
  payType: PayType;
}) => {
  const { isSending, problem, submit } = useCreateOrder(alias, data, payType);
  const { vip, discount } = data.price;
  return (
    <div className={css.act}>
      {vip && <VipPeriods vip={vip} />}
      {discount && !discount.ok && (
        <p className="field-err" role="alert">
          折扣码 {discount.code} 没有用上：{discount.text}
        </p>
      )}
      {problem && (
        <p className="field-err" role="alert">
          {problem}
        </p>
      )}
      <button
        type="button"
        className="button primary big"
        disabled={isSending}
        onClick={() => void submit()}
      >
        提交订单
      </button>
      <Link className="link medium" to="/$soft/vip" params={{ soft: alias }}>
        返回修改方案
      </Link>
    </div>
  );
};

/** Price, payment method and the button that creates the order. */
export const ConfirmView = ({ alias, data }: { alias: string; data: Confirm }) => {
  const { price, planName, ways } = data;
  const [payType, setPayType] = useState<PayType>(ways[0] ?? 'offline');
  return (
    <>
      <div className="page-head">
        <div>
          <h1>确认订单</h1>
          <p>看一遍价格，提交以后 {payType === 'offline' ? '7 天' : '30 分钟'}内付款有效。</p>
        </div>
      </div>
      <div className={css.two}>
        <PaymentMethodSection data={data} payType={payType} onPayType={setPayType} />
        <aside className="plate">
          <OrderAmounts
            {...{ name: planName, num: price.num, days: price.days, amountFen: price.amountFen }}
            {...{ discountFen: price.discountFen, payFen: price.payFen }}
            code={price.discount?.code ?? ''}
          />
          <OrderSubmission alias={alias} data={data} payType={payType} />
        </aside>
      </div>
    </>
  );
};
