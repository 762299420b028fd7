import {
  closeOwnOrder,
  type Context,
  createOrder,
  getSoftware,
  orderDetail,
  orderList,
  productList,
  productPrice,
  type SoftwareName,
} from '@yunbiao/services';
import type { Caller, Handlers, MemberCaller } from '../handler.ts';
import { requireSoftware, requireUsableSoftware } from './require-software.ts';

/** The software named, else that of the call. @throws 404 */
const softwareId = async (ctx: Context, input: SoftwareName, caller: Caller): Promise<number> =>
  (input.alias || input.domain ? await getSoftware(ctx, input) : requireSoftware(caller)).id;

const whose = (caller: MemberCaller): { memberId: number; softwareId: number } => ({
  memberId: caller.signedIn.member.id,
  softwareId: requireSoftware(caller).id,
});

export const moneyHandlers: Pick<
  Handlers,
  'productList' | 'productPrice' | 'createOrder' | 'orderList' | 'orderDetail' | 'orderClose'
> = {
  productList: async ({ ctx, input, caller }) =>
    productList({ ctx, softwareId: await softwareId(ctx, input, caller) }),
  productPrice: async ({ ctx, input, caller }) =>
    productPrice({
      ctx,
      softwareId: await softwareId(ctx, input, caller),
      memberId: caller.signedIn?.member.id ?? null,
      input,
    }),
  createOrder: async ({ ctx, input, caller }) => {
    const { id } = await requireUsableSoftware(ctx, caller);
    return createOrder({ ctx, memberId: caller.signedIn.member.id, softwareId: id, input });
  },
  orderList: ({ ctx, input, caller }) => orderList({ ctx, ...whose(caller), lastId: input.lastId }),
  orderDetail: ({ ctx, input, caller }) => orderDetail({ ctx, ...whose(caller), id: input.id }),
  orderClose: ({ ctx, input, caller }) => closeOwnOrder({ ctx, ...whose(caller), id: input.id }),
};
