import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { noNginx, startNginx, type TestNginx } from './support/nginx.ts';
import { findFreePort } from './support/process.ts';

const startStandIn = async (answer: RequestListener): Promise<number> => {
  const server: Server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

/** The sample with the two lines for a second server. */
const startFront = async (first: number, second: number): Promise<TestNginx> => {
  const front = await startNginx(first, {
    changes: [
      [/# (zone yunbiao_servers 64k;)/, '$1'],
      [/# server 10\.0\.0\.2:3000 /, `server 127.0.0.1:${second} `],
    ],
  });
  onTestFinished(() => front.stop());
  return front;
};

describe('the nginx sample in front of two servers', () => {
  beforeEach((ctx) => ctx.skip(noNginx !== '', noNginx));

  it('sends requests to both', async () => {
    const ports = await Promise.all(
      ['a', 'b'].map((name) => startStandIn((_, response) => response.end(name))),
    );
    const front = await startFront(ports[0] ?? 0, ports[1] ?? 0);
    const replies = new Set<string>();
    for (let i = 0; i < 10; i += 1) replies.add((await front.get('/')).body);
    expect([...replies].toSorted()).toEqual(['a', 'b']);
  });

  it('goes on, also with what is submitted, while one of them is down', async () => {
    const bodies: string[] = [];
    const up = await startStandIn((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        bodies.push(body);
        response.end('ok');
      });
    });
    const front = await startFront(up, await findFreePort());
    for (let i = 0; i < 6; i += 1) {
      const { status } = await front.get('/np/api/uc/print', { method: 'POST' }, `batch ${i}`);
      expect(status).toBe(200);
    }
    expect(bodies).toEqual(Array.from({ length: 6 }, (_, i) => `batch ${i}`));
  });

  it('never repeats a submission that a server may have got', async () => {
    let count = 0;
    const breakOff: RequestListener = (request) => {
      count += 1;
      request.socket.destroy();
    };
    const front = await startFront(await startStandIn(breakOff), await startStandIn(breakOff));
    const { status } = await front.get('/np/api/uc/print', { method: 'POST' }, 'batch');
    expect([status, count]).toEqual([502, 1]);
  });
});
