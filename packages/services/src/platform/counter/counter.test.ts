import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { login } from '../../identity/account/login.ts';
import { createLoginThrottle } from '../../identity/account/login-throttle.ts';
import { register } from '../../identity/account/register.ts';
import { createBus } from '../bus.ts';
import { ServiceError } from '../errors.ts';
import { getPairingInfo } from '../../printing/pairing/info.ts';
import { addMember, createTestContext, type TestContext } from '../../testing.ts';
import { DAY, MINUTE } from '../time.ts';
import { MAX_PER_PREFIX, createRateLimitCounter } from './counter.ts';
import { createPauseRule, createWindowRule } from './rules.ts';
import { deleteExpiredCounters, evictExcessCounters } from './delete-expired.ts';

const password = 'correct horse 9';
const createStranger = (n: number) => ({
  address: `198.18.${n >> 8}.${n & 255}`,
  userAgent: 'bot',
});

/**
 * The same site after a restart, or in another process: only the database, the clock and the key
 * are shared.
 */
const restart = (ctx: TestContext): TestContext => ({
  ...ctx,
  bus: createBus((error) => {
    throw error;
  }),
});

describeEachDatabase((open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });
  const readCode = async (work: Promise<unknown>): Promise<number> => {
    try {
      await work;
      return 0;
    } catch (error) {
      if (error instanceof ServiceError) return error.code;
      throw error;
    }
  };
  const countRows = async (): Promise<number> =>
    (await db.kysely.selectFrom('counter').select('id').execute()).length;
  const FIVE = createWindowRule({ kind: 'test', subject: 'one' }, { max: 5, windowMs: MINUTE });

  describe('after a restart', () => {
    it('a name that rested goes on resting, and the browser of its owner gets in', async () => {
      const ctx = createTestContext(db);
      const input = { username: 'hunted-on', password };
      const home = { address: '10.0.0.1', userAgent: 'test' };
      const { device } = await register({ ctx, input, origin: home });
      const guessPassword = (on: TestContext, n: number) =>
        readCode(
          login({
            ctx: on,
            input: { ...input, password: 'a wrong guess' },
            origin: createStranger(n),
          }),
        );
      for (let n = 0; n < 20; n += 1) expect(await guessPassword(ctx, n)).toBe(400);
      const after = restart(ctx);
      expect(await guessPassword(after, 20)).toBe(429);
      expect(await readCode(login({ ctx: after, input, origin: createStranger(21) }))).toBe(429);
      const known = { ...createStranger(22), device };
      expect(await readCode(login({ ctx: after, input, origin: known }))).toBe(0);
    });

    it('wrong pairing codes of a member are still counted', async () => {
      const ctx = createTestContext(db);
      const { id: memberId } = await addMember(ctx, 'pairs-on');
      const guessPairCode = (on: TestContext) =>
        readCode(getPairingInfo({ ctx: on, memberId, input: { code: 'ABCDEFGH' } }));
      for (let n = 0; n < 5; n += 1)
        expect(await guessPairCode(n < 3 ? ctx : restart(ctx))).toBe(404);
      expect(await guessPairCode(restart(ctx))).toBe(429);
      ctx.pass(10 * MINUTE);
      expect(await guessPairCode(restart(ctx))).toBe(404);
    });
  });

  describe('many at once', () => {
    it('are no more than the ceiling, in one process or in two', async () => {
      const ctx = createTestContext(db);
      const two = [createRateLimitCounter(ctx), createRateLimitCounter(restart(ctx))] as const;
      const taken = await Promise.all(
        Array.from({ length: 40 }, (_, n) => two[n % 2 === 0 ? 0 : 1].consume([FIVE])),
      );
      expect(taken.filter(({ waitMs }) => waitMs === 0)).toHaveLength(5);
    });

    it('guesses of pairing codes are no more than five', async () => {
      const ctx = createTestContext(db);
      const { id: memberId } = await addMember(ctx, 'pairs-at-once');
      const codes = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          readCode(
            getPairingInfo({ ctx, memberId, input: { code: `ABCDEFG${'ABCDEFGHJK'[n % 10]}` } }),
          ),
        ),
      );
      expect(codes.filter((code) => code === 404)).toHaveLength(5);
      expect(codes.filter((code) => code === 429)).toHaveLength(15);
    });
  });

  describe('a counter', () => {
    it('writes nothing for what is turned away, and leaves nothing of what was taken back', async () => {
      const ctx = createTestContext(db);
      const counter = createRateLimitCounter(ctx);
      const rows = await countRows();
      const other = createWindowRule(
        { kind: 'test', subject: 'two' },
        { max: 50, windowMs: MINUTE },
      );
      const taken = [];
      for (let n = 0; n < 5; n += 1) taken.push(await counter.consume([other, FIVE]));
      const refused = await counter.consume([other, FIVE]);
      expect(refused).toMatchObject({ waitMs: MINUTE, previousTallies: [] });
      expect((await counter.consume([other])).previousTallies).toMatchObject([{ count: 5 }]);
      await counter.restore(taken[0] ?? refused);
      expect((await counter.consume([FIVE])).waitMs).toBe(0);
      for (const one of taken.slice(1)) await counter.restore(one, FIVE);
      await counter.restore(await counter.consume([other]), other);
      expect(await countRows()).toBe(rows);
    });

    it('forgets after its time, and the sweep removes the row', async () => {
      const ctx = createTestContext(db);
      const counter = createRateLimitCounter(ctx);
      const rule = createPauseRule(
        { kind: 'test', subject: 'forgets' },
        { retentionMs: DAY, computePauseMs: (count) => (count < 2 ? 0 : MINUTE) },
      );
      await counter.consume([rule]);
      await counter.consume([rule]);
      expect((await counter.consume([rule])).waitMs).toBe(MINUTE);
      ctx.pass(MINUTE);
      expect((await counter.consume([rule])).previousTallies).toMatchObject([{ count: 2 }]);
      ctx.pass(DAY);
      expect(await deleteExpiredCounters({ ctx })).toBeGreaterThan(0);
      expect((await counter.consume([rule])).previousTallies).toMatchObject([{ count: 0 }]);
    });

    it('keeps no name and no address, and another key counts apart', async () => {
      const ctx = createTestContext(db);
      const rule = createWindowRule(
        { kind: 'test', subject: 'a password typed into the wrong field', network: '203.0.113.7' },
        { max: 1, windowMs: MINUTE },
      );
      await createRateLimitCounter(ctx).consume([rule]);
      const rows = await db.kysely.selectFrom('counter').selectAll().execute();
      for (const row of rows) {
        expect(row.counter_key).toMatch(/^[0-9a-f]{32}$/);
        expect(row.prefix).toMatch(/^(?:[0-9a-f]{16})?$/);
      }
      expect((await createRateLimitCounter(ctx).consume([rule])).waitMs).toBe(MINUTE);
      const settings = { ...ctx.settings, counterKey: 'another' };
      expect((await createRateLimitCounter({ ...ctx, settings }).consume([rule])).waitMs).toBe(0);
    });
  });

  describe('made-up names', () => {
    it('of one prefix make a limited number of rows; another prefix has its own', async () => {
      const ctx = createTestContext(db);
      const counter = createRateLimitCounter(ctx);
      const consumeFrom = (who: string, network: string) =>
        counter.consume([
          createWindowRule(
            { kind: 'made-up', subject: who, network },
            { max: 5, windowMs: MINUTE },
          ),
        ]);
      const before = await countRows();
      for (let n = 0; n < MAX_PER_PREFIX + 1_200; n += 1)
        await consumeFrom(`name ${n}`, `203.0.114.${n % 250}`);
      const made = (await countRows()) - before;
      expect(made).toBeGreaterThan(MAX_PER_PREFIX);
      expect(made).toBeLessThanOrEqual(2 * MAX_PER_PREFIX);
      // A name counted before keeps its own counter; a later name is still limited.
      expect((await consumeFrom('name 7', '203.0.114.9')).previousTallies).toMatchObject([
        { count: 1 },
      ]);
      const later = [];
      for (let n = 0; n < 6; n += 1) later.push(await consumeFrom('later', '203.0.114.9'));
      expect(later.at(-1)?.waitMs).toBe(MINUTE);
      expect((await consumeFrom('later', '203.0.115.1')).waitMs).toBe(0);
    });

    it('fill no prefix for counts of another kind', async () => {
      const ctx = createTestContext(db);
      const counter = createRateLimitCounter(ctx);
      const consumeRule = (kind: string, who: string, network = who) =>
        counter.consume([
          createWindowRule({ kind, subject: who, network }, { max: 3, windowMs: MINUTE }),
        ]);
      for (let n = 0; n < MAX_PER_PREFIX; n += 1)
        await consumeRule('guessed', `name ${n}`, '203.0.116.9');
      const before = await countRows();
      for (const kind of ['call register', 'call pairStart'])
        for (const network of ['203.0.116.9', '203.0.116.10'])
          for (let n = 0; n < 3; n += 1)
            expect(await consumeRule(kind, network)).toMatchObject({
              waitMs: 0,
              previousTallies: [{ count: n }],
            });
      expect((await countRows()) - before).toBe(4);
    });

    it('are refused by reading alone, as all that is refused', async () => {
      const ctx = createTestContext(db);
      const network = '203.0.117.9';
      const createLimit = (who: string) =>
        createWindowRule({ kind: 'read', subject: who, network }, { max: 5, windowMs: MINUTE });
      for (let n = 0; n < MAX_PER_PREFIX; n += 1)
        await createRateLimitCounter(ctx).consume([createLimit(`name ${n}`)]);
      for (let n = 0; n < 5; n += 1)
        await createRateLimitCounter(ctx).consume([createLimit('hunted')]);
      let written = 0;
      const kysely = new Proxy(db.kysely, {
        get: (target, key) => {
          if (key === 'transaction' || key === 'connection') written += 1;
          const value: unknown = Reflect.get(target, key, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      const counter = createRateLimitCounter({ ...ctx, db: { ...db, kysely } });
      expect((await counter.consume([createLimit('hunted')])).waitMs).toBe(MINUTE);
      expect(written).toBe(0);
      expect((await counter.consume([createLimit('name 1')])).waitMs).toBe(0);
      expect(written).toBeGreaterThan(0);
    });

    it('keep nobody out of an account for longer than a minute', async () => {
      const ctx = createTestContext(db);
      const throttle = createLoginThrottle(ctx);
      const guessPassword = (account: string, last: number, isRight = false) =>
        readCode(
          throttle.attempt({ account, network: `203.0.118.${last}`, visitorKey: null }, () =>
            Promise.resolve(isRight || null),
          ),
        );
      for (let n = 0; n < MAX_PER_PREFIX; n += 1) await guessPassword(`made up ${n}`, n % 250);
      for (let n = 0; n < 60; n += 1) await guessPassword(`another ${n}`, 7);
      expect(await guessPassword('neighbour', 8, true)).toBe(0);
      const codes = [];
      for (let n = 0; n < 40; n += 1) {
        codes.push(await guessPassword('neighbour', 7));
        ctx.pass(MINUTE);
      }
      // Guessing once a minute stays allowed; without pauses it is stopped.
      expect(new Set(codes)).toEqual(new Set([0]));
      for (let n = 0; n < 3; n += 1) codes.push(await guessPassword('neighbour', 7));
      expect(codes.filter((code) => code === 429)).toHaveLength(2);
      ctx.pass(MINUTE);
      expect(await guessPassword('neighbour', 8, true)).toBe(0);
    });

    it('push out one another, and counts that hurt last', async () => {
      await db.kysely.deleteFrom('counter').execute();
      const ctx = createTestContext(db);
      const counter = createRateLimitCounter(ctx);
      const consumeTier = (who: string) =>
        counter.consume([
          createWindowRule({ kind: 'tier', subject: who }, { max: 99, windowMs: DAY }),
        ]);
      for (let n = 0; n < 20; n += 1) await consumeTier('hunted');
      for (let n = 0; n < 6; n += 1) await consumeTier('slowed');
      for (let n = 0; n < 60; n += 1) {
        ctx.pass(1);
        await consumeTier(`made up ${n}`);
      }
      expect(await evictExcessCounters({ ctx, max: 12 })).toBe(50);
      const readCount = async (who: string) => (await consumeTier(who)).previousTallies[0]?.count;
      expect(await readCount('hunted')).toBe(20);
      expect(await readCount('slowed')).toBe(6);
      expect(await readCount('made up 1')).toBe(0);
      expect(await readCount('made up 59')).toBe(1);
    });
  });
});
