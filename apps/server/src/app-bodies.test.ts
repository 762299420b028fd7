import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type App, createApp } from './app.ts';
import { readConfig } from './config/config.ts';
import { createLog } from './log.ts';

const COUNT = 60;
/** Limit of connections per address. */
const MOST = 64;

let app: App;
let clients: Socket[] = [];
/** Paths of the calls, in the order they started. */
let begun: string[] = [];

const noPages = (): never => {
  throw new Error('no pages here');
};

beforeEach(async () => {
  [clients, begun] = [[], []];
  app = await createApp({
    config: readConfig({ MAX_CONNECTIONS_PER_ADDRESS: String(MOST) }),
    log: createLog('error', () => undefined),
    api: {
      fetch: (request) => {
        const { pathname } = new URL(request.url);
        begun.push(pathname);
        if (pathname === '/np/large') return new Response(Buffer.alloc(64 * 1024 * 1024));
        return new Response('taken');
      },
      openVisit: noPages,
    },
    readers: { intervalMs: 200, everyMs: 20 },
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

afterEach(async () => {
  for (const socket of clients) socket.destroy();
  await app.stop();
});

const openConnection = (text: string): Socket => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(socket);
  socket.on('error', () => {});
  socket.write(text);
  return socket;
};
const post = (path: string, body: string, length = body.length): Socket =>
  openConnection(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n` +
      `Content-Length: ${length}\r\n\r\n${body}`,
  );
const readText = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);

it('answers a newcomer before the calls that brought bodies ahead of it', async () => {
  const calls = Array.from({ length: COUNT }, (_, n) => readText(post(`/np/${n}`, 'x')));
  const newcomer = openConnection('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  expect(await readText(newcomer)).toContain('200 OK');
  expect(begun.length).toBeLessThan(COUNT);
  // No request is lost, and the order is preserved.
  const answers = await Promise.all(calls);
  expect(answers.every((text) => text.includes('taken'))).toBe(true);
  expect(begun).toEqual(Array.from({ length: COUNT }, (_, n) => `/np/${n}`));
});

it('does not begin a call whose sender hung up before all of the body came', async () => {
  app.server.prependListener('request', (req: IncomingMessage) => {
    if (req.url === '/np/gone') process.nextTick(() => req.socket.destroy());
  });
  const before = Array.from({ length: COUNT }, (_, n) => readText(post(`/np/${n}`, 'x')));
  const gone = once(post('/np/gone', 'x', 100), 'close');
  const after = readText(post('/np/after', 'x'));
  await Promise.all([...before, gone, after]);
  expect(begun).not.toContain('/np/gone');
  expect(begun).toHaveLength(COUNT + 1);
});

it('lets go of idle connections of an address that opens more than it may', async () => {
  const idle = Array.from({ length: MOST + 4 }, () => openConnection(''));
  await expect.poll(() => idle.filter(({ destroyed }) => destroyed).length).toBe(4);
  expect(await readText(post('/np/one-more', 'x'))).toContain('taken');
});

const countConnections = (): Promise<number> =>
  new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));

it('frees the place of one whose body nobody wants and which does not come whole', async () => {
  expect(await readText(post('/healthz', 'x', 8_000_000))).toContain('HTTP/1.1');
  await expect.poll(countConnections, { timeout: 20_000 }).toBe(0);
});

it('frees the place of one who asks for an answer and does not read it', async () => {
  const socket = openConnection('GET /np/large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n').pause();
  await expect.poll(() => begun).toEqual(['/np/large']);
  await expect.poll(countConnections, { timeout: 20_000 }).toBe(0);
  socket.destroy();
});
