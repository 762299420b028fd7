import { type Database, sql, runTransaction } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { SESSION_INVALID } from '@yunbiao/contract/core/envelope';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestContext } from '../../../testing.ts';
import { changePassword } from './change-password.ts';
import { login } from '../login.ts';
import { hashPassword } from './password.ts';
import { register } from '../register.ts';
import { replacePassword } from './replace-password.ts';
import { authenticate } from '../session.ts';

const origin = { address: '10.0.0.1', userAgent: 'test' };
const password = 'correct horse 9';
const given = 'battery staple 7';

describeEachDatabase((open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });

  /** Whether a transaction waits for a row lock. With SQLite's single connection, always true. */
  const isTransactionWaiting = async (): Promise<boolean> => {
    if (open.dialect === 'sqlite') return true;
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.kysely);
    return rows.length > 0;
  };

  describe('a password about to be replaced', () => {
    it.each([
      ['a sign-in', 400],
      ['a change by the member', SESSION_INVALID],
    ])('makes %s with the old one wait, and refuses it then', async (who, code) => {
      const ctx = createTestContext(db);
      const input = { username: `waits-${code}`, password };
      const { token } = await register({ ctx, input, origin });
      const signedIn = await authenticate({ ctx, token });
      if (!signedIn) throw new Error('not signed in');
      const memberId = signedIn.member.id;
      const passwordHash = await hashPassword(given);
      const stored = Promise.withResolvers<void>();
      const commit = Promise.withResolvers<void>();
      const replaced = runTransaction(db, async (tx) => {
        await replacePassword({ ctx, tx, memberId, passwordHash, own: null });
        stored.resolve();
        await commit.promise;
      });
      await stored.promise;
      let answered = false;
      const change = { oldPassword: password, password: 'third password 5' };
      const attempt = (
        who === 'a sign-in'
          ? login({ ctx, input, origin })
          : changePassword({ ctx, signedIn, input: change, address: origin.address })
      )
        .catch((e: unknown) => e)
        .finally(() => {
          answered = true;
        });
      await vi.waitUntil(async () => answered || (await isTransactionWaiting()), {
        timeout: 20_000,
      });
      commit.resolve();
      await replaced;
      expect(await attempt).toMatchObject({ code });
      const left = db.kysely.selectFrom('session').select('id').where('member_id', '=', memberId);
      expect(await left.execute()).toEqual([]);
      await login({ ctx, input: { ...input, password: given }, origin });
    });
  });
});
