import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connections, limitServerConnections } from './connections.ts';
import {
  createHttpServer,
  sendStatusAndDestroySocket,
  getClientErrorStatus,
} from './http-server.ts';

let server: Server;
let guard: Connections;
let clients: Socket[] = [];
let answering: ServerResponse[] = [];

const listen = async (limits: { all: number; each: number; trustProxy?: boolean }) => {
  server = createHttpServer();
  guard = limitServerConnections(server, {
    maxConnections: limits.all,
    maxConnectionsPerAddress: limits.each,
    trustProxy: limits.trustProxy ?? false,
  });
  server.on('request', (req, res) => {
    guard.markActive(req.socket);
    if (req.url !== '/slow') return void res.end('ok');
    res.once('close', guard.protect(req.socket));
    answering.push(res);
  });
  server.on('clientError', (error, socket) =>
    sendStatusAndDestroySocket(socket, getClientErrorStatus(error)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
};

/** Connects from a local address; on Linux all of 127/8 is local. */
const openConnection = async (from = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    localAddress: from,
    allowHalfOpen: true,
  });
  clients.push(socket);
  socket.on('error', () => {});
  const accepted = once(server, 'connection');
  await once(socket, 'connect');
  await accepted;
  return socket;
};

const sendRequest = (socket: Socket, path = '/'): void =>
  void socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
const readText = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);
/** Whether the server still answers on this connection. */
const isServed = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    if (socket.destroyed || socket.readableEnded) return resolve(false);
    socket.once('data', () => resolve(true));
    socket.once('end', () => resolve(false));
    socket.once('close', () => resolve(false));
    sendRequest(socket);
  });

beforeEach(() => {
  clients = [];
  answering = [];
});
afterEach(() => {
  for (const socket of clients) socket.destroy();
  server.closeAllConnections();
  server.close();
});

describe('connections', () => {
  it('of one address give way to a newer one, the one that waits longest first', async () => {
    await listen({ all: 100, each: 3 });
    const [first, second] = [await openConnection(), await openConnection()];
    await openConnection();
    sendRequest(first);
    expect(await readText(first)).toContain('200');
    const fresh = await openConnection();
    expect(await isServed(second)).toBe(false);
    expect([await isServed(first), await isServed(fresh)]).toEqual([true, true]);
    expect(guard.count()).toBe(3);
  });

  it('on which something is under way do not, and the newer one is refused', async () => {
    await listen({ all: 100, each: 2 });
    const busy = [await openConnection(), await openConnection()];
    for (const socket of busy) sendRequest(socket, '/slow');
    await expect.poll(() => answering.length).toBe(2);
    expect(await isServed(await openConnection())).toBe(false);
    const answer = readText(busy[0] as Socket);
    for (const res of answering) res.end('done');
    expect(await answer).toContain('done');
    expect(await isServed(await openConnection())).toBe(true);
  });

  it.runIf(process.platform === 'linux')(
    'of the address with the most give way to another address when all are taken',
    async () => {
      await listen({ all: 6, each: 5 });
      const crowd = [];
      for (let n = 0; n < 5; n += 1) crowd.push(await openConnection('127.0.0.2'));
      const thirdVisitor = await openConnection('127.0.0.3');
      const late = await openConnection('127.0.0.4');
      expect(await isServed(crowd[0] as Socket)).toBe(false);
      for (const socket of [thirdVisitor, late, crowd[4] as Socket])
        expect(await isServed(socket)).toBe(true);
    },
  );

  it("are not counted by address behind a trusted proxy: they are all the proxy's", async () => {
    await listen({ all: 6, each: 2, trustProxy: true });
    const all = [];
    for (let n = 0; n < 6; n += 1) all.push(await openConnection());
    for (const socket of all) expect(await isServed(socket)).toBe(true);
  });

  it('are forgotten when they close', async () => {
    await listen({ all: 3, each: 3 });
    for (let n = 0; n < 10; n += 1) (await openConnection()).destroy();
    await expect.poll(() => guard.count()).toBe(0);
    expect(await isServed(await openConnection())).toBe(true);
  });
});

describe('a refused request', () => {
  it.each([
    ['no request at all', 'hello\r\n\r\n', 400],
    ['a header without an end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}`, 431],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
  ])(
    'of %s frees its descriptor, though the peer keeps its own side open',
    async (_n, text, status) => {
      await listen({ all: 100, each: 100 });
      const socket = await openConnection();
      socket.write(text);
      expect(await readText(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      await expect.poll(() => guard.count()).toBe(0);
      expect(socket.writable).toBe(true);
    },
  );
});

describe('the limits of time', () => {
  it('are set, and looked after every two seconds', () => {
    server = createHttpServer();
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server;
    expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
      headersTimeout: 15_000,
      requestTimeout: 300_000,
      keepAliveTimeout: 20_000,
      timeout: 60_000,
    });
    server.listen(0);
  });

  it('end a header that trickles and a connection that says nothing', async () => {
    await listen({ all: 100, each: 100 });
    server.headersTimeout = 300;
    const [silent, slow] = [await openConnection(), await openConnection()];
    slow.write('GET / HTTP/1.1\r\n');
    const drip = setInterval(() => slow.writable && slow.write('X: y\r\n'), 100);
    expect(await readText(slow)).toContain('408');
    await expect.poll(() => guard.count(), { timeout: 8_000 }).toBe(0);
    clearInterval(drip);
    expect(silent.readableEnded || silent.destroyed || silent.readable).toBe(true);
  });
});
