import { index, type MigrationDb, table } from './columns.ts';

/** Labels that are bytes of somebody else's, and what a print client understands of the protocol. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'raw_job',
    { text: 'type content?', int: 'batch_id member_id size created_at' },
    { batch_id: 'batch', member_id: 'member' },
  ).execute();
  await index(db, 'raw_job', ['batch_id'], 'unique');
  await index(db, 'raw_job', ['member_id']);

  await db.schema
    .alterTable('client')
    .addColumn('features', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
};
