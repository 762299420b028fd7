import { spawn } from 'node:child_process';
import { buildConnection, type ToolEnv } from '../backup/dump-postgres.ts';
import { BackupError } from '../backup/backup-error.ts';

const NO_TOOL = '没有找到 pg_restore：请安装和数据库同一版本的 postgresql-client 后重试。';

const describePgRestoreFailure = (stderrText: string): string => {
  if (/No space left on device|Disk quota exceeded/.test(stderrText))
    return '磁盘满了，pg_restore 没有做完。请腾出空间后重试。';
  if (stderrText.includes('unsupported version'))
    return 'pg_restore 比做备份的旧，读不了它：请安装更新的 postgresql-client。';
  const lines = stderrText.trim().split('\n');
  const first = lines.find((line) => line.includes('error:')) ?? lines.at(-1) ?? '';
  return `pg_restore 没有做完：${first.replace(/^pg_restore: (error: )?/, '')}`;
};

const MAX_OUTPUT_CHARS = 1_000_000;

/** Runs `pg_restore` and returns what it prints. @throws {BackupError} */
const runPgRestore = (
  args: readonly string[],
  env: ToolEnv,
  signal: AbortSignal,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('pg_restore', args, { env, stdio: ['ignore', 'pipe', 'pipe'], signal });
    let [output, stderrTail] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(0, MAX_OUTPUT_CHARS);
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderrTail = (stderrTail + chunk).slice(-4_000);
    });
    let failure: unknown;
    child.on('error', (error: NodeJS.ErrnoException) => {
      failure = error.code === 'ENOENT' ? new BackupError(NO_TOOL, error) : error;
      if (child.pid === undefined) reject(failure as Error);
    });
    child.on('close', (code) => {
      if (failure !== undefined) reject(failure as Error);
      else if (code === 0) resolve(output);
      else reject(new BackupError(describePgRestoreFailure(stderrTail)));
    });
  });

/** Names of the migrations that have run, from the data of their table in a dump. */
export const listDumpMigrations = async (
  file: string,
  env: ToolEnv,
  signal: AbortSignal,
): Promise<string[]> => {
  const args = ['--data-only', '--table=kysely_migration', '--file=-', file];
  const sql = await runPgRestore(args, { ...env, LC_ALL: 'C' }, signal);
  return Array.from(sql.matchAll(/^(\d{4}-[\w-]+)\t/gm), ([, name = '']) => name);
};

/** Restores a dump into an empty database, all of it or nothing. @throws {BackupError} */
export const restoreDump = async (
  { databaseUrl, file, env }: { databaseUrl: string; file: string; env: ToolEnv },
  signal: AbortSignal,
): Promise<void> => {
  const { dbname, env: connectionEnv } = buildConnection(databaseUrl, env);
  const args = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
  await runPgRestore([...args, '--no-password', `--dbname=${dbname}`, file], connectionEnv, signal);
};
