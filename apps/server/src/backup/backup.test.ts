import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from '@yunbiao/db';
import { seedDemo } from '@yunbiao/sample';
import { TEST_CLIENT } from '@yunbiao/sample/testing';
import { createDiskStore } from '@yunbiao/services';
import { testContext } from '@yunbiao/services/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProgramPath } from '../../../../e2e/support/programs.ts';
import { createBackup } from '../backup.ts';
import { readConfig } from '../config/config.ts';
import { UserError } from '../startup/open-existing-database.ts';
import { describeBackupFailure } from './backup-error.ts';

const program = getProgramPath('apps/server/src/backup.ts');
const folder = mkdtempSync(join(tmpdir(), 'yb-backup-'));
const dataDir = join(folder, 'data');

const { PATH, NODE_COMPILE_CACHE } = process.env;
const INHERITED = { PATH, NODE_COMPILE_CACHE };

type End = { code: number | null; out: string; err: string };

const waitForEnd = async (child: ChildProcess): Promise<End> => {
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  // Stops a backup that follows links in a circle.
  const timer = setTimeout(() => child.kill('SIGKILL'), 250_000);
  await once(child, 'close');
  clearTimeout(timer);
  return { code: child.exitCode, out, err };
};

const launch = (args: readonly string[], env: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    env: { ...INHERITED, DATA_DIR: dataDir, INIT_CWD: folder, ...env },
  });

const runBackupProgram = (args: readonly string[], env?: Record<string, string>): Promise<End> =>
  waitForEnd(launch(args, env));

/** The same under a shell that sets a limit first. */
const underShell = (line: string, target: string): Promise<End> =>
  waitForEnd(
    spawn('/bin/bash', ['-c', `${line}; exec "$0" "$1" "$2"`, process.execPath, program, target], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
      // With a socket as its input, the shell reads the user's startup files first.
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

/** One line of Chinese without a stack trace. */
const isOneSentence = (text: string): boolean => /^[^\n]*\p{Script=Han}[^\n]*。\n$/u.test(text);

/** Does not follow links: some in these tests lead to their own parent folder. */
const filesIn = (where: string): string[] =>
  readdirSync(where, { withFileTypes: true }).flatMap((entry) => {
    const path = join(where, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() ? [path] : [];
  });

beforeAll(async () => {
  const db = openDatabase({ dataDir });
  const ctx = testContext(db);
  await migrate(db);
  await seedDemo({
    client: TEST_CLIENT,
    ctx: { ...ctx, files: createDiskStore(join(dataDir, 'files')) },
    dataDir,
  });
  await db.close();
  rmSync(ctx.folder, { recursive: true, force: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a backup', () => {
  it('opens like the original, is private, and is made only into an empty folder', async () => {
    const target = join(folder, 'whole');
    const { code, out } = await runBackupProgram([target]);
    expect([code, out]).toEqual([0, expect.stringContaining(`已备份到 ${target}\n`)]);
    const copy = openDatabase({ dataDir: target });
    const rows = await copy.kysely.selectFrom('download').select(['file_key', 'size']).execute();
    await copy.close();
    expect(rows.length).toBeGreaterThan(5);
    const store = createDiskStore(join(target, 'files'));
    for (const row of rows) expect(await store.stat(row.file_key)).toEqual({ size: row.size });
    const readPassword = (where: string) => readFileSync(join(where, 'demo-member.txt'), 'utf8');
    expect(readPassword(target)).toBe(readPassword(dataDir));
    const modes = new Set(filesIn(target).map((file) => statSync(file).mode & 0o777));
    expect([...modes]).toEqual([0o600]);
    const inner = [target, join(target, 'files'), join(target, 'files/downloads')];
    for (const one of inner) expect(statSync(one).mode & 0o777).toBe(0o700);
    expect(existsSync(join(target, 'INCOMPLETE.txt'))).toBe(false);
    const before = filesIn(target).length;
    expect(await runBackupProgram([target])).toMatchObject({
      code: 1,
      err: expect.stringContaining('空文件夹'),
    });
    expect(filesIn(target)).toHaveLength(before);
  });

  it('is written where the caller stands, though npm runs it in the package’s folder', async () => {
    expect(await runBackupProgram(['here/relative'])).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, 'here/relative/yunbiao.db'))).toBe(true);
  });

  it('follows a link of the store to another disk', async () => {
    const [linked, other] = [join(folder, 'linked'), join(folder, 'other-disk')];
    mkdirSync(join(other, 'downloads'), { recursive: true });
    writeFileSync(join(other, 'downloads/a'), 'bytes');
    const target = join(folder, 'of-linked');
    const source = join(folder, 'linked-data');
    mkdirSync(join(source, 'files'), { recursive: true });
    const db = openDatabase({ dataDir: source });
    await migrate(db);
    await db.close();
    symlinkSync(join(other, 'downloads'), join(source, 'files/downloads'));
    // Following this link to a parent folder would never end.
    symlinkSync(join(source, 'files'), join(other, 'downloads/up'));
    const { code, out } = await runBackupProgram([target], { DATA_DIR: source });
    expect([code, out]).toEqual([0, expect.stringContaining('文件 1 个')]);
    expect(readFileSync(join(target, 'files/downloads/a'), 'utf8')).toBe('bytes');
    expect(existsSync(linked)).toBe(false);
  });

  it('leaves out the assets of the builds of the site', async () => {
    const [source, target] = [join(folder, 'with-builds'), join(folder, 'of-builds')];
    mkdirSync(join(source, 'files/site-builds'), { recursive: true });
    writeFileSync(join(source, 'files/site-builds/0a'), 'asset');
    const db = openDatabase({ dataDir: source });
    await migrate(db);
    await db.close();
    const { code, out } = await runBackupProgram([target], { DATA_DIR: source });
    expect([code, out]).toEqual([0, expect.stringContaining('文件 0 个')]);
  });

  it('tells of a file the site itself has lost, and keeps the rest', async () => {
    const source = join(folder, 'lossy');
    expect(await runBackupProgram([source])).toMatchObject({ code: 0 });
    const [gone = ''] = readdirSync(join(source, 'files/downloads'));
    rmSync(join(source, 'files/downloads', gone));
    const end = await runBackupProgram([join(folder, 'of-lossy')], { DATA_DIR: source });
    expect([end.code, end.out]).toEqual([
      0,
      expect.stringContaining(`网站自己就缺 1 个文件，例如 files/downloads/${gone}`),
    ]);
  });
});

describe('a backup that cannot be made', () => {
  const file = join(folder, 'file');
  const full = join(folder, 'full');
  beforeAll(() => {
    writeFileSync(file, 'precious');
    mkdirSync(full);
    writeFileSync(join(full, 'own'), 'precious');
    mkdirSync(join(folder, 'link-to'), { recursive: true });
    symlinkSync(dataDir, join(folder, 'link-to/data'));
  });

  it.each([
    ['a file', file, '不是文件夹'],
    ['below a file', join(file, 'x'), '它上面有一层是文件'],
    ['a folder with something in it', full, '里已经有东西了'],
    ['a device', '/dev/null', '不是文件夹'],
    ['a folder of devices', '/dev/yb-backup', '在系统自己的目录里'],
    ['a new folder under /proc', '/proc/yb-backup', '在系统自己的目录里'],
    ['a folder of /proc', '/proc/self/fd', '在系统自己的目录里'],
    ['a new folder under /sys', '/sys/kernel/yb-backup/deep', '在系统自己的目录里'],
    ['DATA_DIR', dataDir, '在 DATA_DIR（'],
    ['inside DATA_DIR', join(dataDir, 'backups/today'), '在 DATA_DIR（'],
    ['inside DATA_DIR by a link', join(folder, 'link-to/data/x'), '在 DATA_DIR（'],
    ['a name that is too long', join(folder, 'x'.repeat(300)), '名字太长'],
  ])('because the target is %s says so, and changes nothing', async (_, target, sentence) => {
    const there = filesIn(folder).toSorted();
    const config = readConfig({ DATA_DIR: dataDir });
    const said = await createBackup(config, target).catch((error: unknown) => error);
    expect(said).toBeInstanceOf(UserError);
    const { message } = said as UserError;
    expect(message).toContain(sentence);
    expect(isOneSentence(`${message}\n`), message).toBe(true);
    expect(filesIn(folder).toSorted()).toEqual(there);
    expect(readFileSync(file, 'utf8')).toBe('precious');
    expect(readFileSync(join(full, 'own'), 'utf8')).toBe('precious');
  });

  it('is told in one line, and ends', async () => {
    const { code, out, err } = await runBackupProgram([file]);
    expect([code, out, err]).toEqual([1, '', expect.stringContaining('不是文件夹')]);
    expect(isOneSentence(err), err).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('precious');
  });

  it.each([
    ['without a target', [], '要这样写：npm run backup -- <目标文件夹>'],
    ['with two', ['a', 'b'], '要这样写'],
    ['with a flag', ['--help'], '要这样写'],
  ])('%s says how it is written', async (_, args, sentence) => {
    const { code, err } = await runBackupProgram(args);
    expect([code, err]).toEqual([1, expect.stringContaining(sentence)]);
    expect(isOneSentence(err), err).toBe(true);
  });

  it('because there is no site says so and makes no folder', async () => {
    const target = join(folder, 'of-nothing');
    const { code, err } = await runBackupProgram([target], { DATA_DIR: join(folder, 'no-site') });
    expect([code, err]).toEqual([1, expect.stringContaining('不存在')]);
    expect(isOneSentence(err), err).toBe(true);
    expect([existsSync(target), existsSync(join(folder, 'no-site'))]).toEqual([false, false]);
  });

  it('because what is there is no database says so', async () => {
    const source = join(folder, 'no-database');
    mkdirSync(source);
    writeFileSync(join(source, 'yunbiao.db'), 'not a database, whatever it is called '.repeat(99));
    const { code, err } = await runBackupProgram([join(folder, 'of-no-database')], {
      DATA_DIR: source,
    });
    expect([code, err]).toEqual([1, expect.stringContaining('数据库打不开')]);
    expect(isOneSentence(err), err).toBe(true);
  });

  it('because the place is not the caller’s says so', async () => {
    const place = mkdtempSync(join(tmpdir(), 'yb-locked-'));
    chmodSync(place, 0o555);
    // Root ignores file permissions, so the script switches to another user. The modules are
    // imported before that.
    const script = `
      const { runBackup } = await import(${JSON.stringify(program)});
      const { chmodSync, readdirSync } = await import('node:fs');
      if (process.getuid() === 0) process.seteuid(65534);
      process.exitCode = await runBackup([${JSON.stringify(join(place, 'x'))}], process.env);`;
    const source = join(folder, 'readable');
    expect(await runBackupProgram([source])).toMatchObject({ code: 0 });
    for (const one of [folder, source]) chmodSync(one, 0o777);
    chmodSync(join(source, 'yunbiao.db'), 0o666);
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
    const { code, err } = await waitForEnd(
      spawn(process.execPath, args, { env: { PATH: process.env['PATH'], DATA_DIR: source } }),
    );
    rmSync(place, { recursive: true });
    expect([code, err]).toEqual([1, expect.stringContaining('没有权限')]);
    expect(isOneSentence(err), err).toBe(true);
  });

  it.each([0, 40, 400])(
    'because it does not fit (%d kB) says so and leaves nothing',
    async (limit) => {
      const target = join(folder, `small-${limit}`);
      // The site is running: its files exist, and reading them needs no disk space.
      const site = openDatabase({ dataDir });
      await site.kysely.selectFrom('member').select('id').execute();
      const { code, out, err } = await underShell(`ulimit -f ${limit}`, target);
      expect([code, out, err]).toEqual([1, '', expect.stringContaining('磁盘满了')]);
      expect(isOneSentence(err), err).toBe(true);
      expect(existsSync(target)).toBe(false);
    },
  );

  it('says for a full disk, regardless of who notices it, that it is full', () => {
    const codes = ['ENOSPC', 'EDQUOT', 'EFBIG'].map((code) => Object.assign(new Error(), { code }));
    const sqlite = Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    for (const error of [...codes, sqlite])
      expect(describeBackupFailure(error)).toContain('磁盘满了');
  });
});

it('a site does not start on a backup that was not finished', async () => {
  const half = join(folder, 'half');
  expect(await runBackupProgram([half])).toMatchObject({ code: 0 });
  writeFileSync(join(half, 'INCOMPLETE.txt'), '');
  const main = getProgramPath('apps/server/src/main.ts');
  const { code, err } = await waitForEnd(
    spawn(process.execPath, [main], {
      env: { PATH: process.env['PATH'], DATA_DIR: half, PORT: '0' },
    }),
  );
  expect([code, err]).toEqual([1, expect.stringContaining('没有做完的备份')]);
});
