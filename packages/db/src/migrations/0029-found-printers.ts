import { index, type MigrationDb, table } from './columns.ts';

/** Printers that print clients have found around them. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'client_found',
    { text: 'printers addresses', int: 'client_id told_at' },
    { client_id: 'client' },
  ).execute();
  await index(db, 'client_found', ['client_id'], 'unique');
};
