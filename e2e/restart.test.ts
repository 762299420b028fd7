import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../apps/server/src/config/config.ts';
import { openExistingDatabase } from '../apps/server/src/startup/open-existing-database.ts';
import { createSwarmKey, pairSwarm } from '../bench/support/swarm.ts';
import { callAs } from './support/api.ts';
import { noNginx, startNginx } from './support/nginx.ts';
import { startLoad } from './support/restart-load.ts';
import { startServer } from './support/server.ts';
import { noSocketUnit, startSocketUnit } from './support/socket-unit.ts';

const BROWSERS = 20;
const CLIENTS = 50;

const pairClients = async (dataDir: string): Promise<void> => {
  const db = await openExistingDatabase(readConfig({ DATA_DIR: dataDir }));
  const member = await db.kysely
    .selectFrom('member')
    .select('id')
    .where('is_demo', '=', 1)
    .executeTakeFirstOrThrow();
  const software = await db.kysely.selectFrom('software').select('id').executeTakeFirstOrThrow();
  await pairSwarm(db, { memberId: member.id, softwareId: software.id }, CLIENTS);
  await db.close();
};

describe('a restart of the server', () => {
  it('on a socket of systemd fails no request, repeats no write and loses no client', async (ctx) => {
    const missing = noSocketUnit || noNginx;
    if (missing) ctx.skip(missing);
    const unit = await startSocketUnit({ TRUST_PROXY: '1' }, pairClients);
    const front = await startNginx(unit.port);
    const tokens: string[] = [];
    for (let n = 0; n < BROWSERS; n += 1) {
      const account = { username: `重启_${n}`, password: `restart-${n}-password` };
      tokens.push((await callAs<{ token: string }>(unit, '', '/np/register', account)).token);
    }
    const { list } = await callAs<{ list: { id: string }[] }>(unit, '', '/np/api/template/list');
    const load = startLoad({
      front,
      url: unit.url,
      tokens,
      clientKeys: Array.from({ length: CLIENTS }, (_, n) => createSwarmKey(n)),
      templateId: list[0]?.id ?? '',
    });
    await expect.poll(load.isComplete).toBe(true);
    const before = load.result.requests;
    await unit.restart();
    await expect.poll(load.isComplete).toBe(true);
    await expect.poll(() => load.result.requests).toBeGreaterThan(before + 5 * BROWSERS);
    const { failures, copies } = await load.stop();
    expect(failures).toEqual([]);
    for (const [token, names] of copies) {
      const own = await callAs<{ list: { name: string; own: boolean }[] }>(
        unit,
        token,
        '/np/api/uc/templateList',
      );
      const saved = own.list.filter((template) => template.own).map(({ name }) => name);
      expect(saved.toSorted()).toEqual(names.toSorted());
    }
    await front.stop();
    await unit.stop();
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
