import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { migrate, openDatabase } from '@yunbiao/db';
import { templateContent } from '@yunbiao/contract';
import { createSoftware } from '@yunbiao/services';
import { testContext } from '@yunbiao/services/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProgramPath } from '../../../e2e/support/programs.ts';
import { readConfig } from './config/config.ts';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../..');
const deploy = (name: string): string => join(repository, 'deploy', name);
const guide = readFileSync(join(repository, 'docs/operations.md'), 'utf8');

/** Node's compile cache: a process starts in half the time. */
const COMPILED = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};

const folder = mkdtempSync(join(tmpdir(), 'yb-operations-'));
const dataDir = join(folder, 'data');

/** An installation whose programs are bundled where the run has bundled them. */
const home = join(folder, 'home');
const openHome = (): void => {
  for (const name of ['admin/main.ts', 'backup.ts', 'restore.ts']) {
    const program = `apps/server/src/${name}`;
    mkdirSync(dirname(join(home, program)), { recursive: true });
    symlinkSync(getProgramPath(program), join(home, program));
  }
  symlinkSync(join(repository, 'node_modules'), join(home, 'node_modules'));
  cpSync(deploy(''), join(home, 'deploy'), { recursive: true });
};

beforeAll(async () => {
  openHome();
  const db = openDatabase({ dataDir });
  const ctx = testContext(db);
  await migrate(db);
  await createSoftware({ ctx, alias: 'labels', name: '门店标签' });
  await db.close();
  rmSync(ctx.folder, { recursive: true, force: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('tells of every kind of element a template may hold, and of no other', () => {
  const table = guide.slice(guide.indexOf('### 模板文件'), guide.indexOf('## 管理命令'));
  const kinds = table.slice(0, table.indexOf('文字还可以写下面这些'));
  const rows = [...kinds.matchAll(/^\| ((?:`[a-z\d-]+` ?)+)\|/gm)];
  const told = rows.flatMap(([, names = '']) => names.trim().replaceAll('`', '').split(' '));
  const { element } = templateContent.shape.elements;
  const known = element.options.flatMap(({ shape }) =>
    [...(shape.type._zod.values ?? [])].map(String),
  );
  expect(told.slice(1).toSorted()).toEqual(known.toSorted());
});

describe('the settings of the guide', () => {
  const [, settingsSection = ''] = /\n## 全部设置\n([^]*?)\n## /.exec(guide) ?? [];
  const rows = new Map(
    [...settingsSection.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| (.+?) \|/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

  /** Names of all environment variables that the configuration reads. */
  const listReadVariables = (env: Record<string, string>): Set<string> => {
    const names = new Set<string>();
    readConfig(
      new Proxy(env, {
        get: (target, name) => {
          names.add(String(name));
          return target[String(name)];
        },
      }),
    );
    return names;
  };

  it('are those the configuration reads, each of them and no other', () => {
    const production = { APP_MODE: 'production', PUBLIC_URL: 'https://labels.example.com' };
    const read = new Set([...listReadVariables({}), ...listReadVariables(production)]);
    expect([...rows.keys()].toSorted()).toEqual([...read].toSorted());
  });

  it('have the defaults they have', () => {
    const config = readConfig({});
    expect(rows.get('APP_MODE')).toBe(`\`${config.mode}\``);
    expect(rows.get('PORT')).toBe(`\`${config.port}\``);
    expect(rows.get('HOST')).toBe(`\`${config.host}\``);
    expect(config.dataDir).toBe(join(process.cwd(), rows.get('DATA_DIR')?.slice(1, -1) ?? ''));
    expect(rows.get('TRUST_PROXY')).toBe(`\`${Number(config.trustProxy)}\``);
    const production = { APP_MODE: 'production', PUBLIC_URL: 'https://labels.example.com' };
    expect(rows.get('LOG_LEVEL')).toBe(
      `\`${readConfig(production).logLevel}\`，演示时 \`${config.logLevel}\``,
    );
  });

  it('of the sample for systemd are understood', () => {
    const lines = readFileSync(deploy('yunbiao.env'), 'utf8').matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm);
    const env = Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value]));
    expect(readConfig(env)).toMatchObject({ mode: 'production', trustProxy: true });
    expect(Object.keys(env).filter((name) => !rows.has(name))).toEqual([]);
  });
});

describe('the units for systemd', () => {
  const names = readdirSync(deploy('')).filter((name) => /\.(service|socket|timer)$/.test(name));

  it('are right in the eyes of systemd', async (ctx) => {
    const found = await run('systemd-analyze', ['--version']).catch(() => null);
    if (!found) ctx.skip('systemd-analyze：没有找到');
    const units = join(folder, 'units');
    mkdirSync(units);
    for (const name of names) {
      // Only the started program does not exist before the installation: use the repository's.
      const text = readFileSync(deploy(name), 'utf8').replaceAll('/opt/yunbiao', repository);
      writeFileSync(join(units, name), text);
    }
    const paths = names.map((name) => join(units, name));
    const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', ...paths]);
    expect(stdout + stderr).toBe('');
    expect(names).toHaveLength(6);
  });

  it('leave a service little to reach', async (ctx) => {
    const version = await run('systemd-analyze', ['--version']).catch(() => null);
    if (!version) ctx.skip('systemd-analyze：没有找到');
    const services = names.filter((name) => name.endsWith('.service')).map(deploy);
    // Of 100, which an unconfined service has; systemd calls up to 50 OK.
    const threshold = ['--offline=yes', '--threshold=20'];
    await run('systemd-analyze', ['security', '--no-pager', ...threshold, ...services]);
    expect(services).toHaveLength(3);
  });

  it('start what is there', () => {
    for (const name of names) {
      const text = readFileSync(deploy(name), 'utf8');
      for (const [path] of text.matchAll(/(?<=\/opt\/yunbiao\/)[\w./-]+/g))
        expect([name, path, existsSync(join(repository, path))]).toEqual([name, path, true]);
    }
  });
});

it('the nightly backup removes old ones of its own, and only after a new one', async () => {
  const backups = join(folder, 'backups');
  const old = ['20200101-032000', 'keep-me'].map((name) => join(backups, name));
  for (const one of old) {
    mkdirSync(one, { recursive: true });
    utimesSync(one, new Date('2020-01-01'), new Date('2020-01-01'));
  }
  const runBackupScript = (source: string, ...args: string[]) =>
    run(join(home, 'deploy/backup.sh'), args, { env: { ...COMPILED, DATA_DIR: source } });
  await expect(runBackupScript(join(folder, 'none'), backups, '14')).rejects.toMatchObject({
    stderr: expect.stringContaining('不存在'),
  });
  await expect(runBackupScript(dataDir, backups, '0')).rejects.toMatchObject({ code: 1 });
  expect(readdirSync(backups).toSorted()).toEqual(['20200101-032000', 'keep-me']);
  await runBackupScript(dataDir, backups, '14');
  const [made = '', ...rest] = readdirSync(backups).toSorted();
  expect([made, rest]).toEqual([expect.stringMatching(/^20[2-9]\d{5}-\d{6}$/), ['keep-me']]);
  expect(existsSync(join(backups, made, 'yunbiao.db'))).toBe(true);
});

it('the command for an installed site uses its settings, and files of where the caller stands', async () => {
  const settings = join(folder, 'settings.env');
  writeFileSync(settings, `DATA_DIR='${dataDir}'\nPUBLIC_URL=http://127.0.0.1:3000\n`);
  cpSync(join(repository, 'packages/label/templates/shelf.json'), join(folder, 'own.json'));
  // Installed as a link from another folder.
  const env = { ...COMPILED, YUNBIAO_SETTINGS: settings };
  const command = join(folder, 'yunbiao-admin');
  symlinkSync(join(home, 'deploy/yunbiao-admin'), command);
  const runAdmin = (...args: string[]) =>
    run(command, args, {
      cwd: folder,
      env: { ...env, YUNBIAO_USER: userInfo().username, SUDO_USER: 'li' },
    });
  expect((await runAdmin('software', 'list')).stdout).toContain('门店标签');
  await runAdmin('template', 'add', 'labels', 'own.json');
  await runAdmin('discount', 'add', 'labels', 'HALF', '--percent', '50', '--reason', '试');
  const { stdout } = await runAdmin('audit', 'list', '--action', 'discount');
  expect(stdout).toMatch(/管理员（\S+，sudo li） +添加折扣码 +折扣码 HALF +试 /);
  await runAdmin('backup', 'own-copy');
  expect((await runAdmin('restore', 'own-copy', '--dry-run').catch(String)) as string).toContain(
    '里已经有东西了',
  );
  await expect(runAdmin('discount', 'off')).rejects.toThrow('sudo yunbiao-admin discount off');
});
