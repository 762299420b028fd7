import { type CallName, calls, encodeUrlForm } from '@yunbiao/contract';
import { describeEachDatabase } from '@yunbiao/db/testing';
import {
  createWindowRule,
  createRateLimitCounter,
  listSecurityEvents,
  setSoftwareState,
} from '@yunbiao/services';
import { addSoftware, createTestContext, type TestContext } from '@yunbiao/services/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from './api.ts';

type Envelope = { code: number; msg: string; data: Record<string, unknown> };
type Answer = {
  status: number;
  envelope: Envelope;
  cookie: string | null;
  retryAfter: string | null;
};

const USER = { username: 'owner', password: 'correct horse 9' };

describeEachDatabase((open) => {
  let ctx: TestContext;
  let api: ReturnType<typeof createApi>;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    api = createApi(ctx);
    await addSoftware(ctx, 'yunbiao');
  });

  const send = async (
    name: CallName,
    input: Record<string, unknown>,
    { from = '203.0.113.7', ...headers }: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await api.request(
      calls[name].path,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: encodeUrlForm(input).toString(),
      },
      { incoming: { socket: { remoteAddress: from } } },
    );
    return {
      status: response.status,
      envelope: (await response.json()) as Envelope,
      cookie: response.headers.get('set-cookie'),
      retryAfter: response.headers.get('retry-after'),
    };
  };
  const getKeptCookie = ({ cookie }: Answer): string => cookie?.split(';', 1)[0] ?? '';

  it('twenty sign-ups an hour of one address are twenty across a restart', async () => {
    const register = (n: number, from?: string) =>
      send('register', { ...USER, username: `owner-${n}` }, from === undefined ? {} : { from });
    for (let n = 0; n < 20; n += 1) {
      // Simulates a restart: the state in memory is lost.
      if (n === 10) api = createApi(ctx);
      expect((await register(n)).status).toBe(200);
    }
    api = createApi(ctx);
    expect(await register(20)).toMatchObject({ status: 429, retryAfter: '3600' });
    expect((await register(21, '203.0.114.7')).status).toBe(200);
    ctx.pass(3_600_000);
    expect((await register(22)).status).toBe(200);
  });

  it('names guessed from a neighbourhood, and its other calls, keep nobody there from signing up', async () => {
    for (let n = 0; n < 1_000; n += 1) {
      const what = { kind: 'account', subject: `made up ${n}`, network: '203.0.113.9' };
      await createRateLimitCounter(ctx).consume([
        createWindowRule(what, { max: 9, windowMs: 3_600_000 }),
      ]);
    }
    const start = { machineName: 'desk', system: 'Linux', version: '1' };
    for (let n = 0; n < 20; n += 1)
      expect(await send('agentPair', start, { from: '203.0.113.8' })).toMatchObject({
        status: 200,
      });
    expect(await send('register', USER)).toMatchObject({ status: 200 });
  });

  it('the export is a file of the member’s alone, five times a day', async () => {
    const { envelope } = await send('register', USER);
    await send('register', { ...USER, username: 'other-member' });
    const downloadExport = () =>
      api.request(calls.dataExport.path, {
        method: 'POST',
        headers: { 'X-Token': String(envelope.data['token']) },
      });
    const response = await downloadExport();
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="yunbiao-data-2026-11-21.json"',
    );
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ member: [{ username: 'owner' }] });
    expect(text).not.toContain('other-member');
    for (let n = 0; n < 4; n += 1) await (await downloadExport()).text();
    expect(await (await downloadExport()).json()).toMatchObject({ code: 429 });
  });

  describe('signing in', () => {
    it('gives the browser a secret that scripts never see, in a cookie for the calls only', async () => {
      const first = await send('register', USER);
      expect(first.cookie).toMatch(
        /^yb-device=[\w-]{43}; Path=\/np; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
      );
      expect(Object.keys(first.envelope.data)).toEqual(['token', 'userInfo']);
      const again = await send('login', USER, { Cookie: `other=1; ${getKeptCookie(first)}` });
      expect(getKeptCookie(again)).toBe(getKeptCookie(first));
      const wrong = await send(
        'login',
        { ...USER, password: 'wrong' },
        { Cookie: getKeptCookie(first) },
      );
      expect([wrong.envelope.code, wrong.cookie]).toEqual([400, null]);
    });

    it('marks the cookie for https where the site is reached by it', async () => {
      ctx.settings.publicUrl = 'https://labels.example';
      expect((await send('register', USER)).cookie).toMatch(/; Secure$/);
    });

    it('is refused with how long to wait once many addresses have guessed, but not to the owner', async () => {
      const home = await send('register', USER);
      const guess = { ...USER, password: 'wrong guess' };
      for (let n = 0; n < 20; n += 1) {
        const { envelope } = await send('login', guess, { from: `198.51.100.${n}` });
        expect(envelope.code).toBe(400);
      }
      const refused = await send('login', USER, { from: '198.51.100.99' });
      expect(refused).toMatchObject({ status: 429, envelope: { code: 429 } });
      expect(Number(refused.retryAfter)).toBeGreaterThan(50);
      const owner = await send('login', USER, { from: '192.0.2.1', Cookie: getKeptCookie(home) });
      expect(owner.envelope.code).toBe(200);
    });
  });

  describe('the devices one is signed in on', () => {
    it('are listed without anything of their tokens, and end at once', async () => {
      const first = await send('register', USER, { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0)' });
      const second = await send('login', USER);
      const third = await send('login', USER);
      const getToken = (answer: Answer) => String(answer.envelope.data.token);
      const toTokenHeader = (answer: Answer) => ({ 'X-Token': getToken(answer) });
      const listed = await send('sessionList', {}, toTokenHeader(first));
      const list = listed.envelope.data.list as Record<string, string | boolean>[];
      expect(list.map(({ device, isThis }) => [device, isThis])).toEqual([
        ['Windows 上的浏览器', true],
        ['不知道的设备', false],
        ['不知道的设备', false],
      ]);
      const hashes = await ctx.db.kysely.selectFrom('session').select('token_hash').execute();
      for (const { token_hash: hash } of hashes)
        expect(JSON.stringify(listed.envelope)).not.toContain(hash);
      const end = await send('sessionEnd', { id: list[1]?.id }, toTokenHeader(first));
      expect(end.envelope.code).toBe(200);
      const listCodes = async () =>
        Promise.all(
          [first, second, third].map(
            async (item) => (await send('getInfo', {}, toTokenHeader(item))).envelope.code,
          ),
        );
      // Both sessions started at the same moment: the later one is listed first.
      expect(await listCodes()).toEqual([200, 200, -9999]);
      expect((await send('sessionEndOthers', {}, toTokenHeader(first))).envelope.data).toEqual({
        ended: 1,
      });
      expect(await listCodes()).toEqual([200, -9999, -9999]);
    });
  });

  describe('the security log', () => {
    it('has tokens nobody has, and calls without a right, from the eighth within an hour', async () => {
      const unknown = { 'X-Token': 'x'.repeat(43) };
      for (let n = 0; n < 7; n += 1) await send('getInfo', {}, unknown);
      expect(await listSecurityEvents({ ctx })).toEqual([]);
      await send('getInfo', {}, unknown);
      const foreign = { Origin: 'https://evil.example' };
      for (let n = 0; n < 9; n += 1) await send('login', USER, foreign);
      // A request that never had a token is a visitor: no security event is recorded.
      for (let n = 0; n < 20; n += 1) await send('getInfo', {});
      expect(await listSecurityEvents({ ctx })).toMatchObject([
        { kind: 'right.refused', actor: 'visitor', subject: 'call:login', count: 9 },
        { kind: 'token.refused', actor: 'visitor', subject: '', address: '203.0.113.7', count: 8 },
      ]);
    });

    it('has changes of the password, and sign-ins, of which there were more than a call allows', async () => {
      const { envelope } = await send('register', USER);
      const { token, userInfo } = envelope.data as { token: string; userInfo: { id: string } };
      const me = `member:${userInfo.id}`;
      const { limit } = calls.changePwd;
      // Rejected by validation before any password is compared.
      const change = { oldPassword: 'a', password: '' };
      const own = { 'X-Token': token };
      for (let n = 0; n < limit.max; n += 1) await send('changePwd', change, own);
      const before = await listSecurityEvents({ ctx });
      expect((await send('changePwd', change, own)).envelope.code).toBe(429);
      expect((await send('changePwd', change, own)).envelope.code).toBe(429);
      // Exceeding the limit of calls that check no password records no security event.
      for (let n = 0; n <= calls.changeInfo.limit.max; n += 1) await send('changeInfo', {}, own);
      for (let n = 0; n <= calls.login.limit.max; n += 1) await send('login', {});
      const written = await listSecurityEvents({ ctx });
      expect(written.slice(0, written.length - before.length)).toMatchObject([
        { kind: 'limit.refused', actor: 'visitor', subject: 'call:login', count: 1 },
        { kind: 'limit.refused', actor: me, subject: 'call:changePwd', count: 2 },
      ]);
    });

    it('has no visitors of a software that is offline', async () => {
      await setSoftwareState({ ctx, alias: 'yunbiao', state: 'offline', reason: '维护' });
      for (let n = 0; n < 9; n += 1) {
        const reply = await api.request('/np/api/index?alias=yunbiao');
        expect(await reply.json()).toMatchObject({ code: 403, data: { reason: '维护' } });
      }
      expect(await listSecurityEvents({ ctx })).toEqual([]);
    });
  });
});
