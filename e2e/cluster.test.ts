import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { noCluster, openCluster, type TestCluster } from './support/cluster.ts';
import {
  listPrintedIds,
  openPrintingMember,
  type PrintingMember,
  readLiveEvents,
  submitLabels,
} from './support/cluster-member.ts';
import type { MemberCall } from './support/print-through.ts';

type Node = { state: string; isLeader: boolean };
type Client = { id: string; online: boolean; virtual: boolean; printers: { state: string }[] };

let cluster: TestCluster;
let member: PrintingMember;
/** Calls through the server that the print client is connected to, and through the other one. */
let callNear: MemberCall;
let callFar: MemberCall;

beforeAll(async () => {
  if (noCluster) return;
  cluster = await openCluster(2);
  const [near, far] = cluster.servers;
  member = await openPrintingMember('两台店主', { memberAt: far, clientAt: near });
  callNear = member.callThrough(near);
  callFar = member.callThrough(far);
});
afterAll(async () => {
  await member?.close();
  await cluster?.close();
});

const requireCluster = (ctx: TestContext): TestCluster => cluster ?? ctx.skip(noCluster);

const listClients = async (call: MemberCall): Promise<Client[]> =>
  (await call<{ list: Client[] }>('/np/api/uc/clientList', {})).list;

describe('two servers on one database', () => {
  it('are listed for the operator, one of them as the leader', async (ctx) => {
    const nodes = JSON.parse(await requireCluster(ctx).admin('nodes', '--json')) as Node[];
    expect(nodes.map(({ state }) => state)).toEqual(['running', 'running']);
    expect(nodes.filter(({ isLeader }) => isLeader)).toHaveLength(1);
  });

  it('show the same client online, and print what either submits, with every event on both', async (ctx) => {
    const [near, far] = requireCluster(ctx).servers;
    expect((await listClients(callFar)).map(({ online }) => online)).toEqual([true]);
    const readers = await Promise.all(
      [near, far].map((server) => readLiveEvents(server, member.token)),
    );
    const { printer, printConfigId } = member;
    const before = printer.state().count;
    await submitLabels(callFar, { printConfigId, count: 20 });
    await submitLabels(callNear, { printConfigId, count: 10 });
    for (const { events } of readers) await expect.poll(() => listPrintedIds(events).size).toBe(30);
    expect(printer.state().count - before).toBe(30);
    for (const reader of readers) reader.close();
  });

  it('search printers on a client of the other server', async (ctx) => {
    requireCluster(ctx);
    const [client] = await listClients(callFar);
    const clientId = client?.id;
    await callFar('/np/api/uc/foundSearch', { clientId });
    const { list } = await callFar<{ list: { clientId: string }[] }>('/np/api/uc/foundList', {});
    expect(list.map((found) => found.clientId)).toEqual([clientId]);
    // What the client refuses comes back in its own words.
    const look = callFar('/np/api/uc/foundLook', { clientId, foundId: '0123456789abcdef' });
    await expect(look).rejects.toThrow('这台打印机');
  });

  it('run a virtual printer on one of them for visitors of both', async (ctx) => {
    requireCluster(ctx);
    const opened = await callNear<{ client: Client; printConfigId: string }>(
      '/np/api/uc/virtualOpen',
      {},
    );
    const { id } = opened.client;
    await submitLabels(callFar, { printConfigId: opened.printConfigId, count: 2 });
    const readRoll = () =>
      callFar<{ labels: { png: string }[]; state: { counter: number } }>('/np/api/uc/virtualRoll', {
        id,
      });
    await expect.poll(async () => (await readRoll()).state.counter).toBe(2);
    const { labels } = await readRoll();
    expect(labels.map(({ png }) => png.length > 100)).toEqual([true, true]);
    const switched = await callFar<{ switches: { paperOut: boolean } }>(
      '/np/api/uc/virtualSwitch',
      { id, name: 'paperOut', on: true },
    );
    expect(switched.switches.paperOut).toBe(true);
    const again = await callFar<{ client: Client }>('/np/api/uc/virtualOpen', {});
    expect(again.client).toMatchObject({ id, online: true });
  });

  it('shut out a client of the other server that the allow list no longer allows', async (ctx) => {
    requireCluster(ctx);
    const isRealOnline = async () =>
      (await listClients(callNear)).some((client) => !client.virtual && client.online);
    const { id } = await callFar<{ id: string }>('/np/api/uc/ipRuleAdd', {
      network: '203.0.113.7',
    });
    await expect.poll(isRealOnline).toBe(false);
    await callNear('/np/api/uc/ipRuleDelete', { id });
    await expect.poll(isRealOnline).toBe(true);
  });

  it('close the live events of a session that ended on the other server', async (ctx) => {
    const [near, far] = requireCluster(ctx).servers;
    const account = { username: '两台店主', password: 'password-of-两台店主' };
    const response = await fetch(`${near.url}/np/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(account),
    });
    const { data } = (await response.json()) as { data: { token: string } };
    const reader = await readLiveEvents(near, data.token);
    await callFar('/np/api/uc/sessionEndOthers', {});
    await expect.poll(reader.isOpen).toBe(false);
    expect(far.url).not.toBe(near.url);
  });
});
