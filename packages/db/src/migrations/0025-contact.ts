import { index, type MigrationDb, table } from './columns.ts';

/** E-mail addresses and telephones of members, and the codes that bind them. */
export const up = async (db: MigrationDb): Promise<void> => {
  for (const column of ['email', 'phone']) {
    await db.schema.alterTable('member').addColumn(column, 'text').execute();
    await index(db, 'member', [column], 'unique');
  }

  await table(
    db,
    'contact_code',
    {
      text: 'purpose kind target ticket_hash code_hash state why',
      int: 'member_id? tries created_at expires_at',
    },
    { member_id: 'member' },
  ).execute();
  await index(db, 'contact_code', ['ticket_hash'], 'unique');
  await index(db, 'contact_code', ['member_id']);
  await index(db, 'contact_code', ['expires_at']);

  await table(db, 'code_count', { text: 'count_key day', int: 'count last_at' }).execute();
  await index(db, 'code_count', ['count_key'], 'unique');
  await index(db, 'code_count', ['day']);
};
