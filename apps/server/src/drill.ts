import { resolve } from 'node:path';
import { S3Error } from '@yunbiao/services';
import { isBucketUrl } from './backup/bucket-folder.ts';
import { ConfigError, readConfig, resolveCallerFolder } from './config/config.ts';
import { createFailure, type Finding, formatFindings, hasFailure } from './report/findings.ts';
import { drillBackup } from './restore/drill-backup.ts';
import { findNewestBackup } from './restore/newest-backup.ts';
import { UserError } from './startup/open-existing-database.ts';
import { setPrivateUmask } from './startup/private-files.ts';
import { describeS3Error } from './startup/start-failure.ts';

type Env = Readonly<Record<string, string | undefined>>;

const USAGE = '要这样写：restore-drill.sh <放备份的文件夹、一份备份，或 s3://桶/文件夹>';

const restoreNewestAndListFindings = async (
  name: string,
  env: Env,
  signal: AbortSignal,
): Promise<Finding[]> => {
  const config = readConfig(env);
  const location = isBucketUrl(name) ? name : resolve(resolveCallerFolder(env), name);
  const newest = await findNewestBackup(location, config);
  if (newest === null)
    return [
      createFailure(
        '备份',
        `${location} 里没有做完的备份`,
        '先备份一次，看看定时的备份为什么没有做',
      ),
    ];
  return drillBackup(config, newest, { env, signal });
};

const describeExpectedError = (error: unknown): string | null => {
  if (error instanceof UserError || error instanceof ConfigError) return error.message;
  return error instanceof S3Error ? describeS3Error(error) : null;
};

/** Runs the drill, prints its report and returns the exit code. */
export const runDrill = async (args: readonly string[], env: Env): Promise<number> => {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => controller.abort());
  try {
    const [name, ...extraArgs] = args;
    if (!name || extraArgs.length > 0 || name.startsWith('-')) throw new UserError(USAGE);
    const findings = await restoreNewestAndListFindings(name, env, controller.signal);
    process.stdout.write(`恢复演习\n${formatFindings(findings)}`);
    return hasFailure(findings) ? 1 : 0;
  } catch (error) {
    const sentence = controller.signal.aborted
      ? '恢复演习被打断了。'
      : describeExpectedError(error);
    if (sentence === null) console.error(error);
    else process.stderr.write(`${sentence}\n`);
    return 1;
  }
};

if (import.meta.main) {
  setPrivateUmask();
  process.exitCode = await runDrill(process.argv.slice(2), process.env);
}
