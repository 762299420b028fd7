import { resolve } from 'node:path';
import { S3Error } from '@yunbiao/services';
import { BackupError } from './backup/backup-error.ts';
import { isBucketUrl } from './backup/bucket-folder.ts';
import { ConfigError, readConfig, resolveCallerFolder } from './config/config.ts';
import { restoreBackup } from './restore/restore-backup.ts';
import { UserError } from './startup/open-existing-database.ts';
import { setPrivateUmask } from './startup/private-files.ts';
import { describeS3Error } from './startup/start-failure.ts';

type Env = Readonly<Record<string, string | undefined>>;

const DRY_RUN_FLAG = '--dry-run';

const USAGE = `要这样写：npm run restore -- <备份的文件夹或 s3://桶/文件夹> [${DRY_RUN_FLAG}]，恢复进 DATA_DIR 和 DATABASE_URL 所指的、空的地方；${DRY_RUN_FLAG} 只检查，什么也不写。`;

const INTERRUPTED = 130;

const createTerminationSignal = (): AbortSignal => {
  const controller = new AbortController();
  const abortRestore = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    process.stderr.write('正在停下，清理做了一半的恢复……再按一次 Ctrl-C 就不清理了。\n');
    controller.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, abortRestore);
  return controller.signal;
};

const describeExpectedError = (error: unknown): string | null => {
  if (error instanceof UserError || error instanceof ConfigError) return error.message;
  return error instanceof S3Error ? describeS3Error(error) : null;
};

/** Runs the command and returns the exit code. */
export const runRestore = async (args: readonly string[], env: Env): Promise<number> => {
  const signal = createTerminationSignal();
  try {
    const [name, ...extraArgs] = args.filter((word) => word !== DRY_RUN_FLAG);
    if (!name || extraArgs.length > 0 || name.startsWith('-')) throw new BackupError(USAGE);
    const location = isBucketUrl(name) ? name : resolve(resolveCallerFolder(env), name);
    const isDryRun = args.includes(DRY_RUN_FLAG);
    const lines = await restoreBackup(readConfig(env), location, { env, signal, isDryRun });
    process.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  } catch (error) {
    const sentence = signal.aborted ? '恢复被打断了，没有留下什么。' : describeExpectedError(error);
    if (sentence === null) console.error(error);
    else process.stderr.write(`${sentence}\n`);
    return signal.aborted ? INTERRUPTED : 1;
  }
};

if (import.meta.main) {
  setPrivateUmask();
  process.exitCode = await runRestore(process.argv.slice(2), process.env);
}
