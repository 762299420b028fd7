import { sql } from 'kysely';
import { index, type MigrationDb } from './columns.ts';

/** Plans of a member follow one another, each for the days that were bought of it. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .alterTable('vip')
    .addColumn('starts_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  // There was one row, written when VIP was last given: what it says has run since then at least.
  await sql`update vip set starts_at = updated_at`.execute(db);
  await db.schema.dropIndex('vip_member_id_software_id').execute();
  await index(db, 'vip', ['member_id', 'software_id', 'expires_at']);
};
