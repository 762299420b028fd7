import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from '../../../e2e/support/process.ts';

const run = promisify(execFile);

const VERSIONS = '/usr/lib/postgresql';
const USER = 'postgres';

export type PrivatePostgres = {
  /** URL of its database; commits wait for the disk, as on a site. */
  url: string;
  /** Process of the postmaster; its children are the backends. */
  pid: () => number;
  /** Ends every session, as `systemctl restart postgresql` does, and starts it again. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

const findPrograms = (): string | null => {
  try {
    const [newest] = readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a));
    return newest === undefined ? null : join(VERSIONS, newest, 'bin');
  } catch {
    return null;
  }
};

/** PostgreSQL refuses to run as root. */
const asUser = (...command: string[]): [string, string[]] => {
  if (process.getuid?.() !== 0) return ['setpriv', ['--pdeathsig', 'INT', ...command]];
  const user = [`--reuid=${USER}`, `--regid=${USER}`, '--init-groups', '--pdeathsig', 'INT'];
  return ['setpriv', [...user, ...command]];
};

const waitUntilAnswering = async (url: string): Promise<void> => {
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      if (tries > 600) throw error;
      await sleep(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
};

/** A PostgreSQL of this process, on a free port, that ends with it. Null without the programs. */
export const startPrivatePostgres = async (): Promise<PrivatePostgres | null> => {
  const programs = findPrograms();
  if (programs === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'yb-postgres-'));
  if (process.getuid?.() === 0) await run('chown', [USER, folder]);
  await chmod(folder, 0o700);
  const data = join(folder, 'data');
  const cluster = ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  await run(...asUser(join(programs, 'initdb'), ...cluster, '--no-sync'), { cwd: '/' });
  const port = await findFreePort();
  const url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const options = [...settings, 'max_connections=300'].flatMap((item) => ['-c', item]);
  const command = asUser(join(programs, 'postgres'), '-D', data, '-p', String(port), ...options);
  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(...command, { cwd: '/', stdio: 'ignore' });
    await waitUntilAnswering(url);
    return child;
  };
  let postmaster = await launch();
  const end = async (): Promise<void> => {
    const ended = once(postmaster, 'exit');
    // A fast shutdown.
    postmaster.kill('SIGINT');
    await ended;
  };
  return {
    url,
    pid: () => postmaster.pid ?? 0,
    restart: async () => {
      await end();
      postmaster = await launch();
    },
    close: async () => {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
