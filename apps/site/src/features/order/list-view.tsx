import { Link, useRouter } from '@tanstack/react-router';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { formatYuan } from '@yunbiao/ui/format.ts';
import { StackTable } from '@yunbiao/ui/table/stack-table.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useState } from 'react';
import { showFailure } from '../../kit/page/show-failure.ts';
import { useApi } from '../../kit/site/site.tsx';
import { ExportButton } from '../../kit/table/export-button.tsx';
import { useReloadForViewerZone } from '../../kit/table/use-zone.ts';
import { buildOrderListInput, hasOrderFilter } from './filters.ts';
import type { Order, OrderData } from './load.ts';
import { OrderFilterBar } from './order-filters.tsx';
import css from './order.module.css';
import { describePayment } from '@yunbiao/contract/api/order-labels';
import { OrderStatus } from './words.tsx';

type List = Extract<OrderData, { view: 'list' }>;
type Page = { list: Order[]; nextId: string | null };

/** Column headers; on phones they precede each value. */
const COLUMN_HEADERS = {
  no: '订单号',
  what: '商品',
  num: '数量',
  pay: '金额',
  way: '付款方式',
  state: '状态',
  at: '下单时间',
} as const;

const OrderRow = ({ order, alias }: { order: Order; alias: string }) => {
  const to = {
    to: '/$soft/user/order',
    params: { soft: alias },
    search: { id: order.id },
  } as const;
  return (
    <tr>
      <td data-head={COLUMN_HEADERS.no} className={css.no}>
        <Link {...to} className={css.row}>
          {order.orderNo}
        </Link>
        <CopyButton text={order.orderNo} targetName="订单号" />
      </td>
      <td data-head={COLUMN_HEADERS.what}>
        <b>{order.productName}</b>
      </td>
      <td data-head={COLUMN_HEADERS.num} className="numeric">
        × {order.num}
      </td>
      <td data-head={COLUMN_HEADERS.pay} className="numeric">
        <b>{formatYuan(order.payFen)}</b>
      </td>
      <td data-head={COLUMN_HEADERS.way} className="quiet">
        {describePayment(order)}
      </td>
      <td data-head={COLUMN_HEADERS.state}>
        <OrderStatus order={order} />
      </td>
      <td data-head={COLUMN_HEADERS.at} className="quiet">
        <Time at={order.createdAt} />
      </td>
      <td className={css.next}>
        {order.state === 'pending' && (
          <Link {...to} className="button compact" aria-label={`付款 ${order.orderNo}`}>
            付款
          </Link>
        )}
      </td>
    </tr>
  );
};

const OrderTable = ({ list, alias }: { list: readonly Order[]; alias: string }) => (
  <StackTable
    caption="订单"
    headings={Object.values(COLUMN_HEADERS)}
    numeric={[COLUMN_HEADERS.num, COLUMN_HEADERS.pay]}
    className={css.orders}
  >
    {list.map((order) => (
      <OrderRow key={order.id} order={order} alias={alias} />
    ))}
  </StackTable>
);

const EmptyOrderList = ({ alias }: { alias: string }) => (
  <div className="empty">
    <h2>还没有订单</h2>
    <p className="medium quiet">
      免费方案不用下单，现在就能打印。买 VIP 的订单会在这里，付没付、到没到账都看得到。
    </p>
    <div className="row">
      <Link className="button primary" to="/$soft/user/print" params={{ soft: alias }}>
        去打印
      </Link>
      <Link className="button" to="/$soft/vip" params={{ soft: alias }}>
        查看 VIP 方案
      </Link>
    </div>
  </div>
);

/** Further pages, loaded on demand. */
const useMoreOrders = ({ filters, tz }: List, first: Page) => {
  const api = useApi();
  const [later, setLater] = useState<{ of: unknown; list: Order[]; nextId: string | null }>();
  const [isAsking, setIsAsking] = useState(false);
  const current = later?.of === first ? later : { of: first, ...first };
  const loadMoreOrders = async (): Promise<void> => {
    if (current.nextId === null) return;
    setIsAsking(true);
    const reply = await api.call('orderList', {
      ...buildOrderListInput(filters, tz),
      lastId: current.nextId,
    });
    setIsAsking(false);
    if (reply.state === 'fail') return showFailure(reply);
    setLater({ of: first, list: [...current.list, ...reply.data.list], nextId: reply.data.nextId });
  };
  return { list: current.list, nextId: current.nextId, isAsking, more: loadMoreOrders };
};

const NoneFound = () => (
  <div className="empty">
    <h2>没有符合的订单</h2>
    <p className="medium quiet">换一个状态、日期或搜索词，或者清除筛选。</p>
  </div>
);

const FilteredOrders = ({ alias, data, first }: { alias: string; data: List; first: Page }) => {
  const { list, nextId, isAsking, more } = useMoreOrders(data, first);
  if (list.length === 0)
    return hasOrderFilter(data.filters) ? <NoneFound /> : <EmptyOrderList alias={alias} />;
  return (
    <>
      <OrderTable list={list} alias={alias} />
      {nextId !== null && (
        <button type="button" className="button" disabled={isAsking} onClick={() => void more()}>
          更早的订单
        </button>
      )}
      <p className={css.tip}>
        没付款的订单到时候会关闭：转账 7 天，线上付款 30
        分钟；关闭后才到账的，照样按下单时的价格开通。
      </p>
    </>
  );
};

/** All orders of the member, newest first. */
export const ListView = ({ alias, data }: { alias: string; data: List }) => {
  const router = useRouter();
  const { orders, filters, tz, today } = data;
  useReloadForViewerZone(tz);
  // A member without any order sees no filters.
  const isAny = hasOrderFilter(filters) || orders.state === 'fail' || orders.data.list.length > 0;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>订单</h1>
          <p>每一笔买了什么、付没付、到没到账，都在这里。</p>
        </div>
        <div className="push-end">
          {isAny && <ExportButton name="orderExport" input={buildOrderListInput(filters, tz)} />}
          <Link className="button primary" to="/$soft/vip" params={{ soft: alias }}>
            买 VIP
          </Link>
        </div>
      </div>
      {isAny && <OrderFilterBar filters={filters} today={today} />}
      {orders.state === 'ok' ? (
        <FilteredOrders alias={alias} data={data} first={orders.data} />
      ) : (
        <LoadError
          title="订单没有取到"
          reason={orders.msg}
          requestId={orders.data?.requestId}
          onRetry={() => void router.invalidate()}
        />
      )}
    </>
  );
};
