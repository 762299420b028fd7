import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { priceOf } from './price.ts';
import { getProductOnSale } from './products.ts';

/** What an order would cost now. @throws 404 for a plan that is not on sale here */
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
  const { code: _taken, ...price } = await priceOf({
    ...{ tx, product, num: input.num, code: input.discountCode, memberId, now: ctx.now() },
  });
  return { productId: String(product.id), num: input.num, ...price };
};
