import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { createApp } from './app.ts';
import { readConfig } from './config/config.ts';
import { createLog } from './log.ts';

const noPages = (): never => {
  throw new Error('no pages here');
};

it('stops while a page holds a socket that belongs to the site, as in development', async () => {
  const held: Duplex[] = [];
  const app = await createApp({
    config: readConfig({}),
    log: createLog('error', () => undefined),
    api: { fetch: () => new Response(), openVisit: noPages },
    checkReadiness: () => Promise.resolve(''),
    openSite: (server) => {
      server.on('upgrade', (_req, socket) => {
        held.push(socket);
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
        );
      });
      return Promise.resolve({
        build: { buildId: 'b', entry: '', shared: { preloads: [], css: [] }, routes: {} },
        loadModule: () => Promise.reject(new Error('no pages here')),
        serveAsset: () => false,
        close: () => {
          for (const socket of held) socket.destroy();
          return Promise.resolve();
        },
      });
    },
  });
  app.server.listen(0, '127.0.0.1');
  await once(app.server, 'listening');
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  await once(client, 'data');
  const ended = once(client, 'close');
  await app.stop();
  await ended;
  expect(app.server.listening).toBe(false);
});
