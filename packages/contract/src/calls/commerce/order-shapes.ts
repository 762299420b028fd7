import { z } from 'zod';
import {
  defineDayField,
  defineInstantField,
  defineIntField,
  defineTextField,
  defineTimeZoneField,
} from '../../core/fields.ts';
import { QUERY_LENGTH } from '../../limits/input.ts';
import { DISCOUNT_CODE_LENGTH, ORDER_NUM } from '../../limits/money.ts';

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

/** A plan on sale. Amounts in fen. */
export const product = z.object({
  id: z.string(),
  name: z.string(),
  level: z.number(),
  isFree: z.boolean(),
  priceFen: z.number(),
  /** Price without discount, fen; equal to the price when there is none. */
  listPriceFen: z.number(),
  days: z.number(),
  entitlements,
});

/** A plan of a member with its period; the end is exclusive. */
export const vipSpan = z.object({
  name: z.string(),
  level: z.number(),
  startsAt: defineInstantField(),
  endsAt: defineInstantField(),
});

export const payType = z.enum(PAY_TYPES, { error: '请选择付款方式' }).meta({ title: '付款方式' });
export const num = defineIntField('数量', ORDER_NUM).default(1);
export const discountCode = defineTextField('折扣码', DISCOUNT_CODE_LENGTH.max);

/** Price of an order. The same function computes the price of the order itself. */
export const price = z.object({
  productId: z.string(),
  num: z.number(),
  /** Days the order adds. */
  days: z.number(),
  /** Price times quantity, fen. */
  amountFen: z.number(),
  /** Discount of the code, fen; 0 without a code. */
  discountFen: z.number(),
  payFen: z.number(),
  /**
   * Result of the discount code; null when none was given. When `ok` is false, `text` gives the
   * reason and no discount applies.
   */
  discount: z
    .object({
      code: z.string(),
      ok: z.boolean(),
      text: z.string(),
      endsAt: defineInstantField().nullable(),
    })
    .nullable(),
  /** Plans with their periods if the order were paid now; null for visitors. */
  vip: z.array(vipSpan).nullable(),
});

/**
 * Whether a text is an e-mail address: one @, a local part before it and a host name with a dot
 * after it.
 */
export const isEmail = (email: string): boolean =>
  /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email);

export const order = z.object({
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
  createdAt: defineInstantField(),
  /** When the order closes if it is not paid. */
  expiresAt: defineInstantField(),
  paidAt: defineInstantField().nullable(),
  closedAt: defineInstantField().nullable(),
});

/** Filters for a member's orders. Days are in the viewer's time zone, both inclusive. */
export const orderFilters = {
  state: z.enum(ORDER_STATES).optional().meta({ title: '状态' }),
  from: defineDayField('开始日期').optional(),
  to: defineDayField('结束日期').optional(),
  tz: defineTimeZoneField(),
  /** Part of the order number or of the plan's name. */
  q: defineTextField('搜索', QUERY_LENGTH).optional(),
};
