import { index, type MigrationDb, table } from './columns.ts';

/**
 * Servers that work on the same database, messages between them, and the data folder that holds the home of a virtual
 * printer.
 */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(db, 'node', {
    text: 'node_id name build data_folder_id key_check',
    int: 'started_at seen_at is_leader is_stopped clients lag_ms',
  }).execute();
  await index(db, 'node', ['node_id'], 'unique');
  await table(db, 'node_message', { text: 'message_id body', int: 'created_at' }).execute();
  await index(db, 'node_message', ['message_id'], 'unique');
  await db.schema.alterTable('client').addColumn('virtual_home', 'text').execute();
};
