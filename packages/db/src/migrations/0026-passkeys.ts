import { index, type MigrationDb, table } from './columns.ts';

/** Passkeys (WebAuthn), and what browsers are asked while one is made or used. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'passkey',
    {
      text: 'credential_id public_key user_handle rp_id transports name',
      int: 'member_id sign_count is_synced created_at last_used_at?',
    },
    { member_id: 'member' },
  ).execute();
  await index(db, 'passkey', ['credential_id'], 'unique');
  await index(db, 'passkey', ['member_id']);

  await table(
    db,
    'passkey_challenge',
    { text: 'challenge user_handle browser_hash?', int: 'member_id? session_id? expires_at' },
    { member_id: 'member' },
  ).execute();
  await index(db, 'passkey_challenge', ['challenge'], 'unique');
  await index(db, 'passkey_challenge', ['member_id']);
  await index(db, 'passkey_challenge', ['expires_at']);
};
