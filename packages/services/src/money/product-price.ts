import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { presentSpans, vipRows, type VipSpan } from '../software/entitlements.ts';
import { getPrice, type ProductRow } from './price.ts';
import { getProductOnSale } from './products.ts';
import { laySpans } from './vip-spans.ts';

/** How a member's VIP would run were so many days of a plan paid now: what `grantVip` would do. */
const vipAfter = async (
  ctx: Context,
  product: ProductRow,
  memberId: number,
  days: number,
): Promise<VipSpan[]> => {
  const now = ctx.now();
  const { id: productId, level, name, software_id: softwareId } = product;
  const held = await vipRows(ctx.db.kysely, { memberId, softwareId, now });
  const names = new Map(held.map((row) => [row.productId, row.name])).set(productId, name);
  return laySpans(held, { productId, level, days }, now).map(({ productId: id, ...span }) => ({
    ...span,
    name: names.get(id) ?? '',
  }));
};

/** What an order would cost now, and what it would bring the member. @throws 404 for a plan that is not on sale here */
export const productPrice = async ({
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
  const { code: _taken, ...price } = await getPrice({
    tx,
    product,
    num: input.num,
    code: input.discountCode,
    memberId,
    now: ctx.now(),
  });
  const vip = memberId === null ? null : await vipAfter(ctx, product, memberId, price.days);
  return {
    productId: String(product.id),
    num: input.num,
    ...price,
    vip: vip && presentSpans(vip),
  };
};
