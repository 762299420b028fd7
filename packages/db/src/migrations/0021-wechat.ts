import { index, type MigrationDb, table } from './columns.ts';

/** Signing in with WeChat: whose WeChat is whose account, and what is under way. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .alterTable('member')
    .addColumn('wechat_bound', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();

  await table(
    db,
    'wechat_key',
    { text: 'identity', int: 'member_id created_at' },
    { member_id: 'member' },
  ).execute();
  await index(db, 'wechat_key', ['identity'], 'unique');
  await index(db, 'wechat_key', ['member_id']);

  await table(
    db,
    'wechat_sign_in',
    {
      text: 'way purpose state key_hash browser_hash confirm_hash? openid? unionid? origin to_path user_agent address',
      int: 'member_id? created_at expires_at',
    },
    { member_id: 'member' },
  ).execute();
  await index(db, 'wechat_sign_in', ['key_hash'], 'unique');
  await index(db, 'wechat_sign_in', ['browser_hash']);
  await index(db, 'wechat_sign_in', ['confirm_hash']);
  await index(db, 'wechat_sign_in', ['expires_at']);
};
