import { SESSION_INVALID } from '@yunbiao/contract/core/envelope';
import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../platform/context.ts';
import {
  runAsMember,
  createOperatorContext,
  createTestContext,
  type TestContext,
} from '../../../testing.ts';
import { changePassword } from './change-password.ts';
import { login } from '../login.ts';
import { createLoginThrottle } from '../login-throttle.ts';
import { logout } from '../logout.ts';
import { register } from '../register.ts';
import { resetPassword } from './reset-password.ts';
import { authenticate, type SignedIn } from '../session.ts';

const origin = { address: '10.0.0.1', userAgent: 'test' };
const oldPassword = 'correct horse 9';
const password = 'battery staple 7';

const signedInBy = async (ctx: TestContext, token: string): Promise<SignedIn> => {
  const found = await authenticate({ ctx, token });
  if (!found) throw new Error('not signed in');
  return found;
};

describeEachDatabase((open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });

  const listAudits = async (memberId: number) =>
    db.kysely
      .selectFrom('audit')
      .select(['actor', 'action', 'detail'])
      .where('subject', '=', `member:${memberId}`)
      .execute();

  describe('changing the own password', () => {
    it('ends the sessions elsewhere, keeps this one, and leaves an audit row', async () => {
      const ctx = createTestContext(db);
      const here = await register({
        ctx,
        input: { username: 'changes', password: oldPassword },
        origin,
      });
      const { token: elsewhere } = await login({
        ctx,
        input: { username: 'changes', password: oldPassword },
        origin,
      });
      const ended = (await signedInBy(ctx, elsewhere)).sessionId;
      const signedIn = await signedInBy(ctx, here.token);
      await changePassword({
        ctx: runAsMember(ctx, signedIn.member.id),
        signedIn,
        input: { oldPassword, password },
        address: origin.address,
      });
      expect(await authenticate({ ctx, token: here.token })).not.toBeNull();
      expect(await authenticate({ ctx, token: elsewhere })).toBeNull();
      expect(ctx.heard).toContainEqual(['session-ended', { sessionId: ended }]);
      const old = login({ ctx, input: { username: 'changes', password: oldPassword }, origin });
      await expect(old).rejects.toMatchObject({ code: 400 });
      await login({ ctx, input: { username: 'changes', password }, origin });
      const { id } = signedIn.member;
      expect(await listAudits(id)).toEqual([
        { actor: `member:${id}`, action: 'password', detail: '{"sessionsEnded":1}' },
      ]);
    });

    it.each([
      ['wrong password', password, 'oldPassword'],
      [oldPassword, 'Password123', 'password'],
      [oldPassword, oldPassword, 'password'],
    ])('from %s to %s is refused at the field %s', async (given, wanted, field) => {
      const ctx = createTestContext(db);
      const username = `keeps-${given.length}-${wanted.length}`;
      const { token } = await register({ ctx, input: { username, password: oldPassword }, origin });
      const attempt = changePassword({
        ctx,
        signedIn: await signedInBy(ctx, token),
        address: origin.address,
        input: { oldPassword: given, password: wanted },
      });
      await expect(attempt).rejects.toMatchObject({
        code: 400,
        data: { fields: { [field]: expect.any(String) } },
      });
      await login({ ctx, input: { username, password: oldPassword }, origin });
    });

    it('does not undo a password the operator gave while it was held back', async () => {
      const ctx = createTestContext(db);
      const input = { username: 'given-meanwhile', password: oldPassword };
      const { token } = await register({ ctx, input, origin });
      const signedIn = await signedInBy(ctx, token);
      let given = input;
      const held: Context = {
        ...ctx,
        sleep: async () => {
          given = await resetPassword({ ctx, username: input.username });
        },
      };
      const createWrongAttempt = (known: string) => ({
        account: input.username,
        network: '10.0.0.2',
        visitorKey: known,
      });
      for (let i = 0; i < 5; i += 1)
        await createLoginThrottle(held).attempt(
          createWrongAttempt(`session ${signedIn.sessionId}`),
          () => Promise.resolve(null),
        );
      const attempt = changePassword({
        ctx: held,
        signedIn,
        input: { oldPassword, password },
        address: origin.address,
      });
      await expect(attempt).rejects.toMatchObject({ code: SESSION_INVALID });
      expect(given).not.toBe(input);
      await login({ ctx, input: given, origin });
      const mine = login({ ctx, input: { ...input, password }, origin });
      await expect(mine).rejects.toMatchObject({ code: 400 });
      expect(await listAudits(signedIn.member.id)).toHaveLength(1);
    });

    it.each([
      ['the password was changed from the same session', 'changed-twice'],
      ['the session ended', 'signed-out'],
    ])('is refused when %s since the old one was looked at', async (_, username) => {
      const ctx = createTestContext(db);
      const { token } = await register({ ctx, input: { username, password: oldPassword }, origin });
      const signedIn = await signedInBy(ctx, token);
      const change = (wanted: string) =>
        changePassword({
          ctx,
          signedIn,
          address: origin.address,
          input: { oldPassword, password: wanted },
        });
      if (username === 'signed-out') await logout({ ctx, signedIn, address: origin.address });
      else await change(password);
      await expect(change('third password 5')).rejects.toMatchObject({ code: SESSION_INVALID });
      const stays = username === 'signed-out' ? oldPassword : password;
      await login({ ctx, input: { username, password: stays }, origin });
    });

    it('is as slow a place to guess as signing in', async () => {
      const ctx = createTestContext(db);
      const input = { username: 'guessed', password: oldPassword };
      const { token } = await register({ ctx, input, origin });
      const signedIn = await signedInBy(ctx, token);
      const started = ctx.now();
      for (let i = 0; i < 12; i += 1)
        await changePassword({
          ctx,
          signedIn,
          input: { oldPassword: 'guess', password },
          address: '10.0.0.1',
        }).catch(() => {});
      expect(ctx.now() - started).toBeGreaterThan(10_000);
    });
  });

  describe('a password the operator gives', () => {
    it('is a new random one that ends every session, and leaves an audit row', async () => {
      const ctx = createTestContext(db);
      const input = { username: 'Forgot-it', password: oldPassword };
      const { token, userInfo } = await register({ ctx, input, origin });
      const newCredentials = await resetPassword({
        ctx: createOperatorContext(ctx),
        username: 'FORGOT-IT',
      });
      expect(newCredentials).toEqual({
        username: 'Forgot-it',
        password: expect.stringMatching(/^\w{12}$/),
      });
      expect(await authenticate({ ctx, token })).toBeNull();
      await login({ ctx, input: newCredentials, origin });
      const rows = await listAudits(Number(userInfo.id));
      expect(rows).toEqual([{ actor: 'admin', action: 'password', detail: '{"sessionsEnded":1}' }]);
      await expect(resetPassword({ ctx, username: 'nobody' })).rejects.toMatchObject({ code: 404 });
    });
  });
});
