import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { callAs } from './support/api.ts';
import { noNginx } from './support/nginx.ts';
import { BROWSERS, openRestartTrial } from './support/restart-trial.ts';
import { startServer } from './support/server.ts';
import { noSocketUnit, startSocketUnit } from './support/socket-unit.ts';

describe('a restart of the server', () => {
  it('on a socket of systemd fails no request, repeats no write and loses no client', async (ctx) => {
    const missing = noSocketUnit || noNginx;
    if (missing) ctx.skip(missing);
    const { unit, load, listOwnTemplates, close } = await openRestartTrial();
    await expect.poll(load.isComplete).toBe(true);
    const before = load.result.requests;
    await unit.restart();
    await expect.poll(load.isComplete).toBe(true);
    await expect.poll(() => load.result.requests).toBeGreaterThan(before + 5 * BROWSERS);
    const { failures, copies } = await load.stop();
    expect(failures).toEqual([]);
    for (const [token, names] of copies)
      expect((await listOwnTemplates(token)).toSorted()).toEqual(names.toSorted());
    await close();
  });

  it('does not run what a client sent and gave up while the server started', async (ctx) => {
    if (noSocketUnit) ctx.skip(noSocketUnit);
    const account = { username: '等不及', password: 'given-up-password' };
    const body = JSON.stringify(account);
    const head = [
      'POST /np/register HTTP/1.1',
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    const unit = await startSocketUnit(
      {},
      {
        beforeReady: async (port) => {
          const socket = connect(port, '127.0.0.1');
          socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
          await once(socket, 'finish');
          socket.destroy();
        },
      },
    );
    // The same name is free, and this client gets its reply.
    const { token } = await callAs<{ token: string }>(unit, '', '/np/register', account);
    expect(token).not.toBe('');
    await unit.stop();
  });

  it('ends its drain at the second signal', async () => {
    const server = await startServer({ DRAIN_SECONDS: '300' });
    process.kill(server.pid, 'SIGTERM');
    await expect.poll(server.output).toContain('云标正在停止');
    await server.stop();
  });

  it('with DRAIN_SECONDS reports not ready and serves on until the time is over', async () => {
    const server = await startServer({ DRAIN_SECONDS: '2' });
    const stopping = server.stop();
    const get = (path: string) => fetch(server.url + path, { headers: { Connection: 'close' } });
    let ready = await get('/readyz');
    while (ready.status === 200) {
      await sleep(10);
      ready = await get('/readyz');
    }
    expect([ready.status, await ready.text()]).toEqual([503, 'stopping\n']);
    const page = await get('/yunbiao');
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
    await stopping;
    await expect(get('/readyz')).rejects.toThrow();
  });
});
