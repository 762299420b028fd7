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

/**
 * Starts at least two servers of one production site: one PostgreSQL database, one S3 bucket, no proxy.
 * The site has a software with templates and no member. Requests to any server name it by
 * `127.0.0.1` and its own port. With `DATABASE_URL` in `env`, the site gets that empty database.
 */
export const openCluster = async (
  count = 2,
  env: Readonly<Record<string, string>> = {},
): Promise<TestCluster> => {
  const { databaseUrl, drop } = await openDatabase(env['DATABASE_URL']);
  const s3 = await startS3();
  const shared = { ...buildSettings(databaseUrl, s3), ...env };
  const addServer = async (more: Readonly<Record<string, string>> = {}): Promise<TestServer> => {
    const server = await startServer({ ...shared, ...more });
    servers.push(server);
    return server;
  };
  const first = await startServer(shared);
  const admin = (...args: string[]): Promise<string> => runAdmin(first, args, shared);
  await admin('software', 'add', CLUSTER_SOFTWARE, '云标');
  const servers: TestCluster['servers'] = [first, await startServer(shared)];
  while (servers.length < count) await addServer();
  const database = new pg.Client({ connectionString: databaseUrl });
  // The tests also end the sessions of the database.
  database.on('error', () => {});
  await database.connect();
  return {
    servers,
    databaseUrl,
    s3,
    database,
    env: shared,
    addServer,
    admin,
    close: async () => {
      await database.end().catch(() => {});
      await Promise.all(servers.map((server) => server.stop()));
      await s3.close();
      await drop();
    },
  };
};
