import type { CallOutput } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { presentProduct } from '../software/present.ts';
import type { ProductRow } from './price.ts';

/** Plans on sale of a software, in the order they are shown. */
export const productList = async ({
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

/** A plan on sale of this software. @throws 404, also for another software's */
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
  if (!row) throw notFound('没有这个方案，或者它已经不卖了');
  return row;
};
