import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Context } from '../../platform/context.ts';
import {
  presentVipSpans,
  selectVipRows,
  type VipSpan,
} from '../../identity/software/entitlements.ts';
import { computePrice, type ProductRow } from './price.ts';
import { getProductOnSale } from './products.ts';
import { extendVipSpans } from './vip/vip-spans.ts';

/**
 * The member's VIP period if this many days of the plan were paid now: the result `grantVip` would
 * have.
 */
const computeVipAfter = async (
  ctx: Context,
  product: ProductRow,
  memberId: number,
  days: number,
): Promise<VipSpan[]> => {
  const now = ctx.now();
  const { id: productId, level, name, software_id: softwareId } = product;
  const heldSpans = await selectVipRows(ctx.db.kysely, { memberId, softwareId, now });
  const names = new Map(heldSpans.map((row) => [row.productId, row.name])).set(productId, name);
  return extendVipSpans(heldSpans, { productId, level, days }, now).map(
    ({ productId: id, ...span }) => ({
      ...span,
      name: names.get(id) ?? '',
    }),
  );
};

/**
 * Current price of an order and the resulting VIP period.
 * @throws 404 for a plan that is not on sale in this software
 */
export const previewOrderPrice = async ({
  ctx,
  softwareId,
  memberId,
  input,
}: {
  ctx: Context;
  softwareId: number;
  memberId: number | null;
  input: Pick<CallParsed<'productPrice'>, 'productId' | 'num' | 'discountCode'>;
}): Promise<CallOutput<'productPrice'>> => {
  const tx = ctx.db.kysely;
  const product = await getProductOnSale(tx, { id: input.productId, softwareId });
  const { code: _taken, ...price } = await computePrice({
    tx,
    product,
    num: input.num,
    code: input.discountCode,
    memberId,
    now: ctx.now(),
  });
  const vip = memberId === null ? null : await computeVipAfter(ctx, product, memberId, price.days);
  return {
    productId: String(product.id),
    num: input.num,
    ...price,
    vip: vip && presentVipSpans(vip),
  };
};
