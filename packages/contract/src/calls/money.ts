import { z } from 'zod';
import { defineCall } from '../define.ts';
import { id, instant, int, listOf, named, text } from '../fields.ts';
import { DISCOUNT_CODE_LENGTH, ORDER_NUM } from '../limits/money.ts';

export const PAY_TYPES = ['alipay', 'wechat', 'offline', 'sandbox'] as const;
export const ORDER_STATES = ['pending', 'paid', 'refunding', 'refunded', 'closed'] as const;

export const entitlements = z.object({
  labelsPerMonth: z.number(),
  clients: z.number(),
  printers: z.number(),
  templates: z.number(),
  retentionDays: z.number(),
  apiCallsPerMinute: z.number(),
});

/** A plan on sale. Money in fen. */
export const product = z.object({
  id: z.string(),
  name: z.string(),
  level: z.number(),
  isFree: z.boolean(),
  priceFen: z.number(),
  /** What it costs without any reduction; equal to the price when there is none. */
  listPriceFen: z.number(),
  days: z.number(),
  entitlements,
});

/** A plan of a member and when it runs; the end is not included. */
export const vipSpan = z.object({
  name: z.string(),
  level: z.number(),
  startsAt: instant(),
  endsAt: instant(),
});

const num = int('数量', ORDER_NUM).default(1);
const discountCode = text('折扣码', DISCOUNT_CODE_LENGTH.max);

/** What an order would cost; the same function prices the order itself. */
const price = z.object({
  productId: z.string(),
  num: z.number(),
  /** Days it adds. */
  days: z.number(),
  /** Price times number. */
  amountFen: z.number(),
  /** What the code takes off; 0 without one. */
  discountFen: z.number(),
  payFen: z.number(),
  /** What became of the code; null when none was given. `ok` false: `text` says why, and nothing is taken off. */
  discount: z
    .object({ code: z.string(), ok: z.boolean(), text: z.string(), endsAt: instant().nullable() })
    .nullable(),
  /** How VIP would run if it were paid now, one plan after the other; null for visitors. */
  vip: z.array(vipSpan).nullable(),
});

const order = z.object({
  id: z.string(),
  orderNo: z.string(),
  productId: z.string(),
  productName: z.string(),
  num: z.number(),
  days: z.number(),
  amountFen: z.number(),
  discountFen: z.number(),
  payFen: z.number(),
  discountCode: z.string(),
  payType: z.enum(PAY_TYPES),
  state: z.enum(ORDER_STATES),
  createdAt: instant(),
  /** When it closes unpaid. */
  expiresAt: instant(),
  paidAt: instant().nullable(),
  closedAt: instant().nullable(),
});

export const moneyCalls = {
  productList: defineCall({
    method: 'GET',
    path: '/np/api/product/list',
    audience: 'public',
    summary: '这款软件在售的方案',
    shows: ['software', 'product'],
    input: z.object(named),
    output: z.array(product),
  }),
  productPrice: defineCall({
    method: 'GET',
    path: '/np/api/product/price',
    audience: 'public',
    summary: '一个方案要付多少钱，折扣码能不能用',
    shows: ['software', 'product'],
    input: z.object({
      ...named,
      productId: id('方案'),
      num,
      discountCode: discountCode.optional(),
    }),
    output: price,
    limit: { max: 60, windowS: 600, by: 'address', guessed: 'discountCode' },
  }),
  createOrder: defineCall({
    method: 'POST',
    path: '/np/api/order/createOrder',
    audience: 'member',
    summary: '下单',
    input: z.object({
      productId: id('方案'),
      payType: z.enum(PAY_TYPES, { error: '请选择付款方式' }).meta({ title: '付款方式' }),
      discountCode: discountCode.optional(),
      num,
      /** What the page showed as to be paid, fen. When the price is another by now the order is refused (409). */
      payFen: int('应付', { min: 0, max: 1_000_000_000 }).optional(),
    }),
    output: order,
    limit: { max: 30, windowS: 3600, by: 'member' },
  }),
  orderList: defineCall({
    method: 'POST',
    path: '/np/api/uc/orderList',
    audience: 'member',
    summary: '我的订单，新的在前',
    input: z.object({ lastId: id('上一条').optional() }),
    output: listOf(order),
  }),
  orderDetail: defineCall({
    method: 'POST',
    path: '/np/api/uc/orderDetail',
    audience: 'member',
    summary: '我的一笔订单',
    input: z.object({ id: id('订单') }),
    output: order.extend({
      /** Where to transfer to, while the order waits for it and the operator has set an account. */
      payAccount: z.object({ name: z.string(), bank: z.string(), number: z.string() }).nullable(),
    }),
  }),
  orderClose: defineCall({
    method: 'POST',
    path: '/np/api/uc/orderClose',
    audience: 'member',
    summary: '关闭自己还没付款的订单',
    input: z.object({ id: id('订单') }),
    output: order,
  }),
};
