import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../testing.ts';
import { DAY, HOUR, MINUTE } from '../../platform/time.ts';
import { login } from './login.ts';
import { register } from './register.ts';
import { authenticate, isSessionOpen, type SignedIn } from './session.ts';
import { endOtherSessions, endSession, listOwnSessions } from './sessions.ts';

const password = 'correct horse 9';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const desk = { address: '203.0.113.7', userAgent: CHROME };
const phone = { address: '2001:db8:1:2::7', userAgent: IPHONE };

const authenticateToken = async (
  ctx: TestContext,
  token: string,
  address = '',
): Promise<SignedIn> => {
  const found = await authenticate({ ctx, token, address });
  if (!found) throw new Error('not signed in');
  return found;
};

describeEachDatabase((open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });

  it('a session is over 90 days after it began, however much it is used', async () => {
    const ctx = createTestContext(db);
    const { token } = await register({
      ctx,
      input: { username: 'every-day', password },
      origin: desk,
    });
    const { sessionId } = await authenticateToken(ctx, token);
    for (let day = 0; day < 89; day += 1) {
      ctx.pass(DAY);
      await authenticateToken(ctx, token);
    }
    ctx.pass(DAY - 1);
    expect(await isSessionOpen({ ctx, sessionId })).toBe(true);
    await authenticateToken(ctx, token);
    ctx.pass(1);
    expect(await isSessionOpen({ ctx, sessionId })).toBe(false);
    expect(await authenticate({ ctx, token })).toBeNull();
  });

  describe('the list of sessions', () => {
    it('says in words what and where, this one first, and nothing a token is made of', async () => {
      const ctx = createTestContext(db);
      const input = { username: 'lists-them', password };
      const { token } = await register({ ctx, input, origin: desk });
      const began = ctx.now();
      ctx.pass(HOUR);
      await login({ ctx, input, origin: phone });
      const signedIn = await authenticateToken(ctx, token);
      const answer = await listOwnSessions({ ctx, signedIn });
      const toIso = (ms: number) => new Date(ms).toISOString();
      expect(answer.list).toEqual([
        {
          id: String(signedIn.sessionId),
          device: 'Windows 上的 Chrome',
          address: '203.0.113.*',
          isThis: true,
          createdAt: toIso(began),
          lastUsedAt: toIso(began + HOUR),
          expiresAt: toIso(began + HOUR + 14 * DAY),
        },
        {
          id: expect.stringMatching(/^\d+$/),
          device: 'iPhone 上的 Safari',
          address: '2001:db8:1:*',
          isThis: false,
          createdAt: toIso(began + HOUR),
          lastUsedAt: toIso(began + HOUR),
          expiresAt: toIso(began + HOUR + 14 * DAY),
        },
      ]);
      ctx.pass(15 * DAY);
      const { token: later } = await login({ ctx, input, origin: phone });
      expect(
        (await listOwnSessions({ ctx, signedIn: await authenticateToken(ctx, later) })).list,
      ).toHaveLength(1);
    });
  });

  it('a session shows where it was used last, from another network within a minute', async () => {
    const ctx = createTestContext(db);
    const input = { username: 'moves-about', password };
    const { token } = await register({ ctx, input, origin: desk });
    const listSeenSessions = async () => {
      const { list } = await listOwnSessions({
        ctx,
        signedIn: await authenticateToken(ctx, token),
      });
      return list.map(({ address, lastUsedAt }) => [address, Date.parse(lastUsedAt)]);
    };
    const began = ctx.now();
    ctx.pass(MINUTE - 1);
    await authenticateToken(ctx, token, '198.51.100.9');
    expect(await listSeenSessions()).toEqual([['203.0.113.*', began]]);
    ctx.pass(1);
    await authenticateToken(ctx, token, desk.address);
    expect(await listSeenSessions()).toEqual([['203.0.113.*', began]]);
    await authenticateToken(ctx, token, '198.51.100.9');
    expect(await listSeenSessions()).toEqual([['198.51.100.*', began + MINUTE]]);
    // The same network is written at most once an hour; a use without an address leaves the place
    // unchanged.
    ctx.pass(HOUR);
    await authenticateToken(ctx, token);
    expect(await listSeenSessions()).toEqual([['198.51.100.*', began + MINUTE + HOUR]]);
  });

  describe('ending sessions', () => {
    const openThreeSessions = async (ctx: TestContext, username: string) => {
      const input = { username, password };
      const { token: first } = await register({ ctx, input, origin: desk });
      const { token: second } = await login({ ctx, input, origin: phone });
      const { token: third } = await login({ ctx, input, origin: phone });
      return { first, second, third, signedIn: await authenticateToken(ctx, first) };
    };

    it('ends the one that is named at once, tells its connections, and is 404 the second time', async () => {
      const ctx = createTestContext(db);
      const { first, second, third, signedIn } = await openThreeSessions(ctx, 'ends-one');
      const { sessionId } = await authenticateToken(ctx, second);
      const endOwnSession = () =>
        endSession({ ctx, signedIn, id: sessionId, address: desk.address });
      await endOwnSession();
      expect(await authenticate({ ctx, token: second })).toBeNull();
      expect(ctx.heard).toContainEqual(['session-ended', { sessionId }]);
      await authenticateToken(ctx, first);
      await authenticateToken(ctx, third);
      await expect(endOwnSession()).rejects.toMatchObject({ code: 404 });
    });

    it('is 404 for another member’s, which goes on', async () => {
      const ctx = createTestContext(db);
      const { first, signedIn } = await openThreeSessions(ctx, 'not-yours');
      const { signedIn: stranger } = await openThreeSessions(ctx, 'a-stranger');
      const { sessionId } = signedIn;
      const attempt = endSession({ ctx, signedIn: stranger, id: sessionId, address: '' });
      await expect(attempt).rejects.toMatchObject({ code: 404 });
      await authenticateToken(ctx, first);
    });

    it('ends all others but this one, and says how many', async () => {
      const ctx = createTestContext(db);
      const { first, second, third, signedIn } = await openThreeSessions(ctx, 'ends-others');
      const { first: other } = await openThreeSessions(ctx, 'other-member');
      const endOthers = () => endOtherSessions({ ctx, signedIn, address: desk.address });
      expect(await endOthers()).toEqual({ ended: 2 });
      for (const token of [second, third]) expect(await authenticate({ ctx, token })).toBeNull();
      for (const token of [first, other]) await authenticateToken(ctx, token);
      expect(await endOthers()).toEqual({ ended: 0 });
    });
  });
});
