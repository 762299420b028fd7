import { areas, calls, encodeUrlForm } from '@yunbiao/contract';
import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { setSoftwareState, suspendMember } from '@yunbiao/services';
import {
  addMember,
  addSoftware,
  addTemplate,
  createTestContext,
  type TestContext,
} from '@yunbiao/services/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from './api.ts';
import { EXAMPLE_PROGRAMS } from './docs/guide.ts';

type Envelope = { state: string; code: number; msg: string; data: Record<string, unknown> };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
let serial = 0;

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
  let api: ReturnType<typeof createApi>;
  let alias: string;
  beforeAll(async () => {
    db = await open();
  });
  beforeEach(async () => {
    ctx = createTestContext(db);
    api = createApi(ctx);
    serial += 1;
    alias = `soft${serial}`;
    await addSoftware(ctx, alias);
  });

  const post = async (path: string, body: string, headers: Record<string, string> = FORM) => {
    const response = await api.request(path, { method: 'POST', headers, body }, createEnv());
    return { response, envelope: (await response.json()) as Envelope };
  };
  const createEnv = (remoteAddress = '10.0.0.7') => ({ incoming: { socket: { remoteAddress } } });
  const encodeForm = (value: Record<string, unknown>) => encodeUrlForm(value).toString();

  describe('an API under another origin than its pages', () => {
    const sendPreflight = (origin: string) =>
      createApi(ctx, { siteOrigin: 'https://www.example.com' }).request('/np/login', {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      });

    it('lets the site call with its three headers, and nobody else', async () => {
      const own = await sendPreflight('https://www.example.com');
      expect(own.status).toBe(204);
      expect(own.headers.get('access-control-allow-origin')).toBe('https://www.example.com');
      expect(own.headers.get('access-control-allow-headers')).toContain('X-Token');
      const foreign = await sendPreflight('https://evil.example');
      expect(foreign.headers.get('access-control-allow-origin')).not.toBe('https://evil.example');
    });

    it('says nothing of other origins when there is only one', async () => {
      const response = await api.request('/np/api/common', {
        headers: { Origin: 'https://www.example.com' },
      });
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
    });
  });

  describe('envelopes', () => {
    // @spec reply-envelope
    it('carries what a call answers', async () => {
      const response = await api.request(`/np/api/common?alias=${alias}`);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toMatchObject({
        state: 'ok',
        code: 200,
        msg: '',
        data: { demo: true, switches: { wechat: [] } },
      });
    });

    it('answers 404 for an address nobody knows, and for the wrong method', async () => {
      for (const [path, method] of [
        ['/np/api/nothing', 'GET'],
        ['/np/login', 'GET'],
        ['/np/api/common', 'POST'],
        ['/users/nobody', 'POST'],
      ] as const) {
        const response = await api.request(path, { method });
        expect([path, response.status]).toEqual([path, 404]);
        expect(await response.json()).toMatchObject({ state: 'fail', code: 404 });
      }
    });

    it('answers a missing thing with 404 in the envelope and 200 outside', async () => {
      const response = await api.request('/np/api/curSoftware', {
        headers: { 'X-Domain': 'nothing-here' },
      });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        state: 'fail',
        code: 404,
        msg: '没有这款软件',
      });
    });

    it('counts the addresses of one IPv6 connection together', async () => {
      const init = { method: 'POST', headers: { ...FORM }, body: 'username=x&password=y' };
      const codes: number[] = [];
      for (let i = 1; i <= 21; i += 1)
        codes.push(
          (await api.request('/np/register', init, createEnv(`2001:db8:0:9::${i}`))).status,
        );
      expect(codes.lastIndexOf(200)).toBe(19);
      expect(codes.at(-1)).toBe(429);
      expect((await api.request('/np/register', init, createEnv('2001:db8:0:a::1'))).status).toBe(
        200,
      );
    });

    it('refuses an input nested deeper than any call goes', async () => {
      const json = { 'Content-Type': 'application/json' };
      for (const body of [
        '['.repeat(9_000) + ']'.repeat(9_000),
        `${'{"a":'.repeat(9)}1${'}'.repeat(9)}`,
      ]) {
        const { response, envelope } = await post('/np/login', body, json);
        expect([response.status, envelope.code, envelope.msg]).toEqual([200, 400, '内容嵌套太深']);
      }
    });

    it('names each field that is wrong, and leads with the first', async () => {
      const { response, envelope } = await post(
        '/np/register',
        encodeForm({ username: '1234', password: 'short' }),
      );
      expect(response.status).toBe(200);
      expect(envelope).toMatchObject({
        code: 400,
        msg: '用户名不能全是数字',
        data: { fields: { username: '用户名不能全是数字', password: '密码至少 8 位' } },
      });
    });

    it('hides what went wrong inside, and logs it under the id it gives', async () => {
      const logged: unknown[] = [];
      const broken = createApi({
        ...ctx,
        log: { ...ctx.log, error: (message, fields) => logged.push([message, fields]) },
        db: { ...ctx.db, kysely: undefined as never },
      });
      const response = await broken.request('/np/api/common', {
        headers: { 'X-Request-Id': 'req-1' },
      });
      expect(response.status).toBe(500);
      const body = await response.text();
      expect(JSON.parse(body)).toMatchObject({
        state: 'fail',
        code: 500,
        data: { requestId: 'req-1' },
      });
      expect(body).not.toContain('undefined');
      expect(logged).toEqual([
        [
          'call failed',
          expect.objectContaining({ requestId: 'req-1', error: expect.any(TypeError) }),
        ],
      ]);
    });
  });

  describe('bodies', () => {
    it('reads a form and JSON alike, special characters included', async () => {
      const name = '周 敏+&=%';
      const asForm = await post(
        '/np/api/agent/pair',
        encodeForm({ machineName: name, system: 'Linux', version: '1' }),
        { ...FORM, 'X-Domain': alias },
      );
      const asJson = await post(
        '/np/api/agent/pair',
        JSON.stringify({ machineName: name, system: 'Linux', version: '1' }),
        { 'Content-Type': 'application/json', 'X-Domain': alias },
      );
      expect([asForm.envelope.code, asJson.envelope.code]).toEqual([200, 200]);
      const rows = await db.kysely
        .selectFrom('pairing')
        .select('machine_name')
        .orderBy('id', 'desc')
        .limit(2)
        .execute();
      expect(rows.map((row) => row.machine_name)).toEqual([name, name]);
    });

    it('refuses other kinds (415), too much (413) and broken JSON (400)', async () => {
      const xml = await post('/np/login', '<a/>', { 'Content-Type': 'text/xml' });
      expect([xml.response.status, xml.envelope.code]).toEqual([415, 415]);
      const large = await post('/np/login', `username=${'x'.repeat(2_000_001)}`);
      expect([large.response.status, large.envelope.code]).toEqual([413, 413]);
      const broken = await post('/np/login', '{"a":', { 'Content-Type': 'application/json' });
      expect(broken.envelope.code).toBe(400);
    });
  });

  describe('text nobody types', () => {
    it('is an answer, never a failure of the server', async () => {
      const nul = await post('/np/login', 'username=a%00b&password=x');
      expect(nul.envelope.code).toBe(400);
      const json = await post('/np/login', '{"username":"a\\u0000","password":"x"}', {
        'Content-Type': 'application/json',
      });
      expect(json.envelope.code).toBe(400);
      for (const path of [
        '/np/api/index?alias=%00',
        '/np/api/download/list?domain=%27%22',
        '/np/api/index?alias=%F0%28',
      ]) {
        const response = await api.request(path, { headers: { 'X-Domain': '%00' } });
        expect([path, response.status]).toEqual([path, 200]);
      }
    });
  });

  describe('sign-in', () => {
    it('gives a token that opens member calls until sign-out', async () => {
      const name = `member-${serial}`;
      const { envelope } = await post(
        '/np/register',
        encodeForm({ username: name, password: 'correct horse 9' }),
      );
      const token = String(envelope.data['token']);
      const fetchInfo = () => post('/np/user/getInfo', '', { 'X-Token': token });
      expect((await fetchInfo()).envelope).toMatchObject({ code: 200, data: { username: name } });
      expect((await post('/np/user/logout', '', { 'X-Token': token })).envelope.code).toBe(200);
      expect((await fetchInfo()).envelope.code).toBe(-9999);
    });

    // @spec token-only-in-header
    it('does not read the token from anywhere but its header', async () => {
      const { token } = await addMember(ctx, `header-${serial}`);
      const elsewhere = await post(`/np/user/getInfo?token=${token}`, encodeForm({ token }), {
        ...FORM,
        Cookie: `auto-token=${token}`,
        Authorization: `Bearer ${token}`,
      });
      expect(elsewhere.envelope.code).toBe(-9999);
    });

    it('refuses a page of another site, and takes our own', async () => {
      const loginFromOrigin = (origin: string) =>
        post('/np/login', encodeForm({ username: 'a', password: 'b' }), {
          ...FORM,
          Origin: origin,
          Host: 'shop.test',
        });
      expect((await loginFromOrigin('https://evil.test')).envelope.code).toBe(403);
      expect((await loginFromOrigin('null')).envelope.code).toBe(403);
      expect((await loginFromOrigin('http://127.0.0.1:3000')).envelope.code).toBe(400);
    });

    it('ignores a token that is no good on a public call', async () => {
      const response = await api.request('/np/api/curSoftware', {
        headers: { 'X-Domain': alias, 'X-Token': 'x'.repeat(43) },
      });
      expect(await response.json()).toMatchObject({ code: 200, data: { alias, suspended: null } });
    });
  });

  describe('limits', () => {
    it('turns an address away with the time to wait, and not its neighbour', async () => {
      const attemptRegistration = async (address: string, headers: Record<string, string> = {}) => {
        const response = await api.request(
          '/np/register',
          { method: 'POST', headers: { ...FORM, ...headers }, body: '' },
          createEnv(address),
        );
        return { response, envelope: (await response.json()) as Envelope };
      };
      const { max } = calls.register.limit;
      for (let i = 0; i < max; i += 1)
        expect((await attemptRegistration('10.9.9.9')).envelope.code).toBe(400);
      // Without a trusted proxy, the X-Forwarded-For header is ignored.
      const refused = await attemptRegistration('10.9.9.9', { 'X-Forwarded-For': '1.2.3.4' });
      expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([
        429,
        '3600',
      ]);
      expect(refused.envelope).toMatchObject({
        code: 429,
        msg: '操作太频繁，请 60 分钟后重试',
        data: { retryAfter: 3_600 },
      });
      expect((await attemptRegistration('10.9.9.8')).envelope.code).toBe(400);
      ctx.pass(3_600_000);
      expect((await attemptRegistration('10.9.9.9')).envelope.code).toBe(400);
    });

    it('count a page rendered in this process for the member it is for', async () => {
      const { token } = await addMember(ctx, `${alias}m`);
      const { path, limit } = calls.productPrice;
      // A page calls the API in process, without a connection.
      const fetchPriceStatus = async (headers: Record<string, string>) =>
        (await api.request(`${path}?productId=1&discountCode=A`, { headers })).status;
      const own = { 'X-Token': token, 'X-Domain': alias };
      for (let n = 0; n < limit.max; n += 1) expect(await fetchPriceStatus(own)).not.toBe(429);
      expect(await fetchPriceStatus(own)).toBe(429);
      expect(await fetchPriceStatus({ 'X-Domain': alias })).not.toBe(429);
    });

    it('count a price asked for without a code as no guess at one', async () => {
      const { path, limit } = calls.productPrice;
      const fetchPriceCode = async (code: string) => {
        const url = `${path}?productId=1${code}`;
        const headers = { 'X-Domain': alias };
        return (await api.request(url, { headers }, createEnv('10.9.9.7'))).status;
      };
      for (let n = 0; n < limit.max; n += 1)
        for (const code of ['', '&discountCode=']) expect(await fetchPriceCode(code)).not.toBe(429);
      for (let n = 0; n < limit.max; n += 1)
        expect(await fetchPriceCode(`&discountCode=A${n}`)).not.toBe(429);
      expect(await fetchPriceCode('&discountCode=A')).toBe(429);
      expect(await fetchPriceCode('')).not.toBe(429);
    });
  });

  describe('a software', () => {
    it('is chosen by X-Domain, encoded or not', async () => {
      await addSoftware(ctx, `标签${serial}`);
      const response = await api.request('/np/api/curSoftware', {
        headers: { 'X-Domain': encodeURIComponent(`标签${serial}`) },
      });
      expect(await response.json()).toMatchObject({ code: 200, data: { alias: `标签${serial}` } });
    });

    it('is closed to a suspended member, with the reason, and to everybody when offline', async () => {
      const { token, username } = await addMember(ctx, `closed-${serial}`);
      const fetchTemplates = async () => {
        const response = await api.request('/np/api/uc/templateList', {
          headers: { 'X-Token': token, 'X-Domain': alias },
        });
        return (await response.json()) as Envelope;
      };
      expect((await fetchTemplates()).code).toBe(200);
      await suspendMember({ ctx, username, alias, reason: '刷量' });
      expect(await fetchTemplates()).toMatchObject({ code: 403, data: { reason: '刷量' } });
      const current = await api.request('/np/api/curSoftware', {
        headers: { 'X-Token': token, 'X-Domain': alias },
      });
      expect(await current.json()).toMatchObject({ data: { suspended: { reason: '刷量' } } });
      await setSoftwareState({ ctx, alias, state: 'offline', reason: '维护到周五' });
      expect(ctx.heard).toContainEqual(['content-changed', { tags: ['software'] }]);
      const index = await api.request('/np/api/index');
      expect(JSON.stringify(await index.json())).not.toContain(alias);
    });

    it("draws its public templates, not a member's own", async () => {
      const { id } = await addMember(ctx, `drawer-${serial}`);
      const software = await db.kysely
        .selectFrom('software')
        .select('id')
        .where('alias', '=', alias)
        .executeTakeFirstOrThrow();
      await addTemplate(ctx, software.id);
      await addTemplate(ctx, software.id, id);
      const response = await api.request(`/np/api/index?alias=${alias}`);
      const { data } = (await response.json()) as {
        data: { templates: { drawing: { svg: string; widthDots: number } }[] };
      };
      expect(data.templates.length).toBe(1);
      expect(data.templates[0]?.drawing).toMatchObject({
        widthDots: 400,
        svg: expect.stringContaining('<svg'),
      });
    });
  });

  describe('its own description', () => {
    it('is served for machines and for people', async () => {
      const openapi = (await (await api.request('/np/openapi.json')).json()) as { paths: object };
      expect(Object.keys(openapi.paths)).toContain('/np/api/uc/savePrintConfig');
      const docs = await api.request('/np/docs');
      expect(docs.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-/,
      );
      const html = await docs.text();
      for (const call of Object.values(calls)) expect(html).toContain(call.path);
      expect(html).not.toContain('<script');
      // Every area, every guide, every call and every program of the guides.
      const guides = Object.values(EXAMPLE_PROGRAMS);
      const programs = guides.flatMap((files) => Object.values(files));
      const places = Object.keys(areas).length + guides.length;
      expect(html.match(/<nav[\s\S]*<\/nav>/)?.[0].match(/<a /g)).toHaveLength(places);
      expect(html.match(/<details>/g)).toHaveLength(Object.keys(calls).length + programs.length);
      expect(html.match(/<section /g)).toHaveLength(places);
      for (const file of programs) expect(html).toContain(`<code>${file}</code>`);
    });
  });
});
