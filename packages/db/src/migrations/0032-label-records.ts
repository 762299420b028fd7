import { sql } from 'kysely';
import { index, type MigrationDb } from './columns.ts';

/** Labels of old batches go when the plan keeps them no longer; the batch and the sums stay. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .alterTable('batch')
    .addColumn('records', 'text', (column) => column.notNull().defaultTo('kept'))
    .execute();
  await sql`create index batch_records_going on batch (id) where records = 'going'`.execute(db);
  await index(db, 'batch', ['member_id', 'software_id', 'records', 'finished_at']);
};
