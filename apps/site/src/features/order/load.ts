import type { Contact } from '../../kit/software/contacts.tsx';
import type { CallOutput } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/envelope';
import type { SiteContext } from '../../kit/site/context.ts';
import type { PageMeta } from '../../kit/page/head.ts';
import { getData } from '../../kit/page/page-errors.ts';
import { zoneNow } from '../../kit/table/days.ts';
import { toInput, type OrderFilters, readFilters } from './filters.ts';

export type Order = CallOutput<'orderList'>['list'][number];
export type PayAccount = NonNullable<CallOutput<'orderDetail'>['payAccount']>;
export type Price = CallOutput<'productPrice'>;

export type OrderSearch = {
  productId?: string | undefined;
  num?: string | undefined;
  discountCode?: string | undefined;
  id?: string | undefined;
  /** Back from WeChat, which was asked who pays: `jsapi` it told, `code` it did not. */
  pay?: string | undefined;
  state?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
};

/** One address, three views: an order to be made, one order, all of them. */
export type OrderData = { contacts: Contact[]; meta: PageMeta } & (
  | { view: 'confirm'; planName: string; price: Price; ways: CallOutput<'payWays'>['ways'] }
  | { view: 'detail'; order: CallOutput<'orderDetail'> }
  | {
      view: 'list';
      filters: OrderFilters;
      /** The viewer's zone and day it was read for. */
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

/** Times of the same order are at most 99. */
const toNumber = (text: string | undefined): number =>
  Math.min(99, Math.max(1, Math.trunc(Number(text ?? 1)) || 1));

const getMeta = (title: string): PageMeta => ({ title: `${title} · 云标`, noindex: true });

const listContacts = async (c: Place): Promise<Contact[]> => {
  const reply = await c.context.api(c.params.soft).call('common', { alias: c.params.soft });
  return reply.state === 'ok' ? reply.data.contacts : [];
};

const loadConfirm = async (
  c: Place,
  productId: string,
  search: OrderSearch,
): Promise<OrderData> => {
  const api = c.context.api(c.params.soft);
  const discountCode = search.discountCode ?? '';
  const [plans, price, offered, contacts] = await Promise.all([
    api.call('productList', { alias: c.params.soft }),
    api.call('productPrice', { productId, num: toNumber(search.num), discountCode }),
    api.call('payWays', {}),
    listContacts(c),
  ]);
  const planName = getData(plans, c).find((plan) => plan.id === productId)?.name ?? '';
  return {
    view: 'confirm',
    planName,
    price: getData(price, c),
    ways: getData(offered, c).ways,
    contacts,
    meta: getMeta('确认订单'),
  };
};

export const loadOrders = async (c: Place, search: OrderSearch): Promise<OrderData> => {
  const api = c.context.api(c.params.soft);
  if (search.id) {
    const [reply, contacts] = await Promise.all([
      api.call('orderDetail', { id: search.id }),
      listContacts(c),
    ]);
    const order = getData(reply, c);
    return { view: 'detail', order, contacts, meta: getMeta(`订单 ${order.orderNo}`) };
  }
  if (search.productId) return loadConfirm(c, search.productId, search);
  const filters = readFilters(search);
  const { tz, today } = zoneNow();
  const orders = await api.call('orderList', toInput(filters, tz));
  return { view: 'list', filters, tz, today, orders, contacts: [], meta: getMeta('订单') };
};
