import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { batchCounts, batchCountsOf, noCounts } from './details.ts';
import { listedBatches, type Whose } from './filters.ts';
import { getBatchOfMember } from './get-batch.ts';
import { presentBatch } from './present.ts';

/** Batches, newest first. */
export const batchList = async ({
  ctx,
  whose,
  input,
}: {
  ctx: Context;
  whose: Whose;
  input: CallParsed<'batchList'>;
}): Promise<CallOutput<'batchList'>> => {
  const { kysely } = ctx.db;
  const { page, pageSize } = input;
  const { count } = await listedBatches(kysely, whose, input)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await listedBatches(kysely, whose, input)
    .selectAll()
    .orderBy('batch.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const counts = await batchCountsOf(
    kysely,
    rows.map((row) => row.id),
  );
  return {
    list: rows.map((row) => presentBatch(row, counts.get(row.id) ?? noCounts())),
    total: count,
    page,
    pageSize,
  };
};

/** One batch, with the template it was printed from. @throws 404 */
export const batchInfo = async ({
  ctx,
  memberId,
  batchNo,
}: {
  ctx: Context;
  memberId: number;
  batchNo: string;
}): Promise<CallOutput<'batchInfo'>> => {
  const row = await getBatchOfMember(ctx.db.kysely, { batchNo, memberId });
  const { dpi } = JSON.parse(row.setup) as { dpi: number };
  return {
    ...presentBatch(row, await batchCounts(ctx.db.kysely, row.id)),
    template: JSON.parse(row.template) as unknown,
    dpi,
  };
};
