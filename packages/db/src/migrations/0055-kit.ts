import { index, type MigrationDb, table } from './columns.ts';

/** Kits of members. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'kit',
    { text: 'name content', int: 'member_id bytes elements created_at' },
    { member_id: 'member' },
  ).execute();
  await index(db, 'kit', ['member_id', 'name'], 'unique');
};
