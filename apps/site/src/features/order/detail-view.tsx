import { GuideLink } from '../../kit/guide/guide-link.tsx';
import { ORDER_GUIDES } from '../../kit/guide/trouble-guides.ts';
import { Link, useRouter } from '@tanstack/react-router';
import { showConfirmDialog } from '@yunbiao/ui';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { formatYuan } from '@yunbiao/ui/format.ts';
import { Time } from '@yunbiao/ui/time.tsx';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useState } from 'react';
import { PaidOrderActions } from './paid-order-actions.tsx';
import { Cashier } from './cashier.tsx';
import { showFailure } from '../../kit/page/show-failure.ts';
import { useApi } from '../../kit/site/site.tsx';
import type { Order, OrderData } from './load.ts';
import css from './order.module.css';
import { OrderAmounts } from './order-amounts.tsx';
import { Transfer } from './transfer.tsx';
import { useOrderEvents, usePaymentPolling } from './use-payment-polling.ts';
import { describePayment } from '@yunbiao/contract/api/order-labels';
import { OrderStatus } from './words.tsx';

type Detail = Extract<OrderData, { view: 'detail' }>;

const CancelOrderButton = ({ order }: { order: Order }) => {
  const api = useApi();
  const router = useRouter();
  const [isSending, setIsSending] = useState(false);
  const cancelOrder = async (): Promise<void> => {
    const isSure = await showConfirmDialog({
      title: '取消这笔订单？',
      message: `${order.productName}，应付 ${formatYuan(order.payFen)}。取消以后折扣码的次数会退回来。`,
      confirmText: '取消订单',
      cancelText: '保留订单',
    });
    if (!isSure) return;
    setIsSending(true);
    const reply = await api.call('orderClose', { id: order.id });
    setIsSending(false);
    if (reply.state === 'ok') toast.success('订单已取消');
    else showFailure(reply);
    await router.invalidate();
  };
  return (
    <button
      type="button"
      className="button"
      disabled={isSending}
      onClick={() => void cancelOrder()}
    >
      取消订单
    </button>
  );
};

const NextStep = ({ alias, data }: { alias: string; data: Detail }) => {
  const { order, contacts } = data;
  if (order.state === 'pending')
    return (
      <Cashier order={order}>
        <Transfer contacts={contacts} order={order} />
      </Cashier>
    );
  const words =
    order.state === 'closed'
      ? '这笔订单已经关闭，不用付款。已经付了的，照下单时的价格开通，或者原路退回。'
      : order.state === 'refunding'
        ? '退款在办：线上付的原路退回，转账的由工作人员转回。'
        : '这一单的钱已经退了。';
  return (
    <section className={css.transfer}>
      <h2 className="section-title">接下来</h2>
      {order.state === 'paid' ? (
        <PaidOrderActions alias={alias} order={order} />
      ) : (
        <>
          <p>
            {words}
            <GuideLink guide={ORDER_GUIDES[order.state]}>怎么退、怎么开票</GuideLink>
          </p>
          <p>
            <Link className="link" to="/$soft/vip" params={{ soft: alias }}>
              再下一单
            </Link>
          </p>
        </>
      )}
    </section>
  );
};

/** One order: state, amounts and next action. */
export const DetailView = ({ alias, data }: { alias: string; data: Detail }) => {
  const { order } = data;
  const isPending = order.state === 'pending';
  useOrderEvents(order.id);
  usePaymentPolling(
    order.id,
    isPending ? (order.payType === 'offline' ? 'transfer' : 'channel') : null,
  );
  return (
    <>
      <div className="page-head">
        <div>
          <h1>订单</h1>
          <p className="row">
            <span className="mono">{order.orderNo}</span>
            <CopyButton text={order.orderNo} targetName="订单号" />
          </p>
        </div>
        <div className="push-end">
          <Link
            className="button compact"
            to="/$soft/user/order"
            params={{ soft: alias }}
            search={{}}
          >
            全部订单
          </Link>
        </div>
      </div>
      <div className={isPending ? css.two : `${css.two} ${css.told}`}>
        <NextStep alias={alias} data={data} />
        <aside className="plate">
          <header>
            <OrderStatus order={order} />
            <span className="faint push-end">{describePayment(order)}</span>
          </header>
          <OrderAmounts
            {...{ name: order.productName, num: order.num, days: order.days }}
            {...{ amountFen: order.amountFen, discountFen: order.discountFen }}
            {...{ payFen: order.payFen, code: order.discountCode, isPaid: order.paidAt !== null }}
          />
          <div className={css.act}>
            <p className="eyebrow">
              下单 <Time at={order.createdAt} />
              {order.paidAt !== null && (
                <>
                  ，付款 <Time at={order.paidAt} />
                </>
              )}
            </p>
            {order.state === 'pending' && <CancelOrderButton order={order} />}
          </div>
        </aside>
      </div>
    </>
  );
};
