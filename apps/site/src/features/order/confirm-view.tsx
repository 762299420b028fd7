import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import { useState } from 'react';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { useApi } from '../../kit/site/site.tsx';
import type { OrderData } from './load.ts';
import cashier from './cashier.module.css';
import css from './order.module.css';
import { Runs } from './runs.tsx';
import { Sum } from './sum.tsx';
import { Transfer } from './transfer.tsx';
import { PAY_WORDS } from '@yunbiao/contract/order-words';

type Confirm = Extract<OrderData, { view: 'confirm' }>;

/** The price once more, how to pay, and the button that makes the order. */
export const ConfirmView = ({ alias, data }: { alias: string; data: Confirm }) => {
  const { price, planName, contacts, ways } = data;
  const [payType, setPayType] = useState(ways[0] ?? 'offline');
  const isOffline = payType === 'offline';
  const { discount } = price;
  const api = useApi();
  const navigate = useNavigate();
  const router = useRouter();
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState('');
  const submit = async (): Promise<void> => {
    setIsSending(true);
    setProblem('');
    const reply = await api.call('createOrder', {
      productId: price.productId,
      num: price.num,
      payFen: price.payFen,
      payType,
      discountCode: discount?.ok ? discount.code : '',
    });
    if (reply.state === 'ok')
      return navigate({
        to: '/$soft/user/order',
        params: { soft: alias },
        replace: true,
        search: { id: reply.data.id },
      });
    setIsSending(false);
    sayFailure(reply);
    setProblem(reply.msg);
    // Another price by now: show it.
    if (reply.code === 409 || reply.code === 400) await router.invalidate();
  };
  return (
    <>
      <div className="page-head">
        <div>
          <h1>确认订单</h1>
          <p>看一遍价格，提交以后 {isOffline ? '7 天' : '30 分钟'}内付款有效。</p>
        </div>
      </div>
      <div className={css.two}>
        <section className={cashier.cashier} aria-label="付款方式">
          {ways.length > 1 && price.payFen > 0 && (
            <Segmented
              legend="付款方式"
              name="way"
              value={payType}
              options={ways.map((value) => ({ value, label: PAY_WORDS[value] }))}
              onChange={(value) => setPayType(value as typeof payType)}
            />
          )}
          {isOffline ? (
            <Transfer contacts={contacts} />
          ) : (
            <p>提交以后就付款：电脑上扫码，手机上直接跳过去。付好以后天数马上加上。</p>
          )}
        </section>
        <aside className="plate">
          <Sum
            {...{ name: planName, num: price.num, days: price.days, amountFen: price.amountFen }}
            {...{ discountFen: price.discountFen, payFen: price.payFen }}
            code={discount?.code ?? ''}
          />
          <div className={css.act}>
            {price.vip && <Runs vip={price.vip} />}
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
              回去改方案
            </Link>
          </div>
        </aside>
      </div>
    </>
  );
};
