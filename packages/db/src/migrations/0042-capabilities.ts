import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/** What a client draws, and what the labels of a batch need; '' for what is from before either was said. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .alterTable('client')
    .addColumn('draws', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('batch')
    .addColumn('needs', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`create index batch_open_needs on batch (member_id, needs) where finished_at is null`.execute(
    db,
  );
};
