import { sql } from 'kysely';
import { index, type MigrationDb, table } from './columns.ts';

/** What a label has cost of the month's quota, and when: its state alone cannot tell once it is printed again. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema.alterTable('detail').addColumn('charged_at', 'bigint').execute();
  await db.schema
    .alterTable('detail')
    .addColumn('charge_spent', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  // As it was counted until now: in the month of its batch, unless it was given back.
  await sql`update detail
    set charged_at = (select batch.created_at from batch where batch.id = detail.batch_id)
    where state not in ('failed', 'cancelled', 'expired')`.execute(db);
  // The batch says in which software it was.
  await index(db, 'detail', ['member_id', 'charged_at', 'batch_id']);
  await table(
    db,
    'past_charge',
    { int: 'member_id software_id detail_id charged_at' },
    { member_id: 'member', software_id: 'software', detail_id: 'detail' },
  ).execute();
  await index(db, 'past_charge', ['member_id', 'charged_at']);
};
