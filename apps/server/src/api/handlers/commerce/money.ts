import {
  requestInvoice,
  requestRefund,
  refreshOrderPayment,
  closeOwnOrder,
  createOrder,
  exportOrders,
  getOwnOrderDetail,
  listOwnOrders,
  listPaymentMethods,
  listProductsOnSale,
  previewOrderPrice,
  startPayment,
} from '@yunbiao/services';
import type { AreaHandlers, MemberCaller } from '../../handler.ts';
import { createWorkbookReply } from '../workbook-reply.ts';
import { toWechatCaller } from '../identity/wechat.ts';
import { requireSoftware, requireUsableSoftware } from '../require-software.ts';

const getOrderOwner = (caller: MemberCaller): { memberId: number; softwareId: number } => ({
  memberId: caller.signedIn.member.id,
  softwareId: requireSoftware(caller).id,
});

export const moneyHandlers: AreaHandlers<'money'> = {
  productList: ({ ctx, software }) => listProductsOnSale({ ctx, softwareId: software.id }),
  productPrice: ({ ctx, software, input, caller }) =>
    previewOrderPrice({
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
    listOwnOrders({ ctx, ...getOrderOwner(caller), lastId, filters }),
  orderExport: async ({ ctx, input, caller }) =>
    createWorkbookReply((onRow) =>
      exportOrders({ ctx, ...getOrderOwner(caller), filters: input, onRow }),
    ),
  orderDetail: ({ ctx, input, caller }) =>
    getOwnOrderDetail({ ctx, ...getOrderOwner(caller), id: input.id }),
  orderClose: ({ ctx, input, caller }) =>
    closeOwnOrder({ ctx, ...getOrderOwner(caller), id: input.id }),
  payWays: ({ ctx }) => Promise.resolve({ ways: listPaymentMethods(ctx) }),
  orderPay: async ({ ctx, input, caller }) => {
    const { browser, ...reply } = await startPayment({
      ctx,
      ...getOrderOwner(caller),
      input,
      address: caller.address,
      caller: toWechatCaller(caller),
    });
    if (browser !== undefined) caller.storeWechatBrowser(browser);
    return reply;
  },
  orderCheck: ({ ctx, input, caller }) =>
    refreshOrderPayment({ ctx, ...getOrderOwner(caller), id: input.id }),
  orderRefundAsk: ({ ctx, input, caller }) =>
    requestRefund({ ctx, ...getOrderOwner(caller), input }),
  orderInvoiceAsk: ({ ctx, input, caller }) =>
    requestInvoice({ ctx, ...getOrderOwner(caller), input }),
};
