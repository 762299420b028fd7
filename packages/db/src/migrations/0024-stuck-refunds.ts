import { index, type MigrationDb, table } from './columns.ts';

/** Refunds a channel could not do, what share codes gave for which order, and who pays inside WeChat. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .alterTable('payment_refund')
    .addColumn('why', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('payment_refund').addColumn('failed_at', 'bigint').execute();

  await table(
    db,
    'share_reward',
    {
      int: 'member_id inviter_id? software_id product_id days order_id? created_at taken_at?',
    },
    {
      member_id: 'member',
      inviter_id: 'member',
      software_id: 'software',
      product_id: 'product',
      order_id: 'member_order',
    },
  ).execute();
  await index(db, 'share_reward', ['order_id']);
  await index(db, 'share_reward', ['member_id']);
  await index(db, 'share_reward', ['inviter_id']);

  await db.schema.alterTable('session').addColumn('wechat_payer', 'text').execute();
  for (const name of ['appid', 'nickname'])
    await db.schema
      .alterTable('wechat_sign_in')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  await db.schema.alterTable('wechat_sign_in').addColumn('session_id', 'bigint').execute();
};
