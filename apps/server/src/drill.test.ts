import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getDatabaseFile, migrate, openDatabase, sql } from '@yunbiao/db';
import { describeEachDatabase, migrateUpTo } from '@yunbiao/db/testing';
import { addDownload, createDiskStore, createSoftware } from '@yunbiao/services';
import { createTestContext } from '@yunbiao/services/testing';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createBackup } from './backup.ts';
import { readConfig } from './config/config.ts';

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, '../../../deploy/restore-drill.sh');

const { PATH, NODE_COMPILE_CACHE } = process.env;
const env = { PATH };

const hasTools = await run('pg_restore', ['--version']).then(
  () => true,
  () => false,
);

type Report = { code: number; out: string; err: string };

describeEachDatabase((open) => {
  beforeEach((test) => {
    if (open.dialect === 'postgres' && !hasTools) test.skip('pg_restore：没有找到');
  });

  /** A site with one download, and a folder for its backups. */
  const makeSite = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'yb-drill-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [dataDir, backups, temp] = ['data', 'backups', 'temp'].map((name) => join(folder, name));
    if (!dataDir || !backups || !temp) throw new Error('no folder');
    for (const one of [backups, temp]) mkdirSync(one);
    const db = open.dialect === 'sqlite' ? openDatabase({ dataDir }) : await open({ empty: true });
    if (open.dialect === 'sqlite') onTestFinished(() => db.close());
    const databaseUrl = open.location(db).databaseUrl ?? '';
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    await migrate(db);
    const ctx = { ...createTestContext(db), files: createDiskStore(join(dataDir, 'files')) };
    await createSoftware({ ctx, alias: 'labels', name: '门店标签', templates: 'none' });
    await addDownload({
      ctx,
      alias: 'labels',
      input: { version: '1.0', platform: 'any', title: 'one', fileName: 'one.zip' },
      content: new Blob(['bytes']).stream(),
    });
    const runDrill = async (...args: string[]): Promise<Report> => {
      const given = { PATH, NODE_COMPILE_CACHE, TMPDIR: temp, INIT_CWD: folder };
      const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
      return run(SCRIPT, args, { env: { ...given, ...settings } }).then(
        ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
          code,
          out: stdout,
          err: stderr,
        }),
      );
    };
    const backUp = (name: string) => createBackup(config, join(backups, name), { env });
    return { folder, dataDir, backups, temp, db, drill: runDrill, backUp };
  };

  describe('the restore drill', () => {
    it('restores the newest backup, says what it checked, and leaves nothing', async () => {
      const { backups, temp, drill, backUp, db } = await makeSite();
      await backUp('20261120-032000');
      await backUp('20261121-032000');
      mkdirSync(join(backups, '20261122-032000'));
      writeFileSync(join(backups, '20261122-032000/INCOMPLETE.txt'), '');
      mkdirSync(join(backups, '99999999-other'));
      const { code, out, err } = await drill(backups);
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain(`${join(backups, '20261121-032000')}，做于 20`);
      const said = [
        '恢复 +\\d+ 个文件 \\d+ 字节，校验过',
        '行数 +\\d+ 个表，\\d+ 行，和备份时一样',
      ];
      const more = [
        '\\d+ 个外键都对得上',
        '读了其中 1 个（5 字节）',
        '是最新的',
        '正常 6，注意 0，不行 0',
      ];
      for (const one of [...said, ...more]) expect(out).toMatch(new RegExp(one));
      expect(readdirSync(temp)).toEqual([]);
      if (open.dialect === 'sqlite') return;
      const { rows } = await sql<{ n: number }>`select count(*) as n from pg_database
        where datname like 'yunbiao_drill_%'`.execute(db.kysely);
      expect(rows).toEqual([{ n: 0 }]);
    });

    it('fails when a file of the backup is damaged or missing', async () => {
      const { backups, temp, drill, backUp } = await makeSite();
      await backUp('20261121-032000');
      const files = join(backups, '20261121-032000/files/downloads');
      const [name = ''] = readdirSync(files);
      writeFileSync(join(files, name), 'BYTES');
      const { code, out } = await drill(backups);
      expect([code, out]).toEqual([1, expect.stringMatching(/不行 +恢复 .*坏了.*内容不一样/)]);
      expect(out).toContain('→ 马上再做一份备份');
      expect(readdirSync(temp)).toEqual([]);
    });

    it('fails when there is no finished backup, and says how it is written', async () => {
      const { backups, drill } = await makeSite();
      expect(await drill(backups)).toMatchObject({
        code: 1,
        out: expect.stringContaining('没有做完的备份'),
      });
      expect(await drill()).toMatchObject({ code: 1, err: expect.stringContaining('要这样写') });
    });
  });
});

it('the drill migrates a backup of an earlier version, and tells so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-drill-old-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const db = openDatabase({ dataDir: folder });
  await migrateUpTo(db, '0040-label-moves');
  await db.close();
  const backup = join(folder, '20261121-032000');
  mkdirSync(backup);
  renameSync(getDatabaseFile(folder), getDatabaseFile(backup));
  const { stdout } = await run(SCRIPT, [backup], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: join(folder, 'none') },
  });
  expect(stdout).toContain('在这里升级到最新，成功');
  expect(stdout).toMatch(/注意 +行数/);
});
