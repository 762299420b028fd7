import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { jsonNumber, prepared } from '@yunbiao/db';
import type { Template } from '@yunbiao/label';
import type { Context } from '../context.ts';
import { batchTalliesOf, batchTally, noTally } from './details.ts';
import { listedBatches, type ListValues, listValues, type Whose } from './filters.ts';
import { getBatchOfMember } from './get-batch.ts';
import { BATCH_FIELDS, presentBatch } from './present.ts';

const counted = prepared((db, values: ListValues) =>
  listedBatches(db, values).select((eb) => eb.fn.countAll<number>().as('count')),
);

const listed = prepared((db, values: ListValues & { limit: number; offset: number }) =>
  listedBatches(db, values)
    .select(BATCH_FIELDS)
    .select((eb) => [
      jsonNumber(db, eb.ref('batch.template'), 'widthMm').as('widthMm'),
      jsonNumber(db, eb.ref('batch.template'), 'heightMm').as('heightMm'),
    ])
    .orderBy('batch.id', 'desc')
    .limit(values.limit)
    .offset(values.offset),
);

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
  const values = listValues(whose, input);
  const [counts] = await counted(kysely, values);
  const offset = (page - 1) * pageSize;
  const rows = await listed(kysely, { ...values, limit: pageSize, offset });
  const tallies = await batchTalliesOf(
    kysely,
    rows.map((row) => row.id),
  );
  return {
    list: rows.map((row) => presentBatch(row, row, tallies.get(row.id) ?? noTally())),
    total: counts?.count ?? 0,
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
  // Checked when the batch was accepted.
  const template = JSON.parse(row.template) as Template;
  return {
    ...presentBatch(row, template, await batchTally(ctx.db.kysely, row.id)),
    template,
    dpi,
  };
};
