import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, createApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log.ts';

const held: (() => void)[] = [];
let app: App;

/** A call that is answered when the test releases it. */
const holdResponse = (): Promise<Response> =>
  new Promise((resolve) => held.push(() => resolve(new Response('done'))));

beforeAll(async () => {
  app = await createApp({
    config: readConfig({ MAX_CONNECTIONS_PER_ADDRESS: '16', TRUST_PROXY: '1' }),
    log: createLog('error', () => undefined),
    api: {
      fetch: holdResponse,
      openVisit: () => {
        throw new Error('no pages here');
      },
    },
    checkReadiness: () => Promise.resolve(''),
    openSite: () =>
      Promise.resolve({
        build: { buildId: 'b', entry: '', shared: { preloads: [], css: [] }, routes: {} },
        loadModule: () => Promise.reject(new Error('no pages here')),
        serveAsset: () => false,
        close: () => Promise.resolve(),
      }),
  });
  app.server.listen(0, '127.0.0.1');
  await once(app.server, 'listening');
});
afterAll(() => app.stop());

/** Sends all requests on one connection at once. `text` is what has been answered. */
const send = (count: number, header: string) => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write(`GET /np/x HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}\r\n`.repeat(count));
  return {
    statuses: () => [...text.matchAll(/HTTP\/1.1 (\d+)/g)].map((found) => Number(found[1])),
    text: () => text,
    end: () => socket.destroy(),
  };
};

const release = (): void => {
  for (const one of held.splice(0)) one();
};

it('takes so many requests of one address at once, whatever connection they come by', async () => {
  const first = send(20, 'X-Forwarded-For: 10.0.0.1\r\n');
  await expect.poll(() => held.length).toBe(16);
  const other = send(1, 'X-Forwarded-For: 10.0.0.2\r\n');
  await expect.poll(() => held.length).toBe(17);
  const again = send(1, 'X-Forwarded-For: 1.2.3.4, 10.0.0.1\r\n');
  await expect.poll(() => again.statuses()).toEqual([429]);
  expect(again.text()).toMatch(/^retry-after: 5\r$/im);
  expect(again.text()).toContain('"code":429');
  release();
  await expect.poll(() => first.statuses().length).toBe(20);
  expect(first.statuses().filter((status) => status === 429)).toHaveLength(4);
  const next = send(1, 'X-Forwarded-For: 10.0.0.1\r\n');
  await expect.poll(() => held.length).toBe(1);
  release();
  for (const one of [first, other, again, next]) one.end();
});

it.each([
  ['what is no request', 'hello\r\n\r\n', 400],
  [
    'an upgrade nobody takes',
    'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    404,
  ],
])(
  'frees the descriptor of %s, though the peer keeps its own side open',
  async (_, text, status) => {
    const { port } = app.server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const heard = once(socket, 'data');
    socket.write(text);
    expect(String((await heard)[0])).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const open = (): Promise<number> =>
      new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(open).toBe(0);
    socket.destroy();
  },
);

it('counts nobody together whom the proxy does not name', async () => {
  const unnamed = send(30, '');
  await expect.poll(() => held.length).toBe(30);
  release();
  await expect.poll(() => unnamed.statuses()).toEqual(Array.from({ length: 30 }, () => 200));
  unnamed.end();
});
