import { type Database, migrate, openDatabase } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestContext } from '../../testing.ts';
import { DAY, HOUR } from '../../platform/time.ts';
import { login } from './login.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { logout } from './logout.ts';
import { register } from './register.ts';
import { authenticate } from './session.ts';
import { deleteExpiredSessions } from './delete-expired-sessions.ts';

const origin = { address: '10.0.0.1', userAgent: 'test' };
const password = 'correct horse 9';

describeEachDatabase((open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });

  describe('sign-up', () => {
    it('signs in at once and keeps neither password nor token', async () => {
      const ctx = { ...createTestContext(db), passwordWork: undefined };
      const { token, userInfo } = await register({
        ctx,
        input: { username: '周敏', password },
        origin,
      });
      expect(userInfo).toMatchObject({ username: '周敏', nickname: '周敏', phone: null });
      expect((await authenticate({ ctx, token }))?.member.username).toBe('周敏');
      const stored = JSON.stringify([
        await db.kysely.selectFrom('session').selectAll().execute(),
        await db.kysely.selectFrom('member').selectAll().execute(),
      ]);
      expect(stored).not.toContain(token);
      expect(stored).not.toContain(password);
      expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    });

    it('says for an hour that a member who signs in is new', async () => {
      const ctx = createTestContext(db);
      const input = { username: 'just-now', password };
      expect((await register({ ctx, input, origin })).userInfo.isNew).toBe(true);
      ctx.pass(HOUR - 1);
      expect((await login({ ctx, input, origin })).userInfo.isNew).toBe(true);
      ctx.pass(1);
      expect((await login({ ctx, input, origin })).userInfo.isNew).toBe(false);
    });

    it('takes names apart only by what is left after NFKC and case', async () => {
      const ctx = createTestContext(db);
      await register({ ctx, input: { username: 'Warehouse-3', password }, origin });
      for (const username of ['warehouse-3', 'ＷＡＲＥＨＯＵＳＥ-3']) {
        await expect(
          register({ ctx, input: { username, password }, origin }),
        ).rejects.toMatchObject({ code: 409 });
      }
    });

    it('gives a name to one of two who ask at the same moment', async () => {
      const ctx = createTestContext(db);
      const both = await Promise.allSettled(
        [1, 2].map(() => register({ ctx, input: { username: 'twice', password }, origin })),
      );
      expect(both.map((item) => item.status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(both.find((item) => item.status === 'rejected')?.reason).toMatchObject({ code: 409 });
    });

    it.each(['12345678', 'Password123', 'aaaaaaaaaa', 'common-name'])(
      'refuses the password %s',
      async (guess) => {
        const ctx = createTestContext(db);
        const attempt = register({
          ctx,
          input: { username: 'common-name', password: guess },
          origin,
        });
        await expect(attempt).rejects.toMatchObject({
          code: 400,
          data: { fields: { password: expect.any(String) } },
        });
      },
    );
  });

  describe('sign-in', () => {
    it('says the same of a wrong password and of an account that does not exist', async () => {
      const ctx = createTestContext(db);
      await register({ ctx, input: { username: 'known-name', password }, origin });
      const getLoginRefusal = (username: string) =>
        login({ ctx, input: { username, password: 'wrong password' }, origin }).catch(
          (e: unknown) => e,
        );
      const [refusalForMember, refusalForStranger] = [
        await getLoginRefusal('known-name'),
        await getLoginRefusal('unknown-name'),
      ];
      expect(refusalForMember).toMatchObject({ code: 400, message: '用户名或密码不对' });
      expect(refusalForStranger).toEqual(refusalForMember);
    });

    it('slows failed attempts, and still lets the owner in', async () => {
      const ctx = createTestContext(db);
      await register({ ctx, input: { username: 'slowed', password }, origin });
      const started = ctx.now();
      for (let i = 0; i < 12; i += 1) {
        await login({ ctx, input: { username: 'slowed', password: 'guess' }, origin }).catch(
          () => {},
        );
      }
      expect(ctx.now() - started).toBeGreaterThan(10_000);
      const before = ctx.now();
      await login({
        ctx,
        input: { username: 'SLOWED', password },
        origin: { ...origin, address: '10.0.0.9' },
      });
      expect(ctx.now() - before).toBeLessThanOrEqual(4_000);
    });
  });

  describe('a session', () => {
    it('lives fourteen days from its last use', async () => {
      const ctx = createTestContext(db);
      const { token } = await register({ ctx, input: { username: 'sliding', password }, origin });
      ctx.pass(13 * DAY);
      expect(await authenticate({ ctx, token })).not.toBeNull();
      ctx.pass(13 * DAY);
      expect(await authenticate({ ctx, token })).not.toBeNull();
      ctx.pass(14 * DAY);
      expect(await authenticate({ ctx, token })).toBeNull();
      expect(await deleteExpiredSessions({ ctx })).toBeGreaterThan(0);
    });

    it('writes its use down at most once an hour', async () => {
      const ctx = createTestContext(db);
      const { token } = await register({ ctx, input: { username: 'hourly', password }, origin });
      const lastUse = async () => {
        const signedIn = await authenticate({ ctx, token });
        const row = await db.kysely
          .selectFrom('session')
          .select('last_used_at')
          .where('id', '=', signedIn?.sessionId ?? 0)
          .executeTakeFirstOrThrow();
        return row.last_used_at;
      };
      const first = await lastUse();
      ctx.pass(HOUR - 1);
      expect(await lastUse()).toBe(first);
      ctx.pass(1);
      expect(await lastUse()).toBe(first + HOUR);
    });

    it('ends with sign-out, and tells anyone who holds a connection open', async () => {
      const ctx = createTestContext(db);
      const { token } = await register({ ctx, input: { username: 'leaving', password }, origin });
      const signedIn = await authenticate({ ctx, token });
      if (!signedIn) throw new Error('not signed in');
      await logout({ ctx, signedIn, address: origin.address });
      expect(await authenticate({ ctx, token })).toBeNull();
      expect(ctx.heard).toContainEqual(['session-ended', { sessionId: signedIn?.sessionId }]);
    });

    it.each(['', 'x', 'x'.repeat(43), "' or 1=1 --".repeat(3)])(
      'is not opened by %j',
      async (token) => {
        expect(await authenticate({ ctx: createTestContext(db), token })).toBeNull();
      },
    );
  });
});

describe('the throttle', () => {
  it('turns away an address that keeps many attempts waiting, not another one', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const db = openDatabase({ filename: ':memory:' });
    onTestFinished(() => db.close());
    await migrate(db);
    const throttle = createLoginThrottle({
      ...createTestContext(db),
      now: () => 0,
      sleep: () => held,
    });
    const guessPassword = (account: string, network: string, isRight: boolean) =>
      throttle.attempt({ account, network, visitorKey: null }, () =>
        Promise.resolve(isRight || null),
      );
    for (let i = 0; i < 10; i += 1) await guessPassword(`name ${i}`, '10.0.0.1', false);
    const waiting = Array.from({ length: 8 }, () => guessPassword('victim', '10.0.0.1', false));
    await expect(guessPassword('victim', '10.0.0.1', false)).rejects.toMatchObject({ code: 429 });
    const owner = guessPassword('victim', '10.0.0.2', true);
    release();
    await expect(owner).resolves.toBe(true);
    await Promise.all(waiting);
  });
});
