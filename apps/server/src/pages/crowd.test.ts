import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignedIn } from '@yunbiao/services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SiteModule } from '@yunbiao/contract/api/site';
import { createAdmissionQueue } from '../http/admission.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createWorkBudget } from '../budget/work-budget.ts';
import { createPageHandler } from './pages.ts';
import type { Site } from './site.ts';

const HOST = '127.0.0.1';

/** Renders that wait until the test releases them, in the order of their start. */
type Held = { token: string; href: string; finish: () => void };
const held: Held[] = [];
let isHolding = false;

/** Steps of a render of `/asks`, in order. */
const steps: string[] = [];

/** A page that shows its visitor and its address. */
const module: SiteModule = {
  render: async ({ href, token, callApi }) => {
    if (href === '/asks')
      await Promise.all([callApi('common', {}, ''), callApi('siteIndex', {}, '')]);
    if (isHolding) await new Promise<void>((finish) => held.push({ token, href, finish }));
    return {
      type: 'page',
      status: 200,
      degraded: false,
      body: `<html>${href} for ${token || 'a visitor'}</html>`,
    };
  },
  getDeclaredSearch: (_pathname, search) => ({ cacheable: true, search }),
  renderErrorDocument: () => 'failed',
  renderBusyDocument: (_build, waitS) => `<html>再等 ${waitS} 秒</html>`,
  rules: {},
};

const site: Site = {
  build: { buildId: 'b', entry: '', shared: { preloads: [], css: [] }, routes: {} },
  loadModule: () => Promise.resolve(module),
  serveAsset: () => false,
  close: () => Promise.resolve(),
};

/** The token contains the member's id. */
const getMember = (token: string): SignedIn | null => {
  const id = Number(/^member-(\d+)/.exec(token)?.[1] ?? 0);
  return id ? ({ sessionId: id, member: { id } } as SignedIn) : null;
};

const metrics = createMetrics();
const admission = createAdmissionQueue({ maxRunning: 2, maxWaitingPerCaller: 2, maxWaiting: 4 });
const pause = async (): Promise<void> => {
  steps.push('pause');
  await admission.pause();
};
const budget = createWorkBudget();
const pages = createPageHandler({
  site,
  config: readConfig({}),
  log: createLog('error', () => {}),
  metrics,
  admission: { ...admission, pause },
  budget,
  getAlias: () => undefined,
  openVisit: ({ token }) => ({
    getSignedIn: () => Promise.resolve(getMember(token)),
    call: (name) => {
      steps.push(name);
      return Promise.resolve({ state: 'fail', code: 404, msg: '', data: null });
    },
  }),
});

let arrived = 0;
const server = createServer((req, res) => {
  if (!pages.trySendCached(req, res)) void pages.handle(req, res, 'id');
  arrived += 1;
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, HOST, resolve)));
afterAll(() => {
  metrics.stop();
  return new Promise((resolve) => server.close(resolve));
});

type Answer = { status: number; retryAfter: string | undefined; body: string };

/** Sends the request and waits until the server has it. The answer is a separate promise. */
const requestPath = async (path: string, token = ''): Promise<{ answer: Promise<Answer> }> => {
  const { port } = server.address() as AddressInfo;
  const cookie: Record<string, string> = token ? { Cookie: `auto-token=${token}` } : {};
  const before = arrived;
  const answer = new Promise<Answer>((resolve, reject) => {
    const headers = { Connection: 'close', ...cookie };
    request({ host: HOST, port, path, headers }, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      const { statusCode = 0, headers: got } = res;
      res.on('end', () => resolve({ status: statusCode, retryAfter: got['retry-after'], body }));
    })
      .on('error', reject)
      .end();
  });
  while (arrived === before) await waitForTurn();
  await waitForTurns();
  return { answer };
};

const waitForTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const waitForTurns = async (): Promise<void> => {
  for (let n = 0; n < 20; n += 1) await waitForTurn();
};

const letGo = async (): Promise<void> => {
  isHolding = false;
  while (held.length > 0) {
    for (const { finish } of held.splice(0)) finish();
    await waitForTurns();
  }
};

const buildPage = (path: string, whose: string) => `<html>${path} for ${whose}</html>`;

it.each([
  ['a visitor to a member’s page', 'member-1', ''],
  ['a member to a visitor’s page', '', 'member-1'],
  ['a member to another’s page', 'member-1', 'member-2'],
])('never joins %s', async (_, first, second) => {
  const path = `/one/${first}/${second}`;
  isHolding = true;
  const firstVisit = await requestPath(path, first);
  const secondVisit = await requestPath(path, second);
  await letGo();
  expect((await firstVisit.answer).body).toBe(buildPage(path, first || 'a visitor'));
  expect((await secondVisit.answer).body).toBe(buildPage(path, second || 'a visitor'));
  // The cached page is the visitor's.
  expect((await (await requestPath(path)).answer).body).toBe(buildPage(path, 'a visitor'));
  expect((await (await requestPath(path, 'member-3')).answer).body).toBe(
    buildPage(path, 'member-3'),
  );
});

it('looks at the network before each call a page is made with, and before it is packed', async () => {
  steps.length = 0;
  await (
    await requestPath('/asks')
  ).answer;
  expect(steps).toEqual(['pause', 'pause', 'common', 'siteIndex', 'pause']);
});

it('joins a visitor to another’s page, whose render is one', async () => {
  isHolding = true;
  const before = metrics.renders;
  const both = [await requestPath('/two'), await requestPath('/two')];
  await letGo();
  for (const { answer } of both) expect((await answer).body).toBe(buildPage('/two', 'a visitor'));
  expect(metrics.renders - before).toBe(1);
});

it('turns a crowd away at once with 503, lets others have their turn, and answers what is kept all the while', async () => {
  await (
    await requestPath('/kept')
  ).answer;
  // From now on each token is known and has a queue of its member.
  for (const token of ['member-1', 'member-2']) await (await requestPath('/seen', token)).answer;
  isHolding = true;
  const crowd = [];
  for (const path of ['/1', '/2', '/3', '/4']) crowd.push(await requestPath(path, 'member-1'));
  const tooMany = await (await requestPath('/5', 'member-1')).answer;
  expect(tooMany).toEqual({ status: 503, retryAfter: '1', body: '<html>再等 1 秒</html>' });
  const other = await requestPath('/6', 'member-2');
  const visitor = await requestPath('/7');
  expect(await (await requestPath('/8')).answer).toMatchObject({ status: 503, retryAfter: '1' });
  expect((await (await requestPath('/kept')).answer).body).toBe(buildPage('/kept', 'a visitor'));
  expect(held.map(({ href }) => href)).toEqual(['/1', '/2']);
  for (let n = 0; n < 3; n += 1) {
    held[n]?.finish();
    await waitForTurns();
  }
  expect(held.map(({ href }) => href)).toEqual(['/1', '/2', '/3', '/6', '/7']);
  await letGo();
  const answers = await Promise.all([...crowd, other, visitor].map(({ answer }) => answer));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
});

it('counts a token nobody knows for the address it comes from', async () => {
  isHolding = true;
  const crowd = [];
  for (const path of ['/1', '/2', '/3', '/4'])
    crowd.push(await requestPath(path, `made-up-${path.slice(1)}`));
  expect(await (await requestPath('/5', 'made-up-5')).answer).toMatchObject({ status: 503 });
  await letGo();
  for (const { answer } of crowd) expect((await answer).status).toBe(200);
});

it('pages of a member are paid for from the work budget, and wait where it is used up', async () => {
  const spent = budget.getChargedUnits();
  // A token counts as a member's when a page was rendered with it.
  for (const page of ['/a', '/b', '/c'])
    expect((await (await requestPath(page, 'member-77')).answer).status).toBe(200);
  expect(budget.getChargedUnits() - spent).toBe(180);
  budget.charge(77, 1_000_000);
  const { answer } = await requestPath('/d', 'member-77');
  expect((await answer).status).toBe(503);
  expect((await (await requestPath('/d', 'member-78')).answer).status).toBe(200);
});
