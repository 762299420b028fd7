import { index, type MigrationDb, table } from './columns.ts';

/** Keys for other people's systems, where they may be used from, and who tried from elsewhere. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'api_key',
    {
      text: 'name kind scopes key_hash hint last_address',
      int: 'member_id created_at last_used_at? revoked_at?',
    },
    { member_id: 'member' },
  ).execute();
  await index(db, 'api_key', ['key_hash'], 'unique');
  await index(db, 'api_key', ['member_id']);

  await table(
    db,
    'ip_rule',
    { text: 'network remark', int: 'member_id created_at' },
    { member_id: 'member' },
  ).execute();
  await index(db, 'ip_rule', ['member_id', 'network'], 'unique');

  await table(
    db,
    'ip_refusal',
    { text: 'address who what', int: 'member_id times first_at last_at' },
    { member_id: 'member' },
  ).execute();
  await index(db, 'ip_refusal', ['member_id', 'address', 'who', 'what'], 'unique');
  await index(db, 'ip_refusal', ['last_at']);
};
