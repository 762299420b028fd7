import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '../../platform/errors.ts';
import { createTestContext, type TestContext } from '../../testing.ts';
import { DAY, MINUTE } from '../../platform/time.ts';
import { changePassword } from './passwords/change-password.ts';
import { DEVICE_RETENTION_MS, deleteExpiredDevices } from './device.ts';
import { login } from './login.ts';
import { register } from './register.ts';
import { authenticate, type Origin } from './session.ts';

const password = 'correct horse 9';
const home = { address: '10.0.0.1', userAgent: 'test' };
/** The address of a stranger; unique for each `n`. */
const createStrangeOrigin = (n: number): Origin => ({
  address: `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`,
  userAgent: 'bot',
});

describeEachDatabase((open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });

  type Answer = 'in' | ServiceError;
  const attemptLogin = async (
    ctx: TestContext,
    username: string,
    origin: Origin,
    guess = 'a wrong guess',
  ): Promise<Answer> => {
    try {
      await login({ ctx, input: { username, password: guess }, origin });
      return 'in';
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    }
  };
  const listCodes = (answers: readonly Answer[]) => {
    const codes: Record<string, number> = {};
    for (const answer of answers) {
      const code = answer === 'in' ? 'in' : String(answer.code);
      codes[code] = (codes[code] ?? 0) + 1;
    }
    return codes;
  };
  const guessAll = async (ctx: TestContext, username: string, count: number) => {
    const answers: Answer[] = [];
    for (let n = 0; n < count; n += 1)
      answers.push(await attemptLogin(ctx, username, createStrangeOrigin(n)));
    return answers;
  };

  describe('guesses at one account from many addresses', () => {
    it('are compared 20 times and then refused, while the owner’s browser gets in', async () => {
      const ctx = createTestContext(db);
      const { device } = await register({
        ctx,
        input: { username: 'hunted', password },
        origin: home,
      });
      const answers = await guessAll(ctx, 'hunted', 200);
      expect(listCodes(answers)).toEqual({ 400: 20, 429: 180 });
      const last = answers.at(-1);
      expect(last).toMatchObject({
        code: 429,
        message: expect.stringContaining('在以前登录过的浏览器里可以照常登录'),
        data: { retryAfter: expect.any(Number) },
      });
      // From an unknown address not even the correct password is checked.
      expect(await attemptLogin(ctx, 'hunted', createStrangeOrigin(500), password)).toMatchObject({
        code: 429,
      });
      const before = ctx.now();
      const elsewhere = { ...createStrangeOrigin(501), device };
      expect(await attemptLogin(ctx, 'hunted', elsewhere, password)).toBe('in');
      expect(ctx.now()).toBe(before);
    });

    it('are compared no more often when they all come at once', async () => {
      const ctx = createTestContext(db);
      await register({ ctx, input: { username: 'stormed', password }, origin: home });
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, n) => attemptLogin(ctx, 'stormed', createStrangeOrigin(n))),
      );
      expect(listCodes(answers)).toEqual({ 400: 20, 429: 40 });
    });

    it('stay under 60 on the first day and under 30 on every other', async () => {
      const ctx = createTestContext(db);
      await register({ ctx, input: { username: 'besieged', password }, origin: home });
      const compared: number[] = [];
      let n = 0;
      for (let day = 0; day < 3; day += 1) {
        const until = ctx.now() + DAY;
        let count = 0;
        while (ctx.now() < until) {
          const answer = await attemptLogin(ctx, 'besieged', createStrangeOrigin(n));
          n += 1;
          if (answer === 'in') throw new Error('in');
          if (answer.code === 400) count += 1;
          else ctx.pass((answer.data?.retryAfter ?? 0) * 1_000);
        }
        compared.push(count);
      }
      expect(Math.max(...compared.slice(0, 1))).toBeLessThan(60);
      expect(Math.max(...compared.slice(1))).toBeLessThan(30);
    });

    it('are answered alike, word for word and time for time, when nobody has that name', async () => {
      const [a, b] = [createTestContext(db), createTestContext(db)];
      await register({ ctx: a, input: { username: 'registered', password }, origin: home });
      const listGuessAnswers = async (ctx: TestContext, username: string) =>
        (await guessAll(ctx, username, 24)).map((item) =>
          item === 'in' ? item : [item.code, item.message, item.data, ctx.now()],
        );
      const answersToMember = await listGuessAnswers(a, 'registered');
      expect(await listGuessAnswers(b, 'unregistered')).toEqual(answersToMember);
    });

    it('leave alone who signs in from the network of an earlier sign-in, without its cookie', async () => {
      const ctx = createTestContext(db);
      await register({ ctx, input: { username: 'at-home', password }, origin: home });
      await guessAll(ctx, 'at-home', 30);
      expect(await attemptLogin(ctx, 'at-home', home, password)).toBe('in');
    });

    it('leave alone the member who changes the password where he is signed in', async () => {
      const ctx = createTestContext(db);
      const input = { username: 'changing', password };
      const { token } = await register({ ctx, input, origin: home });
      await guessAll(ctx, 'changing', 30);
      const signedIn = await authenticate({ ctx, token });
      if (!signedIn) throw new Error('not signed in');
      const change = { oldPassword: password, password: 'battery staple 7' };
      await changePassword({
        ctx,
        signedIn,
        input: change,
        address: createStrangeOrigin(900).address,
      });
    });
  });

  describe('a browser that has signed in', () => {
    it('guesses by a count of its own, which ends too', async () => {
      const ctx = createTestContext(db);
      const { device } = await register({
        ctx,
        input: { username: 'lost', password },
        origin: home,
      });
      const answers: Answer[] = [];
      for (let n = 0; n < 40; n += 1)
        answers.push(await attemptLogin(ctx, 'lost', { ...createStrangeOrigin(n), device }));
      expect(listCodes(answers)).toEqual({ 400: 20, 429: 20 });
      // Nor has it used up the limits of other accounts.
      expect(await attemptLogin(ctx, 'lost', createStrangeOrigin(99), password)).toBe('in');
    });

    it('is known to the accounts it signed in to, and to no other', async () => {
      const ctx = createTestContext(db);
      const { device } = await register({
        ctx,
        input: { username: 'mine', password },
        origin: home,
      });
      await register({
        ctx,
        input: { username: 'theirs', password },
        origin: createStrangeOrigin(7),
      });
      await guessAll(ctx, 'theirs', 30);
      const other = { ...home, device };
      expect(await attemptLogin(ctx, 'theirs', other, password)).toMatchObject({ code: 429 });
      ctx.pass(2 * DAY);
      const both = await login({ ctx, input: { username: 'theirs', password }, origin: other });
      expect(both.device).toBe(device);
      await guessAll(ctx, 'theirs', 30);
      expect(
        await attemptLogin(ctx, 'theirs', { ...createStrangeOrigin(8_000), device }, password),
      ).toBe('in');
    });

    it('keeps a secret that was made here, never one it brought along', async () => {
      const ctx = createTestContext(db);
      for (const device of ['x'.repeat(43), 'short', `${'x'.repeat(42)};`]) {
        const origin = { ...home, device };
        const username = `planted-${device.length}-${device.charCodeAt(42)}`;
        const made = await register({ ctx, input: { username, password }, origin });
        expect(made.device).toMatch(/^[\w-]{43}$/);
        expect(made.device).not.toBe(device);
      }
      const rows = await db.kysely.selectFrom('device').select('token_hash').execute();
      for (const row of rows) expect(row.token_hash).toMatch(/^[0-9a-f]{64}$/);
    });

    it('is forgotten half a year after its last sign-in, and one of fifty at most', async () => {
      const ctx = createTestContext(db);
      const input = { username: 'many-browsers', password };
      const { userInfo, device } = await register({ ctx, input, origin: home });
      const listDevices = () =>
        db.kysely
          .selectFrom('device')
          .select('id')
          .where('member_id', '=', Number(userInfo.id))
          .execute();
      for (let n = 0; n < 52; n += 1) {
        ctx.pass(MINUTE);
        await login({ ctx, input, origin: createStrangeOrigin(n) });
      }
      expect(await listDevices()).toHaveLength(50);
      ctx.pass(DEVICE_RETENTION_MS);
      await guessAll(ctx, 'many-browsers', 30);
      const old = { ...createStrangeOrigin(950), device };
      expect(await attemptLogin(ctx, 'many-browsers', old, password)).toMatchObject({ code: 429 });
      expect(await deleteExpiredDevices({ ctx })).toBeGreaterThanOrEqual(50);
      expect(await listDevices()).toEqual([]);
    });
  });
});
