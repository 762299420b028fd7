import { DETAIL_STATES } from '@yunbiao/contract/evidence';
import { getDialect, type Executor, sql } from '@yunbiao/db';

const BATCH_COLUMNS = sql.raw(
  'batch.id as batch_id, batch.member_id, batch.software_id, batch.created_at, batch.client_id, batch.printer_id, ' +
    'batch.template_id, batch.source, batch.client_name, batch.printer_name, batch.template_name',
);

const stateColumns = sql.join(
  DETAIL_STATES.map(
    (state) =>
      sql`case when detail.state = ${sql.lit(state)} then 1 else 0 end as ${sql.ref(state)}`,
  ),
);

/** Selects a count stored with the batch, for batches whose labels were deleted. */
const selectStoredCount = (executor: Executor, state: string) =>
  getDialect(executor) === 'postgres'
    ? sql`coalesce((batch.counts::json ->> ${sql.lit(state)})::bigint, 0)`
    : sql`coalesce(json_extract(batch.counts, ${sql.lit(`$.${state}`)}), 0)`;

/**
 * Subquery to sum labels by batch and state: one row per label, or one row per batch when its
 * labels were deleted.
 * Columns: `batch_id`, the batch's place and names, `labels`, and one per state.
 */
export const buildCountedLabelsQuery = (executor: Executor) => sql`(
  select ${BATCH_COLUMNS}, 1 as labels, ${stateColumns}
  from batch inner join detail on detail.batch_id = batch.id where batch.records = 'kept'
  union all
  select ${BATCH_COLUMNS}, batch.total as labels, ${sql.join(
    DETAIL_STATES.map((state) => sql`${selectStoredCount(executor, state)} as ${sql.ref(state)}`),
  )}
  from batch where batch.records <> 'kept'
)`;
