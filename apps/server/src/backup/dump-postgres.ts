import { spawn } from 'node:child_process';
import { BackupError } from './backup-error.ts';

export const DUMP_NAME = 'yunbiao.dump';

/** Maximum wait for a table lock. A longer lock fails the dump instead of blocking it forever. */
const LOCK_WAIT = '60s';
const CONNECT_S = '30';

export type ToolEnv = Readonly<Record<string, string | undefined>>;

/**
 * Passes the password in the environment, because all users of the machine can read process
 * arguments.
 */
export const buildConnection = (
  databaseUrl: string,
  env: ToolEnv,
): { dbname: string; env: ToolEnv } => {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return {
    dbname: url.href,
    env: {
      ...env,
      LC_ALL: 'C',
      PGCONNECT_TIMEOUT: CONNECT_S,
      ...(password ? { PGPASSWORD: password } : {}),
    },
  };
};

const describeDumpFailure = (stderrText: string): string => {
  if (/No space left on device|File too large|Disk quota exceeded/.test(stderrText))
    return '磁盘满了，或者超过了允许的大小，pg_dump 没有做完。请腾出空间后重试。';
  if (stderrText.includes('server version mismatch'))
    return 'pg_dump 比数据库旧，不能备份它：请安装和数据库同一版本的 postgresql-client。';
  const lines = stderrText.trim().split('\n');
  const last = lines.findLast((line) => line.includes('error:')) ?? lines.at(-1) ?? '';
  return `pg_dump 没有做完：${last.replace(/^pg_dump: (error: )?/, '')}`;
};

/**
 * Dumps the database at the given snapshot into an existing file with `pg_dump`.
 * @throws {BackupError}
 */
export const dumpPostgres = ({
  databaseUrl,
  snapshot,
  file,
  env,
  signal,
}: {
  databaseUrl: string;
  snapshot: string;
  file: string;
  env: ToolEnv;
  signal: AbortSignal;
}): Promise<void> =>
  new Promise((resolve, reject) => {
    const { dbname, env: connectionEnv } = buildConnection(databaseUrl, env);
    const args = ['--format=custom', '--no-password', `--lock-wait-timeout=${LOCK_WAIT}`];
    const child = spawn(
      'pg_dump',
      [...args, `--snapshot=${snapshot}`, `--file=${file}`, `--dbname=${dbname}`],
      { env: connectionEnv, stdio: ['ignore', 'ignore', 'pipe'], signal },
    );
    let stderrTail = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderrTail = (stderrTail + chunk).slice(-4_000);
    });
    let failure: unknown;
    child.on('error', (error: NodeJS.ErrnoException) => {
      failure =
        error.code === 'ENOENT'
          ? new BackupError(
              '没有找到 pg_dump：请安装和数据库同一版本的 postgresql-client 后重试。',
              error,
            )
          : error;
      if (child.pid === undefined) reject(failure as Error);
    });
    child.on('close', (code) => {
      if (failure !== undefined) reject(failure as Error);
      else if (code === 0) resolve();
      else reject(new BackupError(describeDumpFailure(stderrTail)));
    });
  });
