import { type CallOutput, type CallParsed, DETAIL_STATES } from '@yunbiao/contract';
import { contains, type Executor } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { batchConditions, type Whose } from './filters.ts';
import { getBatchOfMember } from './get-batch.ts';
import { openBounds } from './period.ts';
import { presentDetail } from './present.ts';

export type DetailFilter = CallParsed<'detailExport'>;

/** Labels of batches that are not hidden. */
export const listedDetails = (executor: Executor, whose: Whose, filter: DetailFilter) => {
  const { q, state, evidence, color, batchNo } = filter;
  return (
    executor
      .selectFrom('batch')
      .innerJoin('detail', 'detail.batch_id', 'batch.id')
      .where((eb) => batchConditions(eb, whose, filter, openBounds(filter)))
      .where('batch.hidden_at', 'is', null)
      .$if(Boolean(batchNo), (query) => query.where('batch.batch_no', '=', batchNo ?? ''))
      // Across batches the engine walks the member's labels from the newest, instead of sorting all of them.
      .$if(!batchNo, (query) => query.where('detail.member_id', '=', whose.memberId))
      .$if(state !== undefined, (query) => query.where('detail.state', '=', state ?? ''))
      .$if(evidence !== undefined, (query) => query.where('detail.evidence', '=', evidence ?? ''))
      .$if(color !== undefined && color !== '', (query) =>
        query.where('detail.color', '=', color ?? ''),
      )
      .$if(q !== undefined && q !== '', (query) =>
        query.where((eb) =>
          eb.or([
            contains(eb.ref('detail.data'), q ?? ''),
            contains(eb.ref('batch.batch_no'), q ?? ''),
          ]),
        ),
      )
      .selectAll('detail')
      .select(['batch.batch_no', 'batch.template_name', 'batch.printer_name'])
  );
};

/** Labels: of one batch in its order, else the newest first. Pass `nextId` back as `lastId` to go on. */
export const detailList = async ({
  ctx,
  whose,
  input,
}: {
  ctx: Context;
  whose: Whose;
  input: CallParsed<'detailList'>;
}): Promise<CallOutput<'detailList'>> => {
  const { lastId, pageSize } = input;
  const isForward = Boolean(input.batchNo);
  const rows = await listedDetails(ctx.db.kysely, whose, input)
    .$if(lastId !== undefined, (query) =>
      query.where('detail.id', isForward ? '>' : '<', Number(lastId)),
    )
    .orderBy('detail.id', isForward ? 'asc' : 'desc')
    .limit(pageSize + 1)
    .execute();
  const list = rows.slice(0, pageSize).map(presentDetail);
  return { list, nextId: rows.length > pageSize ? (list.at(-1)?.id ?? null) : null };
};

/** The state of every label of a batch, in printing order. @throws 404 */
export const detailStates = async ({
  ctx,
  memberId,
  batchNo,
}: {
  ctx: Context;
  memberId: number;
  batchNo: string;
}): Promise<CallOutput<'detailStates'>> => {
  const batch = await getBatchOfMember(ctx.db.kysely, { batchNo, memberId });
  const rows = await ctx.db.kysely
    .selectFrom('detail')
    .select(['id', 'state'])
    .where('batch_id', '=', batch.id)
    .orderBy('queue_order')
    .orderBy('id')
    .execute();
  const indexes = new Map<string, number>(DETAIL_STATES.map((state, index) => [state, index]));
  return { cells: rows.map((row) => [String(row.id), indexes.get(row.state) ?? 0]) };
};
