import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/**
 * Finds the clients of a server process: which processes have clients is asked each second, and most clients of a large
 * site may be offline.
 */
export const up = async (db: MigrationDb): Promise<void> => {
  await sql`create index client_node on client (node_id) where node_id is not null`.execute(db);
};
