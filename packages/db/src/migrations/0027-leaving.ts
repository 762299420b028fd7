import { index, type MigrationDb, table } from './columns.ts';

/** Deleting an account: since when it waits, how far it is, and the names nobody gets again. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema.alterTable('member').addColumn('leaving_at', 'bigint').execute();
  await db.schema.alterTable('member').addColumn('left_at', 'bigint').execute();

  await table(
    db,
    'member_deletion',
    { text: 'state piece', int: 'member_id asked_at due_at closed_at? after_id done_at?' },
    { member_id: 'member' },
  ).execute();
  await index(db, 'member_deletion', ['member_id'], 'unique');
  await index(db, 'member_deletion', ['state', 'due_at']);

  await table(db, 'retired_name', { text: 'name_hash', int: 'created_at' }).execute();
  await index(db, 'retired_name', ['name_hash'], 'unique');

  // What refers to a row is looked for when the row goes.
  await index(db, 'past_charge', ['detail_id']);
  await index(db, 'serial_range', ['batch_id']);
  await index(db, 'serial_range', ['member_id', 'id']);
};
