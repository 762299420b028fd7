import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate, openDatabase } from '@yunbiao/db';
import { seedDemo } from '@yunbiao/sample';
import { TEST_CLIENT } from '@yunbiao/sample/testing';
import {
  loadContentGenerations,
  createDiskStore,
  getSoftware,
  loadSiteIndex,
} from '@yunbiao/services';
import { TEST_TEMPLATE, testContext } from '@yunbiao/services/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProgramPath } from '../../../../e2e/support/programs.ts';
import { answerAdminCommand } from './answer.ts';
import { parseCommand } from './parse.ts';
import { runAdminCommand } from './run.ts';

const run = promisify(execFile);
const main = getProgramPath('apps/server/src/admin/main.ts');
const fixtures = join(import.meta.dirname, '../../../../fixtures/labels');
const dataDir = mkdtempSync(join(tmpdir(), 'yb-admin-'));

const getEnv = (more: Record<string, string>) => ({
  ...process.env,
  DATABASE_URL: '',
  DATA_DIR: dataDir,
  ...more,
});
/** Runs the command in this process: faster than a process for every command. */
const runCommand = async (args: string[], env: Record<string, string> = {}) => {
  const { done, text } = await answerAdminCommand(args, getEnv(env));
  return { code: done ? 0 : 1, output: text };
};
const runAdmin = (...args: string[]) => runCommand(args);

const runProgram = async (args: string[], env: Record<string, string> = {}) => {
  try {
    const { stdout } = await run(process.execPath, [main, ...args], { env: getEnv(env) });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, output: stderr };
  }
};

/** Opens the same database a second time, as a running site does. */
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
    await seedDemo({ client: TEST_CLIENT, ctx: { ...ctx, files }, dataDir });
  }),
);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('the admin command', () => {
  it('lists, renames, takes offline and brings back', async () => {
    const getSoftwareRow = () =>
      withSite((ctx) =>
        ctx.db.kysely
          .selectFrom('software')
          .selectAll()
          .where('alias', '=', 'yunbiao')
          .executeTakeFirstOrThrow(),
      );
    expect((await runAdmin('software', 'list')).output).toMatch(/^yunbiao +云标标签 +- +上线$/m);
    const before = await withSite((ctx) => loadContentGenerations({ ctx }));
    expect(await runAdmin('software', 'set', 'yunbiao', 'slogan', '打印得', '准')).toMatchObject({
      code: 0,
    });
    expect((await getSoftwareRow()).slogan).toBe('打印得 准');
    const after = await withSite((ctx) => loadContentGenerations({ ctx }));
    expect(after.get('software')).toBe((before.get('software') ?? 0) + 1);
    await runAdmin('software', 'offline', 'yunbiao', '维护到周五');
    expect(await getSoftwareRow()).toMatchObject({
      state: 'offline',
      offline_reason: '维护到周五',
    });
    await runAdmin('software', 'online', 'yunbiao');
    expect(await getSoftwareRow()).toMatchObject({ state: 'online', offline_reason: '' });
  });

  it('fills a software from files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'yb-fill-'));
    const writeTextFile = (name: string, content: string): void =>
      writeFileSync(join(folder, name), content);
    writeTextFile('facts.json', '[{"label":"用来","value":"价签"}]');
    writeTextFile('说明.md', '第一行\n第二行\n');
    writeTextFile('label.json', JSON.stringify({ ...TEST_TEMPLATE, elements: [] }));
    writeTextFile('包.zip', '字节');
    // npm runs the command in the package's folder; INIT_CWD is the operator's folder.
    const fill = (...args: string[]) =>
      runCommand(args, { INIT_CWD: folder, PUBLIC_URL: 'http://shop.test' });
    const added = await fill('software', 'add', 'shop', '门店', '标签', '--templates', 'none');
    expect(added.output).toContain('已加 门店 标签，网址是 http://shop.test/shop');
    expect(await fill('software', 'set', 'shop', 'facts', '@facts.json')).toMatchObject({
      code: 0,
    });
    expect((await fill('template', 'list', 'shop')).output).toContain('还没有公共模板');
    expect(await fill('software', 'set', 'shop', 'templates', '面单')).toMatchObject({
      code: 1,
      output: expect.stringContaining('模板要写成 label、waybill 或 none'),
    });
    expect((await fill('template', 'add', 'shop', 'label.json')).output).toContain(
      '已加模板 label',
    );
    const offer = ['--version', '1.0', '--platform', 'any', '--title', '包'];
    const offered = await fill(
      'download',
      'add',
      'shop',
      '包.zip',
      ...offer,
      '--notes',
      '@说明.md',
    );
    expect(offered.output).toContain('6 字节\nSHA-256 ');
    const written = await fill('article', 'set', 'legal:terms', '条款', '@说明.md');
    expect(written.output).toMatch(/网址是 http:\/\/shop\.test\/article\/\d+\.html/);
    mkdirSync(join(folder, '帮助/图'), { recursive: true });
    cpSync(join(fixtures, 'expected/shelf-203.png'), join(folder, '帮助/图/货位.png'));
    writeTextFile('帮助/上手.md', '![货位标签](图/货位.png)');
    const started = await fill('article', 'add', 'shop', '上手', '@帮助/上手.md', '--type', 'help');
    expect(started).toMatchObject({ code: 0 });
    writeTextFile('帮助/外面.md', '![说明](../说明.md)');
    const outside = await fill('article', 'add', 'shop', '外', '@帮助/外面.md', '--type', 'help');
    expect(outside).toMatchObject({
      code: 1,
      output: expect.stringContaining('图片要放在文章所在的文件夹里'),
    });
    await withSite(async (ctx) => {
      const { software, templates, downloads } = await loadSiteIndex({
        ctx,
        software: await getSoftware(ctx, { alias: 'shop' }),
      });
      expect(software?.facts).toEqual([{ label: '用来', value: '价签' }]);
      expect(templates.map(({ name, category }) => [name, category])).toEqual([['label', '通用']]);
      expect(downloads).toMatchObject([{ fileName: '包.zip', notes: '第一行\n第二行' }]);
      const { content } = await ctx.db.kysely
        .selectFrom('article')
        .select('content')
        .where('title', '=', '上手')
        .executeTakeFirstOrThrow();
      const [, key = ''] = /^!\[货位标签\]\(\/(uploads\/\S+\.webp)\)$/.exec(content) ?? [];
      expect(existsSync(join(dataDir, 'files', key)), content).toBe(true);
    });
    const [, line = ''] = (await runAdmin('download', 'list', 'shop')).output.split('\n');
    expect(line).toMatch(/^\d+ +1\.0 +any +包\.zip +6 字节$/);
    expect((await runAdmin('download', 'remove', line.split(' ')[0] ?? '')).code).toBe(0);
    expect((await runAdmin('download', 'list', 'shop')).output).toBe('还没有下载文件\n');
    rmSync(folder, { recursive: true });
  });

  it.each([
    [
      ['software', 'set', 'yunbiao', 'facts', '@/nowhere.json'],
      '读不了 /nowhere.json：没有这个文件',
    ],
    [
      ['software', 'set', 'yunbiao', 'facts', '[{}]'],
      'facts.0.label：请填写项目\nfacts.0.value：请',
    ],
    [['template', 'add', 'yunbiao', import.meta.filename], '它不是 JSON'],
    [['template', 'add', 'yunbiao', process.execPath], '它不是 UTF-8 文本'],
    [
      ['download', 'add', 'yunbiao', 'x', '--version', '1'],
      '要这样写：npm run admin -- download add',
    ],
  ])('says what is wrong with %j', async (args, sentence) => {
    const { code, output } = await runAdmin(...args);
    expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
  });

  it('suspends a member for one software, and lets go', async () => {
    const listSuspensions = () =>
      withSite((ctx) => ctx.db.kysely.selectFrom('suspension').select('reason').execute());
    await runAdmin('member', 'suspend', 'DEMO', 'miandan', '刷量');
    expect(await listSuspensions()).toMatchObject([{ reason: '刷量' }]);
    await runAdmin('member', 'unsuspend', 'demo', 'miandan');
    expect(await listSuspensions()).toEqual([]);
    expect(await runAdmin('member', 'unsuspend', 'demo', 'miandan')).toMatchObject({
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
      return parsed.name === 'help' ? null : runAdminCommand(ctx, parsed, dataDir);
    });
    await expect(attempt).rejects.toThrow(sentence);
  });

  it('makes no database of its own', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'yb-empty-'));
    const { code, output } = await runProgram(['software', 'list'], { DATA_DIR: empty });
    rmSync(empty, { recursive: true });
    expect(code).toBe(1);
    expect(output).toContain('先运行一次 npm start');
  });

  it('says in a sentence that the disk takes no more', async () => {
    const [body, node] = [join(dataDir, 'long.md'), process.execPath];
    writeFileSync(body, '字'.repeat(30_000));
    // 64 blocks of 512 bytes per file: little more than SQLite's side files need.
    const line = `ulimit -f 64; exec ${node} ${main} article set legal:terms 用户协议 @${body}`;
    const said = await run('sh', ['-c', line], { env: getEnv({}) }).catch(
      (error: unknown) => error,
    );
    expect(said).toMatchObject({
      code: 1,
      stderr: `DATA_DIR（${dataDir}）读写出错，或者写不下了，请看看磁盘。\n`,
    });
  });

  it('explains itself', async () => {
    expect((await runProgram(['help'])).output).toContain(
      'npm run admin -- software offline <别名> <原因>',
    );
    expect(() => parseCommand(['software', 'set', 'a', 'name'])).toThrow(
      '要这样写：npm run admin -- software set <别名> <字段> <值>',
    );
    expect(() => parseCommand(['software', 'offline', 'a'])).toThrow('要这样写');
  });
});
