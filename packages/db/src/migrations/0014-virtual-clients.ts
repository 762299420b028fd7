import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/** Print clients the site runs itself: one a member and software, however often is clicked. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .alterTable('client')
    .addColumn('is_virtual', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create unique index client_virtual on client (member_id, software_id)
    where is_virtual = 1 and revoked_at is null`.execute(db);
};
