import { index, type MigrationDb, table } from './columns.ts';

/** Which key a batch came with, where its member's systems are told of it, and what was told. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema.alterTable('api_key').addColumn('webhook_secret', 'text').execute();
  await db.schema
    .alterTable('batch')
    .addColumn('api_key_id', 'bigint', (column) => column.references('api_key.id'))
    .execute();
  await db.schema.alterTable('batch').addColumn('webhook', 'text').execute();

  await table(
    db,
    'webhook',
    { text: 'url events', int: 'member_id api_key_id enabled created_at' },
    { member_id: 'member', api_key_id: 'api_key' },
  ).execute();
  await index(db, 'webhook', ['member_id']);
  await index(db, 'webhook', ['api_key_id', 'url'], 'unique');

  await table(
    db,
    'webhook_delivery',
    {
      text: 'message_id url event subject body state error',
      int: 'member_id api_key_id webhook_id? tries status? created_at next_at? give_up_at last_at?',
    },
    { member_id: 'member', api_key_id: 'api_key' },
  ).execute();
  await index(db, 'webhook_delivery', ['state', 'next_at']);
  await index(db, 'webhook_delivery', ['member_id', 'id']);
  await index(db, 'webhook_delivery', ['created_at']);
};
