import { type CallOutput, type CallParsed, DETAIL_STATES } from '@yunbiao/contract';
import { type Executor, holds, getPart, prepared, sql } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { batchConditions, type BatchValues, batchValues, type Whose } from './filters.ts';
import { getBatchOfMember } from './get-batch.ts';
import { openBounds } from '../day-bounds.ts';
import { listMoves } from './label-moves.ts';
import { presentDetail } from './present.ts';

export type DetailFilter = CallParsed<'detailExport'>;

export type DetailValues = BatchValues & {
  batchNo?: string | undefined;
  /** 1: the state is `uncertain`. */
  isUncertain?: number | undefined;
  state?: string | undefined;
  evidence?: string | undefined;
  color?: string | undefined;
  part?: string | undefined;
};

/** @throws 400 for days in the wrong order */
export const detailValues = (whose: Whose, filter: DetailFilter): DetailValues => {
  const isUncertain = filter.state === 'uncertain';
  return {
    ...batchValues(whose, filter, openBounds(filter)),
    batchNo: filter.batchNo || undefined,
    evidence: filter.evidence,
    ...(isUncertain ? { isUncertain: 1 } : { state: filter.state }),
    color: filter.color || undefined,
    part: filter.q ? getPart(filter.q) : undefined,
  };
};

/** Labels with their batch; `printer_name`: where each is, or was printed; `draws`: of its client. Nothing else is said of them yet. */
export const placedDetails = (executor: Executor) =>
  executor
    .selectFrom('batch')
    .innerJoin('detail', 'detail.batch_id', 'batch.id')
    .leftJoin('batch_place', (join) =>
      join
        .onRef('batch_place.batch_id', '=', 'detail.batch_id')
        .onRef('batch_place.printer_id', '=', 'detail.printer_id'),
    )
    .innerJoin('client', 'client.id', 'detail.client_id')
    .select((eb) => [
      eb.fn.coalesce('batch_place.printer_name', 'batch.printer_name').as('printer_name'),
      'client.draws',
    ]);

/** Those of batches that are not hidden. */
export const foundDetails = (executor: Executor, values: DetailValues) => {
  const { memberId, isUncertain, state, evidence, color, batchNo, part } = values;
  return (
    placedDetails(executor)
      .where((eb) => batchConditions(eb, values))
      .where('batch.hidden_at', 'is', null)
      .$if(batchNo !== undefined, (query) => query.where('batch.batch_no', '=', batchNo ?? ''))
      // Across batches the engine walks the member's labels from the newest, instead of sorting all of them.
      .$if(batchNo === undefined, (query) => query.where('detail.member_id', '=', memberId))
      // Written out, or no engine would know that the index of these few labels has all of them.
      .$if(isUncertain !== undefined, (query) =>
        query.where('detail.state', '=', sql.lit('uncertain')),
      )
      .$if(state !== undefined, (query) => query.where('detail.state', '=', state ?? ''))
      .$if(evidence !== undefined, (query) => query.where('detail.evidence', '=', evidence ?? ''))
      .$if(color !== undefined, (query) => query.where('detail.color', '=', color ?? ''))
      .$if(part !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            holds(eb.ref('detail.data'), part ?? ''),
            holds(eb.ref('batch.batch_no'), part ?? ''),
          ]),
        ),
      )
  );
};

/** What is shown of the batch with each label, beside the printer. */
export const OF_BATCH = [
  'batch.batch_no',
  'batch.template_name',
  'batch.printer_group_id',
  'batch.needs',
] as const;

/** The same, whole. */
export const listedDetails = (executor: Executor, values: DetailValues) =>
  foundDetails(executor, values).selectAll('detail').select(OF_BATCH);

type Page = DetailValues & { after?: number; before?: number; limit: number };

/** After a label in the order of its batch, or before one, the newest first. */
const listed = prepared((db, values: Page) =>
  listedDetails(db, values)
    .$if(values.after !== undefined, (query) => query.where('detail.id', '>', values.after ?? 0))
    .$if(values.before !== undefined, (query) => query.where('detail.id', '<', values.before ?? 0))
    .orderBy('detail.id', values.batchNo === undefined ? 'desc' : 'asc')
    .limit(values.limit),
);

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
  const place = lastId && { [input.batchNo ? 'after' : 'before']: Number(lastId) };
  const values = { ...detailValues(whose, input), ...place, limit: pageSize + 1 };
  const rows = await listed(ctx.db.kysely, values);
  const shown = rows.slice(0, pageSize);
  const moves = await listMoves(ctx.db.kysely, shown);
  const list = shown.map((row) => presentDetail(row, moves.get(row.id)));
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
