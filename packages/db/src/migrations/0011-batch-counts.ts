import { PostgresAdapter, sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/** How many labels of a batch are in each state: lists and statistics counted them again for every page. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .alterTable('batch')
    .addColumn('counts', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  const all =
    db.getExecutor().adapter instanceof PostgresAdapter
      ? sql`coalesce(json_object_agg(state, labels)::text, '{}')`
      : sql`json_group_object(state, labels)`;
  await sql`update batch set counts = (
    select ${all} from (
      select state, count(*) as labels from detail where detail.batch_id = batch.id group by state
    ) as counted
  )`.execute(db);
};
