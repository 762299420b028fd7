import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { databaseFile } from '@yunbiao/db';
import { demoMemberFile } from '@yunbiao/services';
import { type Config, ConfigError, readConfig } from './config.ts';
import { openExisting, UserError } from './open-existing.ts';
import { keepFilesPrivate } from './private-files.ts';

const USAGE = '要这样写：npm run backup -- <目标文件夹>；不写时备份到 DATA_DIR/backups 下。';

/** `20261121-020304`, UTC. */
const stamp = (now: Date): string =>
  now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');

const isEmptyOrMissing = async (folder: string): Promise<boolean> => {
  try {
    return (await readdir(folder)).length === 0;
  } catch {
    return true;
  }
};

/** PostgreSQL has its own tool, which knows better; the password stays in the environment. */
const postgresAdvice = (config: Config, target: string): string => {
  const url = new URL(config.databaseUrl ?? '');
  url.password = '';
  return [
    '数据库是 PostgreSQL，请用它自己的工具备份（密码放在 PGPASSWORD 或 ~/.pgpass）：',
    `  pg_dump --format=custom --file=${join(target, 'yunbiao.dump')} '${url.href}'`,
    '恢复：pg_restore --clean --if-exists --dbname=<库的地址> yunbiao.dump',
    '',
  ].join('\n');
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Copies what the store holds, file by file: pictures may be swept away between the listing and their turn. Those are
 * left out, as nothing in the copied database shows them, and the copy's own sweep clears their rows.
 */
const copyFiles = async (from: string, to: string): Promise<void> => {
  const pictures = join(from, 'uploads');
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory() || entry.name.endsWith('.part')) continue;
    const source = join(entry.parentPath, entry.name);
    try {
      await cp(source, join(to, relative(from, source)));
    } catch (error) {
      const isSwept = entry.parentPath === pictures && isMissing(error) && !existsSync(source);
      if (!isSwept) throw error;
    }
  }
};

/**
 * Copies database, files and a demo's password into an empty folder while the site runs. The database goes first: a row
 * is written after its file, so the files its rows name are there, but for pictures that were already unused.
 */
export const backupTo = async (config: Config, target: string): Promise<string> => {
  if (!(await isEmptyOrMissing(target)))
    throw new UserError(`${target} 里已经有东西了，请换一个空文件夹。`);
  const db = await openExisting(config);
  try {
    await mkdir(target, { recursive: true, mode: 0o700 });
    const advice = db.backup ? '' : postgresAdvice(config, target);
    await db.backup?.(databaseFile(target));
    const files = join(config.dataDir, 'files');
    // A site without a single file has no such folder.
    if (existsSync(files)) await copyFiles(files, join(target, 'files'));
    // Without it the next start of the copy would give the demo member a new password.
    const demo = demoMemberFile(config.dataDir);
    if (existsSync(demo)) await cp(demo, demoMemberFile(target));
    const elsewhere = config.s3
      ? `文件在 S3 的桶 ${config.s3.bucket} 里，不在这份备份中，请用存储服务自己的版本或复制功能。\n`
      : '';
    return `${advice}${elsewhere}已备份到 ${target}\n`;
  } catch (error) {
    // Half a backup is worse than none: it looks like one.
    await rm(target, { recursive: true, force: true });
    throw error;
  } finally {
    await db.close();
  }
};

const main = async (): Promise<void> => {
  const args = process.argv.slice(2);
  if (args.length > 1 || args[0]?.startsWith('-')) throw new UserError(USAGE);
  const config = readConfig(process.env);
  const target = resolve(args[0] ?? join(config.dataDir, 'backups', stamp(new Date())));
  process.stdout.write(await backupTo(config, target));
};

if (import.meta.main) {
  keepFilesPrivate();
  try {
    await main();
  } catch (error) {
    if (error instanceof UserError || error instanceof ConfigError)
      process.stderr.write(`${error.message}\n`);
    else console.error(error);
    process.exitCode = 1;
  }
}
