import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NamedEvent } from '@yunbiao/services';
import {
  type BundleSigner,
  createBundleSigner,
  packEvents,
} from '../../../apps/server/src/nodes/event-bundles.ts';
import type { TestServer } from '../../../e2e/support/server.ts';
import type { Site } from './site.ts';
import { until } from './until.ts';

/** What struck, for the table. Resolves when the fault is over; a kill is over at once. */
type Strike = (site: Site) => Promise<string>;

export type ClusterFault = {
  strike: Strike;
  /** Undoes what lasts until the labels are printed. */
  mend?: (site: Site) => Promise<void>;
  /** Why it cannot strike here; '' when it can. */
  missing?: (site: Site) => string;
};

const HOUR_MS = 3_600_000;
const OUTAGE_MS = 5_000;
/** Time for heartbeats to show where the clients are, ms. */
const MOVE_MS = 4_000;
const FLOOD = 20_000;
const FLOOD_STATEMENT = 1_000;
const CHANNEL = 'yunbiao_nodes';

/** Debian keeps the library of `faketime` in a folder named by the architecture. */
const findFakeTime = (): string | null => {
  try {
    const files = readdirSync('/usr/lib').map((folder) =>
      join('/usr/lib', folder, 'faketime/libfaketime.so.1'),
    );
    return files.find((file) => existsSync(file)) ?? null;
  } catch {
    return null;
  }
};

const findLeaderPort = async (site: Site): Promise<number | undefined> =>
  (await site.listNodes()).find(({ isLeader }) => isLeader)?.port;

const findLeader = (site: Site): Promise<TestServer> =>
  until('a leader', async () => {
    const port = await findLeaderPort(site);
    return port !== undefined && site.findServer(port);
  });

/** Another server may lead from now on. */
const endLeadership = async ({ pool }: Site): Promise<void> => {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity join pg_locks using (pid)
     where application_name = 'yunbiao-node' and locktype = 'advisory'`,
  );
};

/** A server with clients that does not lead. nginx may have given all clients to the leader. */
const findBusy = async (site: Site): Promise<TestServer> => {
  let askedAt = performance.now();
  return until('a server that does not lead and has clients', async () => {
    const nodes = await site.listNodes();
    const node = nodes.find(({ isLeader, clients }) => !isLeader && clients > 0);
    if (node) return site.findServer(node.port);
    if (performance.now() - askedAt > MOVE_MS) {
      askedAt = performance.now();
      await endLeadership(site);
    }
    return undefined;
  });
};

const formatSeconds = (startedAt: number): string =>
  `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

/** Servers that a fault ended, to start again after the labels. */
const ended = new Set<TestServer>();

const killServer = async (server: TestServer): Promise<void> => {
  await server.kill();
  ended.add(server);
  const isUp = await fetch(`${server.url}/healthz`).then(
    () => true,
    () => false,
  );
  if (isUp) throw new Error('a killed server answers');
};

const startEnded = async (site: Site): Promise<void> => {
  for (const server of ended) await site.replace(server);
  ended.clear();
  await until('all servers are there', async () => {
    const { length } = await site.listNodes();
    return length === site.cluster.servers.length;
  });
};

const server: ClusterFault = {
  strike: async (site) => {
    await killServer(await findBusy(site));
    return 'one that had clients';
  },
  mend: startEnded,
};

const leader: ClusterFault = {
  strike: async (site) => {
    const killed = await findLeader(site);
    const startedAt = performance.now();
    await killServer(killed);
    await until('another leader', async () => {
      const port = await findLeaderPort(site);
      return port !== undefined && port !== killed.port;
    });
    return `another leads after ${formatSeconds(startedAt)}`;
  },
  mend: startEnded,
};

const readPostgresStart = async ({ pool }: Site): Promise<string> => {
  const { rows } = await pool.query<{ at: string }>(
    'select pg_postmaster_start_time()::text as at',
  );
  return rows[0]?.at ?? '';
};

const postgres: ClusterFault = {
  missing: (site) => (site.postgres ? '' : 'no PostgreSQL of its own'),
  strike: async (site) => {
    const before = await readPostgresStart(site);
    const startedAt = performance.now();
    await site.postgres?.restart();
    const tookS = formatSeconds(startedAt);
    await until('PostgreSQL is another process', async () => {
      const after = await readPostgresStart(site);
      return after !== before;
    });
    return `away for ${tookS}`;
  },
};

const listListeners = async ({ pool }: Site): Promise<number[]> => {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where application_name = 'yunbiao-node' and datname = current_database()`,
  );
  return rows.map(({ pid }) => pid);
};

const listeners: ClusterFault = {
  strike: async (site) => {
    const before = await listListeners(site);
    await site.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [before]);
    const startedAt = performance.now();
    const count = site.cluster.servers.length;
    await until('every server listens again', async () => {
      const after = await listListeners(site);
      return after.length >= count && after.every((pid) => !before.includes(pid));
    });
    return `${before.length} sessions; all listen again after ${formatSeconds(startedAt)}`;
  },
};

/** Foreign text, and events of a server that has the key and that nobody knows. */
const createFloodPayload = (n: number, sign: BundleSigner): string => {
  if (n % 2 === 0) return `foreign ${n} ${'x'.repeat(n % 400)}`;
  const event: NamedEvent = ['client-work', { clientId: 1 + (n % 5) }];
  const [payload = ''] = packEvents([event], { nodeId: 'f00d', lastSequence: (n - 1) / 2, sign });
  return payload;
};

/** As the servers derive it from their setting. */
const createSigner = ({ cluster }: Site): BundleSigner => {
  const key = cluster.env['CLUSTER_KEY'] ?? '';
  return createBundleSigner(createHmac('sha256', key).update('events').digest('hex'));
};

const flood: ClusterFault = {
  strike: async (site) => {
    const startedAt = performance.now();
    const sign = createSigner(site);
    for (let sent = 0; sent < FLOOD; sent += FLOOD_STATEMENT) {
      const payloads = Array.from({ length: FLOOD_STATEMENT }, (_, n) =>
        createFloodPayload(sent + n, sign),
      );
      await site.pool.query(`select pg_notify('${CHANNEL}', p) from unnest($1::text[]) p`, [
        payloads,
      ]);
    }
    const tookS = formatSeconds(startedAt);
    for (const { url } of site.cluster.servers)
      await until(`${url} is ready`, async () => {
        const { ok } = await fetch(`${url}/readyz`);
        return ok;
      });
    return `${FLOOD} notifications in ${tookS}; all servers ready after ${formatSeconds(startedAt)}`;
  },
};

/** What the server says in its answers, minus the time here, ms. */
const readClockError = async ({ url }: TestServer): Promise<number> => {
  const reply = await fetch(`${url}/healthz`);
  return Date.parse(reply.headers.get('date') ?? '') - Date.now();
};

/** The server that has the wrong clock. */
let misled: number | null = null;

const restartWith = async (
  site: Site,
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<void> => {
  const running = site.findServer(port);
  await running.stop();
  await site.replace(running, env);
};

const clock: ClusterFault = {
  missing: () => (findFakeTime() === null ? 'the program `faketime` (Debian) is missing' : ''),
  strike: async (site) => {
    const { port } = await findBusy(site);
    misled = port;
    await restartWith(site, port, {
      LD_PRELOAD: findFakeTime() ?? '',
      FAKETIME: '+1h',
      DONT_FAKE_MONOTONIC: '1',
    });
    const errorMs = await readClockError(site.findServer(port));
    if (Math.abs(errorMs - HOUR_MS) > 60_000) throw new Error(`its clock is ${errorMs} ms off`);
    return `${Math.round(errorMs / 1000)} s off by its answers`;
  },
  mend: async (site) => {
    if (misled !== null) await restartWith(site, misled, {});
    misled = null;
  },
};

const s3: ClusterFault = {
  strike: async ({ cluster }) => {
    const { failWith, settings, asked } = cluster.s3;
    const before = asked.length;
    // 0: the connection is closed without an answer.
    failWith.push(...Array.from({ length: 100_000 }, () => 0));
    const isGone = await fetch(settings.endpoint).then(
      () => false,
      () => true,
    );
    await sleep(OUTAGE_MS);
    failWith.length = 0;
    if (!isGone) throw new Error('S3 answers');
    return `away for ${OUTAGE_MS / 1000} s; ${asked.length - before - 1} requests of the site met it`;
  },
};

const listWorkers = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');

const reload: ClusterFault = {
  strike: async ({ front }) => {
    const before = listWorkers(front.pid);
    process.kill(front.pid, 'SIGHUP');
    await until('another worker', () =>
      listWorkers(front.pid).some((worker) => !before.includes(worker)),
    );
    const { status } = await front.get('/healthz');
    if (status !== 200) throw new Error(`nginx answers ${status}`);
    return 'another worker; the old one keeps its connections';
  },
};

const deploy: ClusterFault = {
  strike: async (site) => {
    const startedAt = performance.now();
    const ports = site.cluster.servers.map(({ port }) => port);
    for (const port of ports) await restartWith(site, port, {});
    return `${ports.length} servers, one after the other, in ${formatSeconds(startedAt)}`;
  },
};

export const CLUSTER_FAULTS = {
  server,
  leader,
  postgres,
  listeners,
  flood,
  clock,
  s3,
  reload,
  deploy,
} satisfies Record<string, ClusterFault>;

export type ClusterFaultName = keyof typeof CLUSTER_FAULTS;
