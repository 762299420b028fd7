import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls, type PageCall } from './api/calls.ts';
import { AUDIENCES, type Call, defineCall } from './core/define.ts';
import { createApiClient } from './api/client.ts';
import { getBatchState, DETAIL_STATES } from './evidence.ts';
import { simulateFormRoundTrip, parseForm, InputLimitError, encodeUrlForm } from './core/form.ts';
import { INPUT_LIMITS, MAX_ROWS, TEMPLATE_BYTES, TEXT_BYTES } from './limits.ts';
import { collectFieldMessages } from './api/messages.ts';
import { buildOpenApiDocument } from './api/openapi.ts';
import { canBeAlias } from './core/reserved.ts';
import { getRoute } from './api/routes.gen.ts';
import { generateRoutesSource } from './api/routes-source.ts';

const all = Object.entries(calls) as [string, Call][];

describe('calls', () => {
  it('has an up-to-date route table', () => {
    // The formatter may change whitespace and trailing commas: ignore both.
    const squeeze = (source: string) => source.replace(/[\s,]/g, '');
    const committed = readFileSync(new URL('./api/routes.gen.ts', import.meta.url), 'utf8');
    expect(squeeze(committed)).toBe(squeeze(generateRoutesSource()));
  });

  it('has a line for a PUT, which the table of the site has none of yet', () => {
    const probe = { method: 'PUT', path: '/np/api/uc/putProbe', audience: 'member', query: ['at'] };
    Object.assign(calls, { putProbe: probe });
    const source = generateRoutesSource();
    Reflect.deleteProperty(calls, 'putProbe');
    expect(source).toContain(
      "  putProbe: { method: 'PUT', path: '/np/api/uc/putProbe', query: ['at'] },\n",
    );
  });

  it('tells pages where each of their calls is', () => {
    for (const [name, call] of all)
      if (call.audience !== 'key')
        expect(getRoute(name as PageCall), name).toMatchObject({
          method: call.method,
          path: call.path,
        });
  });

  it('declares an audience, a method, a Chinese summary and a unique address for each', () => {
    for (const [name, call] of all) {
      expect(Object.keys(AUDIENCES), name).toContain(call.audience);
      expect(['GET', 'POST', 'PUT'], name).toContain(call.method);
      expect(call.summary, name).toMatch(/\p{Script=Han}/u);
    }
    const addresses = all.map(([, call]) => `${call.method} ${call.path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('shares between visitors only what every visitor is told', () => {
    for (const [name, call] of all) if (call.isShared) expect(call.audience, name).toBe('public');
    expect(all.filter(([, call]) => call.isShared).length).toBeGreaterThan(0);
  });

  it('takes its own longest input', () => {
    /**
     * Size of the longest text of each field with a maximum length: a form takes nine bytes per
     * Chinese character.
     */
    const computeMaxSize = (schema: z.core.JSONSchema.BaseSchema): number =>
      Object.values(schema.properties ?? {}).reduce<number>(
        (sum, field) => sum + (typeof field === 'object' ? 40 + 9 * (field.maxLength ?? 40) : 0),
        0,
      );
    for (const [name, call] of all) {
      if (call.body || call.bulk || call.whole) continue;
      const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' });
      const { bytes } = { ...INPUT_LIMITS, ...call.limits };
      // Inputs without a limit are sent in the URL, within 16 KB of headers, or have few fields.
      expect([name, computeMaxSize(schema) <= bytes]).toEqual([name, true]);
      expect([name, bytes <= TEXT_BYTES]).toEqual([name, true]);
    }
  });

  it('takes as much as is stored where a field is carried whole', () => {
    const whole = all.flatMap(([name, call]) => call.whole?.map((field) => [name, field]) ?? []);
    expect(whole).toEqual([
      ['apiBatch', 'sheetRows'],
      ['print', 'sheetRows'],
      ['saveTemplate', 'content'],
      ['saveKit', 'content'],
    ]);
    const { bulk } = calls.print;
    expect(bulk.restLimits.bytes).toBeGreaterThan(MAX_ROWS * '1048576%2C'.length);
    const { limits } = calls.saveTemplate;
    expect(limits.bytes).toBeGreaterThan(3 * TEMPLATE_BYTES);
  });

  it('appears whole in the OpenAPI document', () => {
    const document = buildOpenApiDocument('http://127.0.0.1:3000');
    for (const [name, call] of all) {
      const operation = document.paths[call.path]?.[call.method.toLowerCase()];
      expect(operation, name).toMatchObject({ operationId: name, 'x-audience': call.audience });
      const { parameters } = operation as { parameters: { $ref?: string }[] };
      const byMode = {
        one: 'softwareOfOne',
        all: 'softwareOfAll',
        site: 'softwareOfSite',
        frame: 'softwareOfSite',
      };
      const shown = call.showsSoftware ? byMode[call.showsSoftware] : 'domain';
      const named = call.isInSoftware ? 'software' : shown;
      expect(
        parameters.flatMap(({ $ref }) => $ref ?? []),
        name,
      ).toEqual(
        call.audience === 'key' && !call.showsSoftware ? [] : [`#/components/parameters/${named}`],
      );
    }
    expect(() => JSON.stringify(document)).not.toThrow();
    // Never required: it is optional on the software's own domain, and generated clients would
    // require it there.
    const header = { name: 'X-Domain', in: 'header', required: false };
    expect(document.components.parameters).toMatchObject({
      software: { ...header, 'x-required-on-shared-host': true },
      domain: { ...header, 'x-required-on-shared-host': false },
    });
    const { software, softwareOfOne, softwareOfAll, softwareOfSite } =
      document.components.parameters;
    expect(software.description).toContain('在别的域名上必须写');
    expect(softwareOfOne.description).toContain('都没有说的答 404');
    expect(softwareOfAll.description).toContain('都没有说的不限软件');
    expect(softwareOfSite.description).toContain('在别的域名上不看这个请求头');
    expect(document.paths['/np/api/uc/print']?.['post']).toMatchObject({
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            encoding: { rows: { contentType: 'application/json' } },
          },
          'application/x-ndjson': {},
        },
      },
    });
    expect(document.paths['/user/image']?.['post']).toMatchObject({
      requestBody: { content: { 'multipart/form-data': {} } },
    });
  });
});

describe('forms', () => {
  // @spec form-flattened
  it('drops empty values and flattens nested objects as key[sub]', () => {
    expect(
      encodeUrlForm({ a: '', b: null, c: undefined, d: 0, e: { f: 'x', g: [1, 2] } }).toString(),
    ).toBe('d=0&e%5Bf%5D=x&e%5Bg%5D%5B0%5D=1&e%5Bg%5D%5B1%5D=2');
  });

  it('reads back what it wrote', () => {
    const leaf = fc.string({ minLength: 1 });
    const key = fc.stringMatching(/^[a-z\u4e00-\u9fa5]{1,8}$/);
    const rows = fc.array(fc.dictionary(key, leaf, { minKeys: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(fc.record({ name: leaf, rows }), (value) => {
        const back = parseForm(encodeUrlForm(value).toString(), { items: 100_000, depth: 6 });
        expect(back).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('comes to the same without the text in between', () => {
    const leaf = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null));
    const key = fc.oneof(fc.stringMatching(/^[a-z]{1,4}$/), fc.constant('__proto__'));
    const inner = fc.oneof(leaf, fc.array(leaf), fc.dictionary(key, leaf));
    fc.assert(
      fc.property(fc.dictionary(key, inner), (value) => {
        const limits = { items: 100_000, depth: 6 };
        expect(simulateFormRoundTrip(value, limits)).toEqual(
          parseForm(encodeUrlForm(value).toString(), limits),
        );
      }),
    );
  });

  it('carries a field whole as it is: blanks, brackets, ampersands, names of prototypes', () => {
    const odd = fc.oneof(
      fc.constantFrom('', ' ', '[', ']', 'a[b]', '&', '=', '%', '+', '__proto__', 'constructor'),
      fc.string({ unit: 'binary' }),
    );
    // Own properties, as JSON.parse creates them, `__proto__` included.
    const row = fc
      .array(fc.tuple(odd, odd))
      .map((pairs): unknown => JSON.parse(JSON.stringify(Object.fromEntries(pairs))));
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const form = encodeUrlForm({ copies: 2, rows }, ['rows']).toString();
        const back = parseForm(form, INPUT_LIMITS);
        expect(Object.keys(back)).toEqual(['copies', 'rows']);
        expect(JSON.stringify(JSON.parse(String(back['rows'])))).toBe(JSON.stringify(rows));
      }),
    );
  });

  it('takes no more fields and no deeper names than it is told', () => {
    const limits = { items: 10, depth: 3 };
    const getRefusal = (text: string): unknown => {
      try {
        return parseForm(text, limits);
      } catch (error) {
        return error instanceof InputLimitError ? error.reason : error;
      }
    };
    expect(new InputLimitError('depth').name).toBe('InputLimitError');
    expect(getRefusal('a&'.repeat(9))).toEqual({ a: '' });
    expect(getRefusal('a&'.repeat(10))).toBe('items');
    expect(getRefusal('a[b][c]=1')).toEqual({ a: { b: { c: '1' } } });
    expect(getRefusal('a[b][c][d]=1')).toBe('depth');
    expect(getRefusal(`a${'[]'.repeat(100_000)}=1`)).toBe('depth');
    for (const name of ['['.repeat(100_000), `${'['.repeat(100_000)}]`, 'a[b]c[d]', 'a[b', ']'])
      expect(Object.values(getRefusal(`${name}=1`) as object)).toHaveLength(1);
  });

  it('never reaches a prototype', () => {
    const parsed = parseForm(
      '__proto__[polluted]=1&a[constructor][prototype][x]=1&b=2',
      INPUT_LIMITS,
    );
    expect(parsed).toEqual({ b: '2' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('client', () => {
  const options = {
    baseUrl: 'http://api.test',
    getHost: () => 'www.test',
    getDomain: () => 'yunbiao',
    getToken: () => 't',
  };

  // @spec call-encoding
  it('sends GET as a query and POST as a form, each with the three headers', async () => {
    const seen: { url: string; init: RequestInit }[] = [];
    const client = createApiClient({
      ...options,
      fetch: (url, init) => {
        seen.push({ url, init });
        return Promise.resolve(Response.json({ state: 'ok', code: 200, msg: '', data: {} }));
      },
    });
    await client.call('downloadList', { alias: 'yunbiao', domain: '' });
    await client.call('login', { username: '周 敏', password: 'p' });
    await client.call('dictList', { prefix: 'yunbiao' });
    expect(seen[2]).toMatchObject({
      url: 'http://api.test/np/api/uc/dictList?prefix=yunbiao',
      init: { method: 'POST', body: '' },
    });
    expect(seen[0]).toMatchObject({
      url: 'http://api.test/np/api/download/list?alias=yunbiao',
      init: {
        method: 'GET',
        headers: { 'X-Host': 'www.test', 'X-Domain': 'yunbiao', 'X-Token': 't' },
      },
    });
    expect(seen[1]).toMatchObject({
      url: 'http://api.test/np/login',
      init: { method: 'POST', body: 'username=%E5%91%A8+%E6%95%8F&password=p' },
    });
  });

  it('sends the rows of a batch as they are, blank ones and all', async () => {
    const bodies: string[] = [];
    const client = createApiClient({
      ...options,
      fetch: (_url, init) => {
        bodies.push(String(init.body));
        return Promise.resolve(Response.json({ state: 'ok', code: 200, msg: '', data: {} }));
      },
    });
    const rows = [{ 货号: '', 品名: 'a&b' }, {}];
    const rest = { printConfigId: '1', templateId: '2', idempotencyKey: '12345678' };
    await client.call('print', { ...rest, rows });
    const sent = new URLSearchParams(bodies[0]);
    expect(JSON.parse(sent.get('rows') ?? '')).toEqual(rows);
    expect(sent.get('templateId')).toBe('2');
  });

  it('sends a call with a file as multipart, and lets the boundary be written for it', async () => {
    const seen: RequestInit[] = [];
    const client = createApiClient({
      ...options,
      fetch: (_url, init) => {
        seen.push(init);
        return Promise.resolve(Response.json({ state: 'ok', code: 200, msg: '', data: {} }));
      },
    });
    const file = new File(['png'], '封面.png', { type: 'image/png' });
    await client.call('userImage', { file, usage: 'avatar' });
    const { headers, body } = seen[0] ?? {};
    expect(headers).toEqual({ 'X-Host': 'www.test', 'X-Domain': 'yunbiao', 'X-Token': 't' });
    if (!(body instanceof FormData)) throw new Error('no form');
    expect(body.get('usage')).toBe('avatar');
    expect(body.get('file')).toMatchObject({ name: '封面.png', size: 3, type: 'image/png' });
  });

  // @spec broken-reply-fails
  it.each([
    ['a network failure', () => Promise.reject(new TypeError('fetch failed'))],
    ["a proxy's page", () => Promise.resolve(new Response('<html>502</html>', { status: 502 }))],
    ['JSON that is no envelope', () => Promise.resolve(Response.json({ hello: 1 }))],
  ])('turns %s into a fail result with code 500', async (_, fetch) => {
    const reply = await createApiClient({ ...options, fetch }).call('getInfo', {});
    expect(reply).toMatchObject({ state: 'fail', code: 500 });
  });

  it('reads the envelope whatever the status, and tells who listens', async () => {
    const told: unknown[] = [];
    const body = { state: 'fail', code: -9999, msg: '登录已失效', data: null };
    const client = createApiClient({
      ...options,
      fetch: () => Promise.resolve(Response.json(body, { status: 401 })),
      onReply: (name, reply, token) => told.push([name, reply.code, token]),
    });
    expect(await client.call('getInfo', {})).toEqual(body);
    expect(told).toEqual([['getInfo', -9999, 't']]);
  });
});

describe('a server that is busy', () => {
  const options = { baseUrl: '', getHost: () => '', getDomain: () => '', getToken: () => 't' };
  const busy = { state: 'fail', code: 503, msg: '现在用的人太多', data: { retryAfter: 0.001 } };
  const good = { state: 'ok', code: 200, msg: '', data: {} };
  const createAnsweringClient = (...replies: object[]) => {
    const left = [...replies];
    const fetch = () => Promise.resolve(Response.json(left.length > 1 ? left.shift() : left[0]));
    return { client: createApiClient({ ...options, fetch }), left };
  };

  it('is asked again for what is only read', async () => {
    const { client } = createAnsweringClient(busy, busy, good);
    expect(await client.call('printStat', {})).toEqual(good);
  });

  it('is believed after three times', async () => {
    const { client, left } = createAnsweringClient(busy, busy, busy, good);
    expect(await client.call('printStat', {})).toEqual(busy);
    expect(left).toEqual([good]);
  });

  it('is not asked again for what changes something, nor when it says it takes long', async () => {
    expect(await createAnsweringClient(busy, good).client.call('logout', {})).toEqual(busy);
    const down = { ...busy, data: { retryAfter: 5 } };
    expect(await createAnsweringClient(down, good).client.call('printStat', {})).toEqual(down);
  });
});

describe('messages', () => {
  it('names the field in Chinese', () => {
    const parsed = calls.register.input.safeParse({ username: '12345', password: 'short' });
    expect(collectFieldMessages(calls.register.input, parsed.error as z.ZodError)).toEqual({
      username: '用户名不能全是数字',
      password: '密码至少 8 位',
    });
    const missing = calls.savePrintConfig.input.safeParse({
      widthMm: 'abc',
      heightMm: '9999',
      dpi: '204',
    });
    const fields = collectFieldMessages(calls.savePrintConfig.input, missing.error as z.ZodError);
    expect(fields['name']).toBe('请填写配置名称');
    expect(fields['heightMm']).toBe('标签高不能大于 300');
    for (const message of Object.values(fields)) expect(message).toMatch(/\p{Script=Han}/u);
  });
});

describe('messages of optional fields', () => {
  const listMessages = (input: z.ZodType, value: unknown) =>
    collectFieldMessages(input, input.safeParse(value).error as z.ZodError);

  it('name them as well', () => {
    expect(listMessages(calls.batchList.input, { page: '0', q: 'x'.repeat(101) })).toEqual({
      page: '页码不能小于 1',
      q: '搜索最多 100 个字',
    });
  });

  it('tell what is missing from what is no such thing', () => {
    expect(listMessages(calls.batchList.input, { page: '1.5', clientId: ['1'] })).toEqual({
      page: '页码格式不对',
      clientId: '客户端格式不对',
    });
    expect(listMessages(calls.savePrintConfig.input, { widthMm: ' ' })['widthMm']).toBe(
      '请填写标签宽',
    );
    expect(listMessages(calls.login.input, { username: null })).toEqual({
      username: '请填写用户名',
      password: '请填写密码',
    });
  });

  it('refuse a day no calendar has', () => {
    expect(listMessages(calls.batchList.input, { from: '2026-02-30', to: '2026-13-01' })).toEqual({
      from: '没有这一天',
      to: '日期要写成 2026-11-21 这样',
    });
    expect(calls.batchList.input.safeParse({ from: '2028-02-29' }).success).toBe(true);
  });
});

describe('batch state', () => {
  const createCounts = (some: Partial<Record<(typeof DETAIL_STATES)[number], number>>) =>
    Object.assign(Object.fromEntries(DETAIL_STATES.map((s) => [s, 0])), some) as Parameters<
      typeof getBatchState
    >[0];

  it.each([
    [{ queued: 3 }, 'queued'],
    [{ queued: 2, sending: 1 }, 'sending'],
    [{ printed: 1, queued: 2 }, 'sending'],
    [{ printed: 2, sent: 1 }, 'done'],
    [{ printed: 2, uncertain: 1 }, 'partly'],
    [{ uncertain: 1 }, 'partly'],
    [{ failed: 2, cancelled: 1 }, 'failed'],
    [{ cancelled: 2 }, 'cancelled'],
    [{ expired: 2 }, 'expired'],
    [{ printed: 1, cancelled: 2 }, 'partly'],
  ] as const)('%o is %s', (some, state) => {
    expect(getBatchState(createCounts(some))).toBe(state);
  });
});

describe('alias', () => {
  it.each(['np', 'users', 'userland', '_payload.json', 'MP_verify_x.txt', '', '../x', 'a/b'])(
    'refuses %j',
    (segment) => {
      expect(canBeAlias(segment)).toBe(false);
    },
  );
  it.each(['yunbiao', '标签', 'mian-dan', 'v2.0'])('accepts %j', (segment) => {
    expect(canBeAlias(segment)).toBe(true);
  });
});

it('a call shows what there is, and the question of an input it has', () => {
  const call = {
    method: 'GET',
    path: '/np/api/x',
    audience: 'public',
    summary: '',
    input: z.object({ id: z.string() }),
    output: z.object({}),
  } as const;
  expect(defineCall({ ...call, shows: ['article', 'post:id'] }).shows).toHaveLength(2);
  // @ts-expect-error -- the call has no such input
  defineCall({ ...call, shows: ['post:postId'] });
  // @ts-expect-error -- there is no such content
  defineCall({ ...call, shows: ['articles'] });
});
