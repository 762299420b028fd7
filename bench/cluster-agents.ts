// 15,000 print clients over three servers against 5,000 at one: memory and CPU of the servers for a client, and a reconnect of all at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '@yunbiao/db';
import { openCluster, type TestCluster } from '../e2e/support/cluster.ts';
import { registerMember } from '../e2e/support/cluster-member.ts';
import { startServer, type TestServer } from '../e2e/support/server.ts';
import { startPrivatePostgres } from './support/cluster/private-postgres.ts';
import { getCpuTime } from './support/cpu.ts';
import { formatLine, limitLine, ratioLine } from './support/figures.ts';
import { getResidentMemory } from './support/resident.ts';
import { forkSwarm, pairSwarm, type Swarm } from './support/swarm.ts';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '3' },
    // At each server; the target is 5,000.
    agents: { type: 'string', default: '500' },
  },
});
const SERVERS = Number(values.servers);
const AGENTS = Number(values.agents);
/** Connected before the memory baseline, as one-time allocations are not a cost per client. */
const WARM_AGENTS = Math.floor(AGENTS / 5);
/** Time in which memory used for connecting is released, and over which CPU is measured, ms. */
const CALM_MS = 15_000;
const LIMIT = 1.3;

type Cost = { memoryKb: number; cpuMs: number };

/** The swarm at each server, with clients of its own. */
type Crowd = { servers: readonly TestServer[]; swarms: readonly Swarm[] };

const sumOver = (servers: readonly TestServer[], read: (pid: number) => number): number =>
  servers.reduce((sum, { pid }) => sum + read(pid), 0);

const growAll = async ({ swarms }: Crowd, upTo: number): Promise<void> => {
  await Promise.all(swarms.map((swarm) => swarm.grow(upTo)));
};

/** Memory of the servers for a client, and their CPU for a client in a second. */
const measureIdle = async (crowd: Crowd): Promise<Cost> => {
  const { servers, swarms } = crowd;
  await growAll(crowd, WARM_AGENTS);
  await sleep(CALM_MS);
  const few = sumOver(servers, getResidentMemory);
  await growAll(crowd, AGENTS);
  await sleep(CALM_MS);
  const many = sumOver(servers, getResidentMemory);
  const before = sumOver(servers, getCpuTime);
  await sleep(CALM_MS);
  const cpu = sumOver(servers, getCpuTime) - before;
  return {
    memoryKb: (many - few) / (swarms.length * (AGENTS - WARM_AGENTS)),
    cpuMs: cpu / 1e6 / (swarms.length * AGENTS) / (CALM_MS / 1000),
  };
};

const reconnectAll = async ({ swarms }: Crowd, name: string): Promise<void> => {
  const startedAt = performance.now();
  const failed = await Promise.all(swarms.map((swarm) => swarm.rejoin()));
  const tookS = (performance.now() - startedAt) / 1000;
  const count = failed.reduce((sum, failures) => sum + failures, 0);
  console.log(limitLine(`${name}: failed hellos of all at once`, count, 0, ''));
  console.log(formatLine(`${name}: until all are back`, tookS, 's'));
};

const measureCrowd = async (servers: readonly TestServer[], name: string): Promise<Cost> => {
  const swarms = servers.map(({ url }, place) => forkSwarm(url, place * AGENTS));
  try {
    const crowd = { servers, swarms };
    const cost = await measureIdle(crowd);
    console.log(formatLine(`${name}: memory for a client`, cost.memoryKb, 'KiB'));
    console.log(formatLine(`${name}: CPU for a client in a second`, cost.cpuMs * 1000, 'µs'));
    await reconnectAll(crowd, name);
    const lost = swarms.reduce((sum, swarm) => sum + swarm.lost(), 0);
    if (lost > 0) throw new Error(`${lost} clients lost their connection`);
    return cost;
  } finally {
    for (const swarm of swarms) swarm.stop();
  }
};

const pairAll = async ({ servers, databaseUrl }: TestCluster): Promise<void> => {
  await registerMember(servers[0], '集群客户端');
  const db = openDatabase({ databaseUrl });
  try {
    const { id: memberId } = await db.kysely
      .selectFrom('member')
      .select('id')
      .executeTakeFirstOrThrow();
    const { id: softwareId } = await db.kysely
      .selectFrom('software')
      .select('id')
      .executeTakeFirstOrThrow();
    await pairSwarm(db, { memberId, softwareId }, SERVERS * AGENTS);
  } finally {
    await db.close();
  }
};

const postgres = await startPrivatePostgres();
// All clients of the swarms share one address.
const cluster = await openCluster(SERVERS, {
  MAX_CONNECTIONS_PER_ADDRESS: String(SERVERS * AGENTS + 500),
  ...(postgres && { DATABASE_URL: postgres.url }),
});
try {
  await pairAll(cluster);
  const several = await measureCrowd(cluster.servers, `${SERVERS} servers`);
  // Servers that were never busy before, and one that works alone.
  await Promise.all(cluster.servers.map((server) => server.stop()));
  const { CLUSTER_KEY: _, ...alone } = cluster.env;
  const single = await startServer(alone);
  cluster.servers.splice(0, cluster.servers.length, single);
  const singleCosts = await measureCrowd([single], 'one server');
  const name = `${SERVERS} servers against one`;
  console.log(
    ratioLine(`${name}: memory for a client`, several.memoryKb, singleCosts.memoryKb, LIMIT),
  );
  console.log(ratioLine(`${name}: CPU for a client`, several.cpuMs, singleCosts.cpuMs, LIMIT));
} finally {
  await cluster.close();
  await postgres?.close();
}
