import { DETAIL_STATES } from '@yunbiao/contract/evidence';
import { getDialect, type Executor, sql } from '@yunbiao/db';

const PLACE = sql.raw(
  'batch.id as batch_id, batch.member_id, batch.software_id, batch.created_at, batch.client_id, batch.printer_id, ' +
    'batch.template_id, batch.source, batch.client_name, batch.printer_name, batch.template_name',
);

const ofLabels = sql.join(
  DETAIL_STATES.map(
    (state) =>
      sql`case when detail.state = ${sql.lit(state)} then 1 else 0 end as ${sql.ref(state)}`,
  ),
);

/** A number of the batch's own counts, which speak for labels that are kept no longer. */
const kept = (executor: Executor, state: string) =>
  getDialect(executor) === 'postgres'
    ? sql`coalesce((batch.counts::json ->> ${sql.lit(state)})::bigint, 0)`
    : sql`coalesce(json_extract(batch.counts, ${sql.lit(`$.${state}`)}), 0)`;

/**
 * Labels by batch and state, to be added up: a row a label while they are kept, a row a batch where they are not.
 * Columns: `batch_id`, the batch's place and names, `labels`, and one for each state.
 */
export const countedLabels = (executor: Executor) => sql`(
  select ${PLACE}, 1 as labels, ${ofLabels}
  from batch inner join detail on detail.batch_id = batch.id where batch.records = 'kept'
  union all
  select ${PLACE}, batch.total as labels, ${sql.join(
    DETAIL_STATES.map((state) => sql`${kept(executor, state)} as ${sql.ref(state)}`),
  )}
  from batch where batch.records <> 'kept'
)`;
