import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate, openDatabase } from '@yunbiao/db';
import { contentGeneration, createDiskStore, seedDemo } from '@yunbiao/services';
import { testContext } from '@yunbiao/services/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCommand } from './parse.ts';
import { runCommand } from './run.ts';

const run = promisify(execFile);
const server = join(import.meta.dirname, '..');
const dataDir = mkdtempSync(join(tmpdir(), 'yb-admin-'));

const command = async (script: string, args: string[], env: Record<string, string> = {}) => {
  const options = { env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, ...env } };
  try {
    const { stdout } = await run(process.execPath, [join(server, script), ...args], options);
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, output: stderr };
  }
};
const admin = (...args: string[]) => command('admin/main.ts', args);

/** The site: another process on the same file. */
const withSite = async <T>(
  look: (ctx: ReturnType<typeof testContext>) => Promise<T>,
): Promise<T> => {
  const db = openDatabase({ dataDir });
  const ctx = testContext(db);
  try {
    return await look(ctx);
  } finally {
    await db.close();
    rmSync(ctx.folder, { recursive: true, force: true });
  }
};

beforeAll(() =>
  withSite(async (ctx) => {
    await migrate(ctx.db);
    const files = createDiskStore(join(dataDir, 'files'));
    await seedDemo({ ctx: { ...ctx, files }, dataDir });
  }),
);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('the admin command', () => {
  it('lists, renames, takes offline and brings back', async () => {
    const software = () =>
      withSite((ctx) =>
        ctx.db.kysely
          .selectFrom('software')
          .selectAll()
          .where('alias', '=', 'yunbiao')
          .executeTakeFirstOrThrow(),
      );
    expect((await admin('software', 'list')).output).toContain('yunbiao\t云标标签\t-\t上线');
    const before = await withSite((ctx) => contentGeneration({ ctx }));
    expect(await admin('software', 'set', 'yunbiao', 'slogan', '印得', '准')).toMatchObject({
      code: 0,
    });
    expect((await software()).slogan).toBe('印得 准');
    const after = await withSite((ctx) => contentGeneration({ ctx }));
    expect(after.get('software')).toBe((before.get('software') ?? 0) + 1);
    await admin('software', 'offline', 'yunbiao', '维护到周五');
    expect(await software()).toMatchObject({ state: 'offline', offline_reason: '维护到周五' });
    await admin('software', 'online', 'yunbiao');
    expect(await software()).toMatchObject({ state: 'online', offline_reason: '' });
  });

  it('suspends a member for one software, and lets go', async () => {
    const suspended = () =>
      withSite((ctx) => ctx.db.kysely.selectFrom('suspension').select('reason').execute());
    await admin('member', 'suspend', 'DEMO', 'miandan', '刷量');
    expect(await suspended()).toMatchObject([{ reason: '刷量' }]);
    await admin('member', 'unsuspend', 'demo', 'miandan');
    expect(await suspended()).toEqual([]);
    expect(await admin('member', 'unsuspend', 'demo', 'miandan')).toMatchObject({
      code: 1,
      output: 'demo 在 miandan 里没有被暂停\n',
    });
  });

  it.each([
    [['software', 'set', 'yunbiao', 'alias', 'users'], '不能做别名'],
    [['software', 'set', 'yunbiao', 'alias', 'miandan'], '已经是另一款软件的'],
    [['software', 'set', 'yunbiao', 'state', 'x'], '没有 state 这个字段'],
    [['software', 'set', 'nothing', 'name', 'x'], '没有这款软件'],
    [['software', 'erase'], '没有“software erase”这个命令'],
    [['member', 'suspend', 'nobody', 'yunbiao', 'x'], '没有用户名是 nobody 的会员'],
  ])('refuses %j with a sentence', async (args, sentence) => {
    const attempt = withSite(async (ctx) => {
      const parsed = parseCommand(args);
      return parsed.name === 'help' ? null : runCommand(ctx, parsed);
    });
    await expect(attempt).rejects.toThrow(sentence);
  });

  it('makes no database of its own', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'yb-empty-'));
    const { code, output } = await command('admin/main.ts', ['software', 'list'], {
      DATA_DIR: empty,
    });
    rmSync(empty, { recursive: true });
    expect(code).toBe(1);
    expect(output).toContain('先运行一次 npm start');
  });

  it('explains itself', async () => {
    expect((await admin('help')).output).toContain(
      'npm run admin -- software offline <别名> <原因>',
    );
    expect(() => parseCommand(['software', 'set', 'a', 'name'])).toThrow(
      '要这样写：npm run admin -- software set <别名> <字段> <值>',
    );
    expect(() => parseCommand(['software', 'offline', 'a'])).toThrow('要这样写');
  });
});

describe('a backup', () => {
  it('opens like the original, and is made only into an empty folder', async () => {
    const target = join(dataDir, 'copy');
    expect(await command('backup.ts', [target])).toEqual({
      code: 0,
      output: `已备份到 ${target}\n`,
    });
    const copy = openDatabase({ dataDir: target });
    const rows = await copy.kysely.selectFrom('download').select(['file_key', 'size']).execute();
    await copy.close();
    expect(rows.length).toBeGreaterThan(5);
    const store = createDiskStore(join(target, 'files'));
    for (const row of rows) expect(await store.stat(row.file_key)).toEqual({ size: row.size });
    expect(await command('backup.ts', [target])).toMatchObject({
      code: 1,
      output: expect.stringContaining('空文件夹'),
    });
  });
});
