import { sql } from 'kysely';
import { index, type MigrationDb, table } from './columns.ts';

/** The life of a session whatever its use, ms: 90 days. */
const LIFE_MS = 7_776_000_000;

/** Browsers that signed in, the security log, and what the data was made as. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'device',
    { text: 'token_hash network', int: 'member_id created_at last_used_at' },
    { member_id: 'member' },
  ).execute();
  await index(db, 'device', ['member_id', 'token_hash'], 'unique');
  await index(db, 'device', ['token_hash']);
  await index(db, 'device', ['last_used_at']);

  await table(db, 'security_event', {
    text: 'kind actor subject address detail fold?',
    int: 'at count',
  }).execute();
  await index(db, 'security_event', ['fold'], 'unique');
  await index(db, 'security_event', ['at']);
  await index(db, 'security_event', ['kind', 'id']);
  await index(db, 'security_event', ['actor', 'id']);
  await index(db, 'security_event', ['subject', 'id']);

  await table(db, 'data_mark', { text: 'made_as' }).execute();

  await sql`update session set expires_at = created_at + ${sql.lit(LIFE_MS)}
    where expires_at > created_at + ${sql.lit(LIFE_MS)}`.execute(db);
};
