import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer } from './http-server.ts';
import { createUnreadBodyDrainer } from './unread-bodies.ts';

/** Bytes that Node reads from a socket at once. */
const PIECE = 65_536;

let server: Server;
let clients: Socket[] = [];
let taken: Socket[] = [];

const read = (): number => taken.reduce((sum, { bytesRead }) => sum + bytesRead, 0);

/** A server that refuses every request when it has read the headers. */
const listen = async (lingerMs?: number): Promise<void> => {
  [clients, taken] = [[], []];
  const unread = createUnreadBodyDrainer(lingerMs);
  server = createHttpServer();
  server.on('connection', (socket) => taken.push(socket));
  server.on('request', (req, res) => {
    unread.watch(req, res);
    res.statusCode = req.url === '/next' ? 200 : 413;
    res.end('answer');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
};

/** Sends a request with a Content-Length of `length`, and `sent` bytes of body. */
const post = async (length: number, sent = length): Promise<Socket> => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`);
  socket.write(Buffer.alloc(sent, 'x'));
  return socket;
};
const readText = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);
const open = (): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count));
  });
const waitForTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(async () => {
  for (const socket of clients) socket.destroy();
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

describe('a body that was refused', () => {
  it('is read a chunk at a time with all others, so that a turn never takes many', async () => {
    await listen(60_000);
    const many = Array.from({ length: 24 }, () => post(8_000_000, 6_000_000));
    let [before, max] = [0, 0];
    while (before < 20_000_000) {
      await waitForTurn();
      const now = read();
      max = Math.max(max, now - before);
      before = now;
    }
    await Promise.all(many);
    // One retained chunk, and the first chunks of a few new connections.
    expect(max).toBeLessThanOrEqual(8 * PIECE);
    // Round robin: no connection sent its 6 MB before the others.
    const each = taken.map(({ bytesRead }) => bytesRead).toSorted((a, b) => a - b);
    expect(each.at(-1)).toBeLessThan(3_000_000);
  });

  it('leaves the connection to the next request once it has come whole', async () => {
    await listen(60_000);
    const socket = await post(5_000_000);
    expect(await readText(socket)).toContain('413');
    socket.write('GET /next HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await readText(socket)).toContain('200 OK');
    expect(read()).toBeGreaterThan(5_000_000);
  });

  it('is ended when the rest does not come in time, and leaves no connection', async () => {
    await listen(100);
    // With these at 0, only the limit under test closes the connection.
    [server.keepAliveTimeout, server.timeout] = [0, 0];
    const socket = await post(5_000_000, 10);
    expect(await readText(socket)).toContain('413');
    await once(socket, 'close');
    expect(await open()).toBe(0);
  });

  it('gives its turn to the next when its sender hangs up', async () => {
    await listen(60_000);
    const [gone, stays] = [await post(8_000_000, 2_000_000), await post(3_000_000)];
    await Promise.all([readText(gone), readText(stays)]);
    gone.destroy();
    stays.write('GET /next HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await readText(stays)).toContain('200 OK');
    while ((await open()) > 1) await waitForTurn();
  });
});
