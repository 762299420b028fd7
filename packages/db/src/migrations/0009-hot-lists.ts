import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/**
 * What every signed-in page asks for first. The batches shown to a member, newest first, were all sorted with their
 * templates in hand; the few labels that wait for a word were looked for among all there are.
 */
export const up = async (db: MigrationDb): Promise<void> => {
  // The last column is for the engine: without it it would read every row to see what the index says already.
  await sql`create index batch_listed on batch (member_id, software_id, id, hidden_at)
    where hidden_at is null`.execute(db);
  await sql`create index detail_uncertain on detail (member_id, id)
    where state = 'uncertain'`.execute(db);
};
