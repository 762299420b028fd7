import type { Contact } from '../../kit/software/contacts.tsx';
import type { CallOutput } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import type { SiteContext } from '../../kit/site/context.ts';
import type { PageMeta } from '../../kit/page/head.ts';
import { requireReplyData } from '../../kit/page/page-errors.ts';
import { readViewerZoneAndDay } from '../../kit/table/days.ts';
import { buildOrderListInput, type OrderFilters, parseOrderFilters } from './filters.ts';

export type Order = CallOutput<'orderList'>['list'][number];
export type PayAccount = NonNullable<CallOutput<'orderDetail'>['payAccount']>;
export type Price = CallOutput<'productPrice'>;

export type OrderSearch = {
  productId?: string | undefined;
  num?: string | undefined;
  discountCode?: string | undefined;
  id?: string | undefined;
  /**
   * Set on the return from WeChat, which identified the payer: `jsapi` on success, `code` on
   * failure.
   */
  pay?: string | undefined;
  state?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
};

/** Data of one of the three views at the address: create an order, one order, all orders. */
export type OrderData = { contacts: Contact[]; meta: PageMeta } & (
  | { view: 'confirm'; planName: string; price: Price; ways: CallOutput<'payWays'>['ways'] }
  | { view: 'detail'; order: CallOutput<'orderDetail'> }
  | {
      view: 'list';
      filters: OrderFilters;
      /** Time zone and day of the viewer for which the page was rendered. */
      tz: string;
      today: string;
      orders: Envelope<CallOutput<'orderList'>>;
    }
);

type Place = {
  context: SiteContext;
  location: { href: string };
  params: { soft: string };
};

/** Quantity of an order, 1 to 99. */
const parseQuantity = (text: string | undefined): number =>
  Math.min(99, Math.max(1, Math.trunc(Number(text ?? 1)) || 1));

const buildOrderPageMeta = (title: string): PageMeta => ({
  title: `${title} · 云标`,
  noindex: true,
});

const loadContacts = async (c: Place): Promise<Contact[]> => {
  const reply = await c.context.createApi(c.params.soft).call('common', { alias: c.params.soft });
  return reply.state === 'ok' ? reply.data.contacts : [];
};

const loadOrderConfirmation = async (
  c: Place,
  productId: string,
  search: OrderSearch,
): Promise<OrderData> => {
  const api = c.context.createApi(c.params.soft);
  const discountCode = search.discountCode ?? '';
  const [plans, price, offered, contacts] = await Promise.all([
    api.call('productList', { alias: c.params.soft }),
    api.call('productPrice', { productId, num: parseQuantity(search.num), discountCode }),
    api.call('payWays', {}),
    loadContacts(c),
  ]);
  const planName = requireReplyData(plans, c).find((plan) => plan.id === productId)?.name ?? '';
  return {
    view: 'confirm',
    planName,
    price: requireReplyData(price, c),
    ways: requireReplyData(offered, c).ways,
    contacts,
    meta: buildOrderPageMeta('确认订单'),
  };
};

export const loadOrders = async (c: Place, search: OrderSearch): Promise<OrderData> => {
  const api = c.context.createApi(c.params.soft);
  if (search.id) {
    const [reply, contacts] = await Promise.all([
      api.call('orderDetail', { id: search.id }),
      loadContacts(c),
    ]);
    const order = requireReplyData(reply, c);
    return { view: 'detail', order, contacts, meta: buildOrderPageMeta(`订单 ${order.orderNo}`) };
  }
  if (search.productId) return loadOrderConfirmation(c, search.productId, search);
  const filters = parseOrderFilters(search);
  const { tz, today } = readViewerZoneAndDay();
  const orders = await api.call('orderList', buildOrderListInput(filters, tz));
  return {
    view: 'list',
    filters,
    tz,
    today,
    orders,
    contacts: [],
    meta: buildOrderPageMeta('订单'),
  };
};
