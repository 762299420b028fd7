import { getRequestListener } from '@hono/node-server';
import {
  calls,
  createApiClient,
  defineCall,
  buildOpenApiDocument,
  type PageCall,
} from '@yunbiao/contract';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { addMember, createTestContext, type TestMember } from '@yunbiao/services/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApi } from './api.ts';
import { handlers } from './handlers.ts';

/** No call of the site is a PUT: the test adds one to the contract and to the handlers. */
const PATH = '/np/api/uc/putProbe';
const probe = defineCall({
  method: 'PUT',
  path: PATH,
  audience: 'member',
  summary: '照样答回来',
  query: ['place'],
  input: z.object({
    place: z.string().max(20),
    title: z.string().max(20),
    note: z.string().nullable(),
    count: z.number().int(),
    rows: z.array(z.object({ text: z.string(), on: z.boolean() })),
  }),
  output: z.unknown(),
});
const name = 'putProbe' as PageCall;

describeEachDatabase((open) => {
  let member: TestMember;
  let server: Server;
  let origin = '';

  beforeEach(async () => {
    Object.assign(calls, { putProbe: probe });
    Object.assign(handlers, {
      putProbe: ({ input }: { input: unknown }) => Promise.resolve(input),
    });
    const ctx = createTestContext(await open());
    member = await addMember(ctx, 'writer');
    const api = createApi(ctx, { siteOrigin: 'http://site.example' });
    const listener = getRequestListener((request) => api.fetch(request));
    server = createServer((req, res) => void listener(req, res));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    // Other test files in this process use the site's contract.
    for (const added of [calls, handlers]) Reflect.deleteProperty(added, name);
    server.closeAllConnections();
    server.close();
  });

  const INPUT = {
    place: '甲 1',
    title: '',
    note: null,
    count: 3,
    rows: [{ text: ' [a] ', on: false }],
  };

  const createClient = (token: string) =>
    createApiClient(
      {
        baseUrl: origin,
        getHost: () => 'site.example',
        getDomain: () => '',
        getToken: () => token,
      },
      () => ({ method: 'PUT', path: PATH, query: ['place'] }),
    );

  const putBody = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${origin}${PATH}?place=a`, {
      method: 'PUT',
      headers: { 'X-Token': member.token, 'Content-Type': 'application/json', ...headers },
      body,
    });

  describe('a PUT', () => {
    // @spec put-takes-json
    it('takes what the client sends as JSON, empty values included', async () => {
      const reply = await createClient(member.token).call(name, INPUT as never);
      expect(reply).toMatchObject({ state: 'ok', code: 200, data: INPUT });
    });

    it('is checked like every other call: token, input, size, type, origin', async () => {
      expect(await createClient('').call(name, INPUT as never)).toMatchObject({ code: -9999 });
      const odd = await createClient(member.token).call(name, { ...INPUT, count: 'x' } as never);
      expect(odd).toMatchObject({ code: 400, data: { fields: { count: 'count格式不对' } } });
      expect(await (await putBody('{"title":')).json()).toMatchObject({ code: 400 });
      expect((await putBody(`{"title":"${'x'.repeat(2_000_000)}"}`)).status).toBe(413);
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const refused = await putBody('title=a', form);
      expect(refused.status).toBe(415);
      expect(await refused.json()).toMatchObject({ msg: '请求体要用 JSON' });
      const foreign = await putBody(JSON.stringify(INPUT), { Origin: 'http://evil.example' });
      expect(await foreign.json()).toMatchObject({ code: 403 });
    });

    it('is allowed to the site’s pages where the API is elsewhere', async () => {
      const asked = await fetch(origin + PATH, {
        method: 'OPTIONS',
        headers: { Origin: 'http://site.example', 'Access-Control-Request-Method': 'PUT' },
      });
      expect(asked.headers.get('access-control-allow-methods')).toContain('PUT');
    });

    it('is told in the OpenAPI document', () => {
      const operation = buildOpenApiDocument(origin).paths[PATH]?.['put'];
      expect(operation).toMatchObject({ requestBody: { content: { 'application/json': {} } } });
      const { requestBody } = operation as { requestBody: { content: object } };
      expect(Object.keys(requestBody.content)).toEqual(['application/json']);
    });
  });
});
