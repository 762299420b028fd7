import { findFreePort } from '../../../e2e/support/process.ts';
import pg from 'pg';
import { openCluster, type TestCluster } from '../../../e2e/support/cluster.ts';
import { startNginx, type TestNginx } from '../../../e2e/support/nginx.ts';
import { startServer, type TestServer } from '../../../e2e/support/server.ts';
import { type Desk, type DeskOptions, openDesk } from './desk.ts';
import { type PrivatePostgres, startPrivatePostgres } from './private-postgres.ts';

const HOST = 'localhost';

/** Row of a server that was seen in the last seconds. */
export type NodeRow = { port: number; isLeader: boolean; clients: number };

/** Several servers behind nginx, with a print client and a printer of each language. */
export type Site = {
  cluster: TestCluster;
  postgres: PrivatePostgres | null;
  front: TestNginx;
  desks: readonly Desk[];
  /** Connections that PostgreSQL's restarts do not end for good. */
  pool: pg.Pool;
  listNodes: () => Promise<NodeRow[]>;
  findServer: (port: number) => TestServer;
  /**
   * Starts a server on the port of one that ended. `env`: what differs from the others.
   */
  replace: (ended: TestServer, env?: Readonly<Record<string, string>>) => Promise<void>;
  close: () => Promise<void>;
};

const SELECT_NODES = `
  select name, is_leader = 1 as "isLeader", clients::int as clients from node
  where is_stopped = 0 and seen_at > extract(epoch from clock_timestamp()) * 1000 - 3000`;

const createNodes = (pool: pg.Pool, { servers, env }: TestCluster) => ({
  listNodes: async (): Promise<NodeRow[]> => {
    const { rows } = await pool.query<{ name: string; isLeader: boolean; clients: number }>(
      SELECT_NODES,
    );
    return rows.map(({ name, isLeader, clients }) => ({
      port: Number(name.slice(name.lastIndexOf(':') + 1)),
      isLeader,
      clients,
    }));
  },
  findServer: (port: number): TestServer => {
    const server = servers.find((item) => item.port === port);
    if (!server) throw new Error(`no server on port ${port}`);
    return server;
  },
  replace: async (ended: TestServer, more = {}): Promise<void> => {
    servers[servers.indexOf(ended)] = await startServer({ ...env, ...more }, ended.port);
  },
});

/** The sample with several servers in its upstream. */
const startFront = (servers: readonly TestServer[], https: number): Promise<TestNginx> => {
  const list = servers.map(({ port }) => `server 127.0.0.1:${port} fail_timeout=1s;`).join(' ');
  const first = servers[0]?.port ?? 0;
  return startNginx(first, {
    host: HOST,
    https,
    changes: [[new RegExp(`server 127\\.0\\.0\\.1:${first} fail_timeout=1s;`), list]],
  });
};

export type SiteOptions = {
  servers: number;
  desks: readonly DeskOptions[];
  /** More settings of every server. */
  env?: Readonly<Record<string, string>>;
};

export const openSite = async ({
  servers,
  desks: wanted,
  env = {},
}: SiteOptions): Promise<Site> => {
  const postgres = await startPrivatePostgres();
  const https = await findFreePort();
  const cluster = await openCluster(servers, {
    PUBLIC_URL: `https://${HOST}:${https}`,
    TRUST_PROXY: '1',
    ...(postgres && { DATABASE_URL: postgres.url }),
    ...env,
  });
  const pool = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 });
  pool.on('error', () => {});
  const front = await startFront(cluster.servers, https);
  const desks: Desk[] = [];
  for (const [place, options] of wanted.entries())
    desks.push(await openDesk(front, `集群_${place + 1}`, options));
  return {
    cluster,
    postgres,
    front,
    desks,
    pool,
    ...createNodes(pool, cluster),
    close: async () => {
      for (const desk of desks) await desk.close();
      await front.stop();
      await pool.end();
      await cluster.close();
      await postgres?.close();
    },
  };
};
