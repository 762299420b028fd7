import { sql } from 'kysely';
import { index, type MigrationDb } from './columns.ts';

/** Who brought whom, and what both were given for it. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema.alterTable('member').addColumn('bound_share_code', 'text').execute();
  await db.schema
    .alterTable('member')
    .addColumn('inviter_id', 'bigint', (column) => column.references('member.id'))
    .execute();
  await db.schema.alterTable('member').addColumn('share_rewarded_at', 'bigint').execute();
  await db.schema.alterTable('member').addColumn('inviter_rewarded_at', 'bigint').execute();
  await index(db, 'member', ['inviter_id', 'inviter_rewarded_at']);
  await sql`create index member_share_open on member (id)
    where inviter_id is not null and share_rewarded_at is null`.execute(db);
};
