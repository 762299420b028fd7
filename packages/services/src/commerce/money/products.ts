import type { CallOutput } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createNotFoundError } from '../../platform/errors.ts';
import { presentProduct } from '../../identity/software/present.ts';
import type { ProductRow } from './price.ts';

/** Plans of a software on sale, in display order. */
export const listProductsOnSale = async ({
  ctx,
  softwareId,
}: {
  ctx: Context;
  softwareId: number;
}): Promise<CallOutput<'productList'>> => {
  const rows = await ctx.db.kysely
    .selectFrom('product')
    .selectAll()
    .where('software_id', '=', softwareId)
    .where('state', '=', 'on')
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return rows.map(presentProduct);
};

/**
 * Returns a plan that is on sale in the software. @throws 404, also for a plan of another software
 */
export const getProductOnSale = async (
  executor: Executor,
  { id, softwareId }: { id: string; softwareId: number },
): Promise<ProductRow> => {
  const row = await executor
    .selectFrom('product')
    .selectAll()
    .where('id', '=', Number(id))
    .where('software_id', '=', softwareId)
    .where('state', '=', 'on')
    .executeTakeFirst();
  if (!row) throw createNotFoundError('没有这个方案，或者它已经不卖了');
  return row;
};
