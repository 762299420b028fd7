import { Link, useRouter } from '@tanstack/react-router';
import { formatYuan } from '@yunbiao/ui/format.ts';
import { Time } from '@yunbiao/ui/time.tsx';
import { Trouble } from '@yunbiao/ui/trouble.tsx';
import { useState } from 'react';
import { sayFailure } from '../../shell/say-failure.ts';
import { useApi } from '../../shell/site.tsx';
import type { Order, OrderData } from './load.ts';
import css from './order.module.css';
import { OrderStatus, payWords } from './words.tsx';

type List = Extract<OrderData, { view: 'list' }>;

const Row = ({ order, alias }: { order: Order; alias: string }) => (
  <li>
    <Link to="/$soft/user/order" params={{ soft: alias }} search={{ id: order.id }}>
      <span className={css.no}>{order.orderNo}</span>
      <b>
        {order.productName} × {order.num}
      </b>
      <span className={css.pay}>{formatYuan(order.payFen)}</span>
      <span className="q">{payWords(order)}</span>
      <OrderStatus order={order} />
      <Time at={order.createdAt} className="q" />
    </Link>
  </li>
);

const Empty = ({ alias }: { alias: string }) => (
  <div className="empty">
    <h2>还没有订单</h2>
    <p className="m q">买 VIP 的订单会在这里，付没付、到没到账都看得到。</p>
    <div className="row">
      <Link className="btn go" to="/$soft/vip" params={{ soft: alias }}>
        看 VIP 方案
      </Link>
    </div>
  </div>
);

/** Later pages, asked for one by one. */
const useLater = (first: { list: Order[]; nextId: string | null }) => {
  const api = useApi();
  const [later, setLater] = useState<{ of: unknown; list: Order[]; nextId: string | null }>();
  const [isAsking, setIsAsking] = useState(false);
  const held = later?.of === first ? later : { of: first, ...first };
  const more = async (): Promise<void> => {
    if (held.nextId === null) return;
    setIsAsking(true);
    const reply = await api.call('orderList', { lastId: held.nextId });
    setIsAsking(false);
    if (reply.state === 'fail') return sayFailure(reply);
    setLater({ of: first, list: [...held.list, ...reply.data.list], nextId: reply.data.nextId });
  };
  return { list: held.list, nextId: held.nextId, isAsking, more };
};

const Orders = ({
  alias,
  first,
}: {
  alias: string;
  first: { list: Order[]; nextId: string | null };
}) => {
  const { list, nextId, isAsking, more } = useLater(first);
  if (list.length === 0) return <Empty alias={alias} />;
  return (
    <>
      <ul className={css.list}>
        {list.map((order) => (
          <Row key={order.id} order={order} alias={alias} />
        ))}
      </ul>
      {nextId !== null && (
        <button type="button" className="btn" disabled={isAsking} onClick={() => void more()}>
          更早的订单
        </button>
      )}
      <p className={css.tip}>没付款的订单 7 天后关闭；关闭后才到账的，照样按下单时的价格开通。</p>
    </>
  );
};

/** Every order of the member here, newest first. */
export const ListView = ({ alias, data }: { alias: string; data: List }) => {
  const router = useRouter();
  const { orders } = data;
  return (
    <>
      <div className="ph">
        <div>
          <h1>订单</h1>
          <p>每一笔买了什么、付没付、到没到账，都在这里。</p>
        </div>
        <div className="sp">
          <Link className="btn sm go" to="/$soft/vip" params={{ soft: alias }}>
            买 VIP
          </Link>
        </div>
      </div>
      {orders.state === 'ok' ? (
        <Orders alias={alias} first={orders.data} />
      ) : (
        <Trouble
          what="订单没有取到"
          why={orders.msg}
          requestId={orders.data?.requestId}
          onRetry={() => void router.invalidate()}
        />
      )}
    </>
  );
};
