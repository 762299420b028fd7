import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { startBalancer, type Balancer } from './support/balancer.ts';
import { noCluster, openCluster, type TestCluster } from './support/cluster.ts';
import {
  listPrintedIds,
  openPrintingMember,
  type PrintingMember,
  readLiveEvents,
  submitLabels,
} from './support/cluster-member.ts';
import type { TestServer } from './support/server.ts';

type Node = { name: string; state: string; isLeader: boolean };

let cluster: TestCluster;
let balancer: Balancer;
let member: PrintingMember;

beforeAll(async () => {
  if (noCluster) return;
  cluster = await openCluster(2);
  balancer = await startBalancer(cluster.servers.map(({ port }) => port));
  member = await openPrintingMember('负载店主', { memberAt: balancer, clientAt: balancer });
});
afterAll(async () => {
  await member?.close();
  await balancer?.close();
  await cluster?.close();
});

const requireCluster = (ctx: TestContext): TestCluster => cluster ?? ctx.skip(noCluster);

const listNodes = async (): Promise<Node[]> =>
  JSON.parse(await cluster.admin('nodes', '--json')) as Node[];

const findLeader = async (): Promise<TestServer> => {
  const leader = (await listNodes()).find(({ isLeader }) => isLeader);
  const server = cluster.servers.find(({ port }) => leader?.name.endsWith(`:${port}`));
  if (!server) throw new Error('no server leads');
  return server;
};

/** States of all labels, each once. */
const listStates = async (): Promise<string[]> => {
  const { rows } = await cluster.database.query<{ state: string }>(
    'select distinct state from detail order by state',
  );
  return rows.map(({ state }) => state);
};

const endNodeSessions = async (): Promise<void> => {
  await cluster.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'yunbiao-node' and datname = current_database()`,
  );
};

describe('two servers on one database', () => {
  it('go on when their connection for events is cut, and pages read everything again', async (ctx) => {
    const [near, far] = requireCluster(ctx).servers;
    const call = member.callThrough(near);
    const readers = await Promise.all(
      [near, far].map((server) => readLiveEvents(server, member.token)),
    );
    const { printer, printConfigId } = member;
    const before = printer.state().count;
    await submitLabels(call, { printConfigId, count: 5 });
    await endNodeSessions();
    await submitLabels(call, { printConfigId, count: 5 });
    await expect.poll(() => printer.state().count - before).toBe(10);
    for (const { events } of readers) {
      await expect
        .poll(() => events.filter(({ type }) => type === 'resync').length)
        .toBeGreaterThan(1);
      expect(events.at(0)).toEqual({ type: 'resync' });
    }
    // Events arrive again.
    for (const { events } of readers) events.length = 0;
    await submitLabels(call, { printConfigId, count: 3 });
    for (const { events } of readers) await expect.poll(() => listPrintedIds(events).size).toBe(3);
    for (const reader of readers) reader.close();
  });

  it('replace a leader that hangs', async (ctx) => {
    requireCluster(ctx);
    const leader = await findLeader();
    process.kill(leader.pid, 'SIGSTOP');
    await expect.poll(async () => (await findLeader()).port).not.toBe(leader.port);
    process.kill(leader.pid, 'SIGCONT');
    await expect
      .poll(async () => (await listNodes()).filter(({ state }) => state === 'running').length)
      .toBe(2);
    expect((await listNodes()).filter(({ isLeader }) => isLeader)).toHaveLength(1);
  });

  it('lose no label and print none twice when one of them is killed', async (ctx) => {
    requireCluster(ctx);
    const call = member.callThrough(balancer);
    const { printer, printConfigId } = member;
    const before = printer.state().count;
    await submitLabels(call, { printConfigId, count: 60 });
    await expect.poll(() => printer.state().count - before).toBeGreaterThan(3);
    const leader = await findLeader();
    await leader.kill();
    await submitLabels(call, { printConfigId, count: 20 });
    await expect.poll(async () => (await findLeader()).port).not.toBe(leader.port);
    await expect.poll(() => printer.state().count - before).toBe(80);
    await expect.poll(listStates).toEqual(['printed']);
    expect(printer.state().count - before).toBe(80);
  });
});
