import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findProgram } from '../../../scripts/lib/programs.mjs';
import { openNodeSession, type NodeSession } from './node-session.ts';
import { onPostgres } from './testing.ts';

/** sbin is not on every user's PATH. */
const SBIN = '/usr/sbin/pgbouncer';
const pgbouncer = findProgram('pgbouncer') ?? (existsSync(SBIN) ? SBIN : null);
const noPgbouncer = pgbouncer ? '' : 'pgbouncer：没有找到';

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** Starts a connection pool in front of a database. Returns the URL of the database through it. */
const startPool = async (databaseUrl: string, poolMode: string): Promise<string> => {
  const target = new URL(databaseUrl);
  const user = decodeURIComponent(target.username);
  const password = decodeURIComponent(target.password);
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-pgbouncer-'));
  // The program refuses to run as root, and then changes to the user of PostgreSQL.
  await chmod(folder, 0o777);
  const port = await findFreePort();
  const users = join(folder, 'users');
  await writeFile(users, `"${user}" "${password}"\n`);
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
* = host=${target.hostname} port=${target.port || '5432'}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = ${password === '' ? 'trust' : 'plain'}
auth_file = ${users}
pool_mode = ${poolMode}
ignore_startup_parameters = extra_float_digits,options
`,
  );
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child: ChildProcess = spawn(pgbouncer ?? '', [...asUser, settings], { stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = child.exitCode === null && once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  target.hostname = '127.0.0.1';
  target.port = String(port);
  return target.href;
};

onPostgres((open) => {
  describe('the connection of a server to its peers', () => {
    const findUrl = async (): Promise<string> => open.location(await open()).databaseUrl ?? '';
    const openSession = async (url: string): Promise<NodeSession> => {
      const session = await openNodeSession(url, { onNotification: () => {}, onLost: () => {} });
      onTestFinished(() => session.close());
      return session;
    };
    const openThroughPool = async (poolMode: string): Promise<NodeSession> => {
      const url = await startPool(await findUrl(), poolMode);
      // The pool takes a moment to listen.
      const tryOpen = () => openSession(url).catch(() => null);
      return vi.waitUntil(tryOpen, { timeout: 30_000, interval: 50 });
    };

    it('has a session of its own', async () => {
      expect(await (await openSession(await findUrl())).isPooled()).toBe(false);
    });

    it.for([
      ['transaction', true],
      ['session', false],
    ] as const)('through a pool in %s mode: shared %s', async ([poolMode, isPooled], ctx) => {
      if (noPgbouncer) ctx.skip(noPgbouncer);
      expect(await (await openThroughPool(poolMode)).isPooled()).toBe(isPooled);
    });
  });
});
