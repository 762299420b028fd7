import { ConfirmView } from './confirm-view.tsx';
import { DetailView } from './detail-view.tsx';
import { ListView } from './list-view.tsx';
import type { OrderData } from './load.ts';

/** 订单: create an order, one order, or all orders, depending on the address. */
export const OrderPage = ({ alias, data }: { alias: string; data: OrderData }) => {
  switch (data.view) {
    case 'confirm':
      return <ConfirmView alias={alias} data={data} />;
    case 'detail':
      return <DetailView key={data.order.id} alias={alias} data={data} />;
    case 'list':
      return <ListView alias={alias} data={data} />;
  }
};
