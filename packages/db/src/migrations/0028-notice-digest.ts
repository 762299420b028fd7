import { index, type MigrationDb, table } from './columns.ts';

/** Who wishes a letter a day with the unread notices, and how far that is. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'notice_digest',
    {
      text: 'token day lease',
      int: 'member_id wanted last_notice_id tries next_at lease_until created_at',
    },
    { member_id: 'member' },
  ).execute();
  await index(db, 'notice_digest', ['member_id'], 'unique');
  await index(db, 'notice_digest', ['token'], 'unique');
  await index(db, 'notice_digest', ['wanted', 'next_at']);
};
