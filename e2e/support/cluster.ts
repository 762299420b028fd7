import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { findPostgres, onServer, testDatabaseUrl } from '../../packages/db/src/testing/postgres.ts';
import { type S3StandIn, startS3 } from '../../packages/services/src/platform/files/testing-s3.ts';
import { runAdmin } from './admin.ts';
import { startServer, type TestServer } from './server.ts';

const postgres = await findPostgres();
/** Why tests of several servers cannot run; '' when they can. */
export const noCluster = postgres === null ? 'PostgreSQL：没有找到' : '';

/** Alias of the software that {@link openCluster} adds. */
export const CLUSTER_SOFTWARE = 'yunbiao';

export type TestCluster = {
  servers: [TestServer, TestServer, ...TestServer[]];
  databaseUrl: string;
  s3: S3StandIn;
  /** A connection of the test to the database. */
  database: pg.Client;
  /** Settings that every server of this site has. */
  env: Readonly<Record<string, string>>;
  /** Starts one more server. `env`: what differs from the others. */
  addServer: (env?: Readonly<Record<string, string>>) => Promise<TestServer>;
  /** Runs `npm run admin` on the site. */
  admin: (...args: string[]) => Promise<string>;
  close: () => Promise<void>;
};

const buildSettings = (databaseUrl: string, { settings }: S3StandIn) => ({
  APP_MODE: 'production',
  PUBLIC_URL: 'http://127.0.0.1',
  DATABASE_URL: databaseUrl,
  CLUSTER_KEY: randomBytes(32).toString('hex'),
  S3_ENDPOINT: settings.endpoint,
  S3_BUCKET: settings.bucket,
  S3_REGION: settings.region,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  S3_PATH_STYLE: settings.pathStyle ? '1' : '0',
  LOG_LEVEL: 'info',
});

/** An empty database: the given one, or a new one of the server for tests. */
const openDatabase = async (
  given?: string,
): Promise<{ databaseUrl: string; drop: () => Promise<void> }> => {
  if (given !== undefined) return { databaseUrl: given, drop: () => Promise.resolve() };
  if (postgres === null) throw new Error(noCluster);
  const name = `yb_cluster_${randomBytes(6).toString('hex')}`;
  await onServer(postgres, `create database ${name}`);
  return {
    databaseUrl: testDatabaseUrl(postgres, name),
    drop: () => onServer(postgres, `drop database if exists ${name} with (force)`),
  };
};

/** Stops all servers, also when one of them fails to. @throws the first failure */
const stopServers = async (servers: readonly TestServer[]): Promise<void> => {
  const ends = await Promise.allSettled(servers.map((server) => server.stop()));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
};

const startCluster = async (
  { count, env }: { count: number; env: Readonly<Record<string, string>> },
  cleanups: AsyncDisposableStack,
): Promise<TestCluster> => {
  const { databaseUrl, drop } = await openDatabase(env['DATABASE_URL']);
  cleanups.defer(drop);
  const s3 = await startS3();
  cleanups.defer(() => s3.close());
  const shared = { ...buildSettings(databaseUrl, s3), ...env };
  const started: TestServer[] = [];
  cleanups.defer(() => stopServers(started));
  const addServer = async (more: Readonly<Record<string, string>> = {}): Promise<TestServer> => {
    const addedServer = await startServer({ ...shared, ...more });
    started.push(addedServer);
    return addedServer;
  };
  const first = await addServer();
  const admin = (...args: string[]): Promise<string> => runAdmin(first, args, shared);
  await admin('software', 'add', CLUSTER_SOFTWARE, '云标');
  const servers: TestCluster['servers'] = [first, await addServer()];
  while (servers.length < count) servers.push(await addServer());
  const database = new pg.Client({ connectionString: databaseUrl });
  // The tests also end the sessions of the database.
  database.on('error', () => {});
  await database.connect();
  cleanups.defer(() => database.end().catch(() => {}));
  return {
    servers,
    databaseUrl,
    s3,
    database,
    env: shared,
    addServer: async (more) => {
      const addedServer = await addServer(more);
      servers.push(addedServer);
      return addedServer;
    },
    admin,
    close: () => cleanups.disposeAsync(),
  };
};

/**
 * Starts at least two servers of one production site: one PostgreSQL database, one S3 bucket, no proxy.
 * The site has a software with templates and no member. Requests to any server name it by
 * `127.0.0.1` and its own port. With `DATABASE_URL` in `env`, the site gets that empty database. What
 * was started before a failure ends with it.
 */
export const openCluster = async (
  count = 2,
  env: Readonly<Record<string, string>> = {},
): Promise<TestCluster> => {
  const cleanups = new AsyncDisposableStack();
  try {
    return await startCluster({ count, env }, cleanups);
  } catch (error) {
    await cleanups.disposeAsync();
    throw error;
  }
};
