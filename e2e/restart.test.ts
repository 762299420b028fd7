import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { noNginx } from './support/nginx.ts';
import { BROWSERS, openRestartTrial } from './support/restart-trial.ts';
import { startServer } from './support/server.ts';
import { noSocketUnit } from './support/socket-unit.ts';

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
