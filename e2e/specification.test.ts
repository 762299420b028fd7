import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { listQuotedWords, listRows } from '../scripts/lib/specification.ts';
import { waitUntilHydrated, noBrowser, openVisitor } from './support/browser.ts';
import { listPublicPages } from './support/pages.ts';
import { startServer } from './support/server.ts';
import { type Example, listSpecifiedCalls } from './support/specified-calls.ts';
import { setStage } from './support/stage.ts';

const stage = setStage({ DEMO_HISTORY: '1' });

/** Sends a form as specified, or the query of a GET; a file makes it multipart. */
const send = async (call: string, { token = '', payload }: Example): Promise<Response> => {
  const [method = '', path = ''] = call.split(' ');
  const headers = { 'X-Host': '127.0.0.1', 'X-Domain': 'yunbiao', 'X-Token': token };
  const texts = new URLSearchParams();
  const form = new FormData();
  let hasFile = false;
  for (const [key, value] of Object.entries(payload)) {
    form.append(key, value);
    if (typeof value === 'string') texts.append(key, value);
    else hasFile = true;
  }
  const isQuery = method === 'GET' || path === '/np/api/uc/dictList';
  const url = `${stage.server.url}${path}${isQuery ? `?${texts}` : ''}`;
  if (isQuery) return fetch(url, { method, headers });
  return fetch(url, { method, headers, body: hasFile ? form : texts });
};

describe('a call of the specification', () => {
  let examples: Record<string, Example>;
  beforeAll(async () => {
    examples = await listSpecifiedCalls(stage.server);
  });

  const rows = listRows('Calls').filter(({ heldBy }) => heldBy.includes('call-answers'));

  // @spec call-answers
  it.each(
    rows.map(
      ({ cells: [call = '', fields = ''] }) =>
        [listQuotedWords(call).join(), listQuotedWords(fields)] as const,
    ),
  )('%s answers', async (call, fields) => {
    const example = examples[call];
    if (!example) throw new Error(`no example of ${call}`);
    expect(Object.keys(example.payload).toSorted()).toEqual(fields.toSorted());
    const reply = await send(call, example);
    const envelope = (await reply.json()) as { data: unknown };
    expect({ status: reply.status, ...envelope }).toMatchObject({
      status: 200,
      state: 'ok',
      code: 200,
      msg: '',
    });
    expect({ data: envelope.data }).toMatchObject({ data: example.answer });
  });
});

/** A member’s own name, and the open tasks. */
const OVERVIEW = /^demo，/;
/** The heading of each page; pages with an id show the newest item. */
const HEADINGS: Record<string, string | RegExp> = {
  '/': '先看要打印什么，再选一款软件。',
  '/{soft}': '画多少毫米，就打印多少毫米。',
  '/{soft}/denied': '已停用的软件暂时不能使用',
  '/{soft}/download': '下载云标标签',
  '/{soft}/download/{id}.html': '云标标签 0.1.0',
  '/{soft}/qa': '问答',
  '/{soft}/qa/{id}.html': '提问前先看：说清这四样，答得更快',
  '/{soft}/tools': '工具',
  '/{soft}/tools/index': '工具',
  '/{soft}/tools/design-{id}.html': '标签设计器',
  '/{soft}/tools/generator': 'GIF 制作',
  '/{soft}/tools/temp': '模板库',
  '/{soft}/tools/videoToGif': '视频转 GIF',
  '/{soft}/updateLog': '更新日志',
  '/{soft}/vip': 'VIP 方案',
  '/{soft}/user': OVERVIEW,
  '/{soft}/user/index': OVERVIEW,
  '/{soft}/user/auth': '授权客户端',
  '/{soft}/user/ipWhiteList': 'IP 白名单',
  '/{soft}/user/notice': '通知',
  '/{soft}/user/order': '订单',
  '/{soft}/user/printerCfg': '打印机配置',
  '/{soft}/user/printStat': '打印统计',
  '/{soft}/user/printStatDetail': '标签明细',
  '/{soft}/user/profile': '个人资料',
  '/{soft}/user/apiKey': 'API 密钥',
  '/{soft}/user/template': '模板库',
  '/{soft}/user/print': '立即打印',
  '/{soft}/user/webhook': 'Webhook',
  '/tools': 'GIF 制作',
  '/tools/index': 'GIF 制作',
  '/tools/gifGenerator': 'GIF 制作',
};

describe('a route of the specification', () => {
  const addresses = new Map<string, string>();
  let cookie = '';
  beforeAll(async () => {
    for (const { name, path } of await listPublicPages(stage.server)) addresses.set(name, path);
    const body = new URLSearchParams(stage.server.demo ?? {});
    const reply = await fetch(`${stage.server.url}/np/login`, { method: 'POST', body });
    const { data } = (await reply.json()) as { data: { token: string } };
    cookie = `auto-token=${data.token}`;
  });

  const routes = listRows('Routes').map(({ cells: [route = ''] }) => listQuotedWords(route).join());

  // @spec route-opens
  it.each(routes)('%s opens on its page', async (route) => {
    const path = addresses.get(route) ?? route.replace('{soft}', 'yunbiao');
    const reply = await fetch(stage.server.url + path, { headers: { Cookie: cookie } });
    const page = await reply.text();
    const heading = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(page)?.[1] ?? '';
    expect(reply.status).toBe(200);
    // The empty layout has no header, the default one has.
    expect(page.includes('<header')).toBe(route !== '/{soft}/denied');
    const said = heading.replaceAll(/<[^>]+>/g, '').replaceAll('\u00a0', ' ');
    const wanted = HEADINGS[route];
    if (wanted instanceof RegExp) expect(said).toMatch(wanted);
    else expect(said).toBe(wanted);
  });
});

// @spec api-address-configured
it('pages call the API at the address that is configured', async (ctx) => {
  if (noBrowser) ctx.skip(noBrowser);
  const asked: string[] = [];
  const api = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const allowed = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
    response.writeHead(200, { ...allowed, 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ state: 'ok', code: 200, msg: '', data: [] }));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const server = await startServer({ API_BASE_URL: `${address}/v1` });
  const visitor = await openVisitor(stage.browser, { baseURL: server.url });
  try {
    await visitor.page.goto('/yunbiao');
    await waitUntilHydrated(visitor.page);
    await expect.poll(() => asked).toContain('POST /v1/np/api/uc/dictList');
    visitor.quiet();
  } finally {
    await visitor.close();
    await server.stop();
    api.closeAllConnections();
    api.close();
  }
});
