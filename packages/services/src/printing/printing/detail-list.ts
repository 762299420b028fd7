import { type CallOutput, type CallParsed, DETAIL_STATES } from '@yunbiao/contract';
import {
  type Executor,
  buildContainsCondition,
  buildLikePattern,
  createQueryCompiledOnce,
  sql,
} from '@yunbiao/db';
import type { Context, MemberScope } from '../../platform/context.ts';
import {
  buildBatchConditions,
  type BatchValues,
  toBatchFilterValues,
  type Whose,
} from './filters.ts';
import { getBatchOfMember } from './get-batch.ts';
import { computeDayBounds } from '../../platform/day-bounds.ts';
import { listLabelMoves } from './label-moves.ts';
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

/**
 * Converts a filter of labels to the values of its query. @throws 400 when the start is after the
 * end
 */
export const toDetailFilterValues = (owner: Whose, filter: DetailFilter): DetailValues => {
  const isUncertain = filter.state === 'uncertain';
  return {
    ...toBatchFilterValues(owner, filter, computeDayBounds(filter)),
    batchNo: filter.batchNo || undefined,
    evidence: filter.evidence,
    ...(isUncertain ? { isUncertain: 1 } : { state: filter.state }),
    color: filter.color || undefined,
    part: filter.q ? buildLikePattern(filter.q) : undefined,
  };
};

/**
 * Labels with batch, printer and client, without filters. `printer_name`: current or final printer
 * of the label; `draws`: column of its client.
 */
export const selectDetailsWithPrinter = (executor: Executor) =>
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

/** Filtered labels of batches that are not hidden. */
export const selectFilteredDetails = (executor: Executor, values: DetailValues) => {
  const { memberId, isUncertain, state, evidence, color, batchNo, part } = values;
  return (
    selectDetailsWithPrinter(executor)
      .where((eb) => buildBatchConditions(eb, values))
      .where('batch.hidden_at', 'is', null)
      .$if(batchNo !== undefined, (query) => query.where('batch.batch_no', '=', batchNo ?? ''))
      // Across batches the database walks the member's labels from the newest, instead of sorting
      // all of them.
      .$if(batchNo === undefined, (query) => query.where('detail.member_id', '=', memberId))
      // A literal, so that the database uses the partial index of these few labels.
      .$if(isUncertain !== undefined, (query) =>
        query.where('detail.state', '=', sql.lit('uncertain')),
      )
      .$if(state !== undefined, (query) => query.where('detail.state', '=', state ?? ''))
      .$if(evidence !== undefined, (query) => query.where('detail.evidence', '=', evidence ?? ''))
      .$if(color !== undefined, (query) => query.where('detail.color', '=', color ?? ''))
      .$if(part !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            buildContainsCondition(eb.ref('detail.data'), part ?? ''),
            buildContainsCondition(eb.ref('batch.batch_no'), part ?? ''),
          ]),
        ),
      )
  );
};

/** Columns of the batch shown with each label, in addition to the printer. */
export const DETAIL_BATCH_COLUMNS = [
  'batch.batch_no',
  'batch.template_name',
  'batch.printer_group_id',
  'batch.needs',
] as const;

/** Filtered labels with all columns for lists. */
export const selectListedDetails = (executor: Executor, values: DetailValues) =>
  selectFilteredDetails(executor, values).selectAll('detail').select(DETAIL_BATCH_COLUMNS);

type Page = DetailValues & { after?: number; before?: number; limit: number };

/** A page after a label in batch order, or before a label, newest first. */
const selectPage = createQueryCompiledOnce((db, values: Page) =>
  selectListedDetails(db, values)
    .$if(values.after !== undefined, (query) => query.where('detail.id', '>', values.after ?? 0))
    .$if(values.before !== undefined, (query) => query.where('detail.id', '<', values.before ?? 0))
    .orderBy('detail.id', values.batchNo === undefined ? 'desc' : 'asc')
    .limit(values.limit),
);

/**
 * Labels of one batch in its order, otherwise newest first. Pass `nextId` as `lastId` to continue.
 */
export const listDetailPage = async ({
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
  const values = { ...toDetailFilterValues(whose, input), ...place, limit: pageSize + 1 };
  const rows = await selectPage(ctx.db.kysely, values);
  const shownRows = rows.slice(0, pageSize);
  const moves = await listLabelMoves(ctx.db.kysely, shownRows);
  const list = shownRows.map((row) => presentDetail(row, moves.get(row.id)));
  return { list, nextId: rows.length > pageSize ? (list.at(-1)?.id ?? null) : null };
};

/** The state of every label of a batch, in printing order. @throws 404 */
export const listDetailStates = async ({
  ctx,
  memberId,
  batchNo,
}: MemberScope & { batchNo: string }): Promise<CallOutput<'detailStates'>> => {
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
