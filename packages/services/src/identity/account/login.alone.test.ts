import type * as Argon2 from '@node-rs/argon2';
import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestContext } from '../../testing.ts';
import { changePassword } from './passwords/change-password.ts';
import { login } from './login.ts';
import { register } from './register.ts';
import { resetPassword } from './passwords/reset-password.ts';
import { authenticate } from './session.ts';

/**
 * Runs once, after the next password was compared with its hash and before the result is returned.
 */
const interruption = vi.hoisted(() => ({
  next: undefined as (() => Promise<unknown>) | undefined,
}));

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof Argon2>();
  const verify: typeof real.verify = async (...given) => {
    const act = interruption.next;
    interruption.next = undefined;
    const matches = await real.verify(...given);
    await act?.();
    return matches;
  };
  return { ...real, verify };
});

const origin = { address: '10.0.0.1', userAgent: 'test' };
const password = 'correct horse 9';

describeEachDatabase((open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });

  describe('a sign-in under way', () => {
    it.each(['given', 'changed'] as const)(
      'opens nothing once a new password was %s',
      async (way) => {
        const ctx = createTestContext(db);
        const input = { username: `${way}-during-login`, password };
        const { token } = await register({ ctx, input, origin });
        const signedIn = await authenticate({ ctx, token });
        if (!signedIn) throw new Error('not signed in');
        const change = { oldPassword: password, password: 'battery staple 7' };
        interruption.next = () =>
          way === 'given'
            ? resetPassword({ ctx, username: input.username })
            : changePassword({ ctx, signedIn, input: change, address: '10.0.0.2' });
        const refusal = await login({ ctx, input, origin }).catch((e: unknown) => e);
        const wrong = await login({ ctx, input, origin }).catch((e: unknown) => e);
        expect(refusal).toMatchObject({ code: 400, message: '用户名或密码不对' });
        expect(refusal).toEqual(wrong);
        const left = await db.kysely
          .selectFrom('session')
          .select('id')
          .where('member_id', '=', signedIn.member.id)
          .execute();
        expect(left).toEqual(way === 'given' ? [] : [{ id: signedIn.sessionId }]);
      },
    );
  });
});
