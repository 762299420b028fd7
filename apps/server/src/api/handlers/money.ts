import {
  askInvoice,
  askRefund,
  checkOrder,
  closeOwnOrder,
  createOrder,
  exportOrders,
  orderDetail,
  orderList,
  payWays,
  productList,
  productPrice,
  startPayment,
} from '@yunbiao/services';
import type { Handlers, MemberCaller } from '../handler.ts';
import { replyWorkbook } from './export.ts';
import { getWechatCaller } from './wechat.ts';
import { requireSoftware, requireUsableSoftware } from './require-software.ts';

const whose = (caller: MemberCaller): { memberId: number; softwareId: number } => ({
  memberId: caller.signedIn.member.id,
  softwareId: requireSoftware(caller).id,
});

export const moneyHandlers: Pick<
  Handlers,
  | 'productList'
  | 'productPrice'
  | 'createOrder'
  | 'orderList'
  | 'orderExport'
  | 'orderDetail'
  | 'orderClose'
  | 'payWays'
  | 'orderPay'
  | 'orderCheck'
  | 'orderRefundAsk'
  | 'orderInvoiceAsk'
> = {
  productList: ({ ctx, software }) => productList({ ctx, softwareId: software.id }),
  productPrice: ({ ctx, software, input, caller }) =>
    productPrice({
      ctx,
      softwareId: software.id,
      memberId: caller.signedIn?.member.id ?? null,
      input,
    }),
  createOrder: async ({ ctx, input, caller }) => {
    const { id } = await requireUsableSoftware(ctx, caller);
    return createOrder({ ctx, memberId: caller.signedIn.member.id, softwareId: id, input });
  },
  orderList: ({ ctx, input: { lastId, ...filters }, caller }) =>
    orderList({ ctx, ...whose(caller), lastId, filters }),
  orderExport: async ({ ctx, input, caller }) =>
    replyWorkbook((onRow) => exportOrders({ ctx, ...whose(caller), filters: input, onRow })),
  orderDetail: ({ ctx, input, caller }) => orderDetail({ ctx, ...whose(caller), id: input.id }),
  orderClose: ({ ctx, input, caller }) => closeOwnOrder({ ctx, ...whose(caller), id: input.id }),
  payWays: ({ ctx }) => Promise.resolve({ ways: payWays(ctx) }),
  orderPay: async ({ ctx, input, caller }) => {
    const { browser, ...reply } = await startPayment({
      ctx,
      ...whose(caller),
      input,
      address: caller.address,
      caller: getWechatCaller(caller),
    });
    if (browser !== undefined) caller.keepWechatBrowser(browser);
    return reply;
  },
  orderCheck: ({ ctx, input, caller }) => checkOrder({ ctx, ...whose(caller), id: input.id }),
  orderRefundAsk: ({ ctx, input, caller }) => askRefund({ ctx, ...whose(caller), input }),
  orderInvoiceAsk: ({ ctx, input, caller }) => askInvoice({ ctx, ...whose(caller), input }),
};
