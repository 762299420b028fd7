import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import {
  defineIdField,
  defineInstantField,
  defineIntField,
  defineKeysetListSchema,
  defineSecondsLeftField,
  defineTextField,
  emptyOutput,
  softwareFields,
} from '../../core/fields.ts';
import {
  INVOICE_EMAIL_LENGTH,
  INVOICE_TITLE_LENGTH,
  REFUND_REASON_LENGTH,
  TAX_NUMBER_LENGTH,
} from '../../limits/money.ts';
import { isTaxNumber } from '../../site/tax-number.ts';
import {
  discountCode,
  isEmail,
  num,
  order,
  orderFilters,
  payType,
  price,
  product,
} from './order-shapes.ts';

export const moneyCalls = {
  productList: defineCall({
    method: 'GET',
    path: '/np/api/product/list',
    audience: 'public',
    summary: '这款软件在售的方案',
    shows: ['software', 'product'],
    showsSoftware: 'one',
    input: z.object(softwareFields),
    output: z.array(product),
  }),
  productPrice: defineCall({
    method: 'GET',
    path: '/np/api/product/price',
    audience: 'public',
    summary: '一个方案要付多少钱，折扣码能不能用',
    shows: ['software', 'product'],
    showsSoftware: 'one',
    input: z.object({
      ...softwareFields,
      productId: defineIdField('方案'),
      num,
      discountCode: discountCode.optional(),
    }),
    output: price,
    limit: { max: 60, windowS: 600, by: 'address', guessed: 'discountCode', isDurable: true },
  }),
  createOrder: defineCall({
    method: 'POST',
    path: '/np/api/order/createOrder',
    audience: 'member',
    isInSoftware: true,
    summary: '下单',
    input: z.object({
      productId: defineIdField('方案'),
      payType,
      discountCode: discountCode.optional(),
      num,
      /** Amount the page showed, fen. If the price has changed the call fails with 409. */
      payFen: defineIntField('应付', { min: 0, max: 1_000_000_000 }).optional(),
    }),
    output: order,
    limit: { max: 30, windowS: 3600, by: 'member' },
  }),
  orderList: defineCall({
    method: 'POST',
    path: '/np/api/uc/orderList',
    audience: 'member',
    isInSoftware: true,
    summary: '我的订单，新的在前：按状态、日期、订单号和商品筛选',
    input: z.object({ ...orderFilters, lastId: defineIdField('上一条').optional() }),
    output: defineKeysetListSchema(order),
  }),
  orderExport: defineCall({
    method: 'GET',
    path: '/np/api/uc/orderExport',
    audience: 'member',
    isInSoftware: true,
    isHeavy: true,
    reply: 'file',
    summary: '导出筛选后的订单为 Excel',
    input: z.object(orderFilters),
    output: z.unknown(),
  }),
  orderDetail: defineCall({
    method: 'POST',
    path: '/np/api/uc/orderDetail',
    audience: 'member',
    isInSoftware: true,
    summary: '我的一笔订单',
    input: z.object({ id: defineIdField('订单') }),
    output: order.extend({
      leftS: defineSecondsLeftField(),
      /**
       * Bank account for the transfer; null unless the order waits for a transfer and the operator
       * has set an account.
       */
      payAccount: z.object({ name: z.string(), bank: z.string(), number: z.string() }).nullable(),
      /** Available payment methods. */
      ways: z.array(payType),
      /** State of the last payment attempt through a channel; null before the first. */
      lastTry: z.enum(['open', 'closed', 'paid']).nullable(),
      /** The latest refund request; null when there is none. */
      refundRequest: z
        .object({
          state: z.enum(['asked', 'approved', 'refused']),
          reason: z.string(),
          answer: z.string(),
          createdAt: defineInstantField(),
        })
        .nullable(),
      invoice: z
        .object({
          state: z.enum(['asked', 'issued']),
          title: z.string(),
          taxNo: z.string(),
          email: z.string(),
          number: z.string(),
          /** URL of the invoice file; '' when staff gave none. */
          link: z.string(),
        })
        .nullable(),
    }),
  }),
  orderClose: defineCall({
    method: 'POST',
    path: '/np/api/uc/orderClose',
    audience: 'member',
    isInSoftware: true,
    summary: '关闭自己还没付款的订单',
    input: z.object({ id: defineIdField('订单') }),
    output: order,
  }),
  payWays: defineCall({
    method: 'GET',
    path: '/np/api/order/payWays',
    audience: 'public',
    summary: '开通了的付款方式',
    shows: ['content'],
    input: z.object({}),
    output: z.object({ ways: z.array(payType) }),
    isShared: true,
  }),
  orderPay: defineCall({
    method: 'POST',
    path: '/np/api/order/pay',
    audience: 'member',
    isInSoftware: true,
    summary: '付一笔没付的订单，或换一种方式付',
    input: z.object({
      id: defineIdField('订单'),
      payType,
      /** Where the page runs: `wechat` inside WeChat, `phone` in another browser of a phone. */
      scene: z.enum(['desktop', 'phone', 'wechat']).default('desktop').meta({ title: '在哪里付' }),
      /**
       * Used inside WeChat when the payer's openid is unknown. `ask`: request it from WeChat.
       * `code`: show a QR code, after that request failed.
       */
      payer: z.enum(['ask', 'code']).optional().meta({ title: '不知道付款人时' }),
    }),
    output: z.object({
      orderNo: z.string(),
      expiresAt: defineInstantField(),
      /**
       * What the browser does: show a QR code, redirect, call WeChat's JSAPI, or show the bank
       * account.
       */
      action: z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('qr'),
          /** Text the QR code encodes. */
          text: z.string(),
          /** Modules per side, without quiet zone. */
          size: z.number(),
          /** Dark modules as an SVG path, one unit per module. */
          path: z.string(),
        }),
        z.object({ kind: z.literal('redirect'), url: z.string() }),
        z.object({ kind: z.literal('jsapi'), params: z.record(z.string(), z.string()) }),
        z.object({ kind: z.literal('transfer') }),
      ]),
    }),
    limit: { max: 40, windowS: 600, by: 'member' },
  }),
  orderCheck: defineCall({
    method: 'POST',
    path: '/np/api/order/check',
    audience: 'member',
    isInSoftware: true,
    summary: '现在去问付款渠道，这笔订单付了没有',
    input: z.object({ id: defineIdField('订单') }),
    output: order,
    limit: { max: 240, windowS: 600, by: 'member' },
  }),
  orderRefundAsk: defineCall({
    method: 'POST',
    path: '/np/api/uc/orderRefundAsk',
    audience: 'member',
    isInSoftware: true,
    summary: '申请退款',
    input: z.object({
      id: defineIdField('订单'),
      reason: defineTextField('退款原因', REFUND_REASON_LENGTH.max, REFUND_REASON_LENGTH.min),
    }),
    output: emptyOutput,
    limit: { max: 20, windowS: 3600, by: 'member' },
  }),
  orderInvoiceAsk: defineCall({
    method: 'POST',
    path: '/np/api/uc/orderInvoiceAsk',
    audience: 'member',
    isInSoftware: true,
    summary: '申请发票；开出来以前可以改',
    input: z.object({
      id: defineIdField('订单'),
      title: defineTextField('发票抬头', INVOICE_TITLE_LENGTH.max, INVOICE_TITLE_LENGTH.min),
      taxNo: defineTextField('税号', TAX_NUMBER_LENGTH)
        .transform((taxNumber) => taxNumber.toUpperCase())
        .refine(isTaxNumber, '税号不对：统一社会信用代码是 18 位，最后一位是校验位；个人不用写')
        .default(''),
      email: defineTextField('邮箱', INVOICE_EMAIL_LENGTH)
        .refine((email) => email === '' || isEmail(email), '邮箱要写成 name@example.com 这样')
        .default(''),
    }),
    output: emptyOutput,
    limit: { max: 20, windowS: 3600, by: 'member' },
  }),
};
