import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  type Database,
  getDatabaseFile,
  migrate,
  openDatabase,
  sql,
  runTransaction,
} from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { seedDemo } from '@yunbiao/sample';
import { TEST_CLIENT } from '@yunbiao/sample/testing';
import { createDiskStore, saveSiteImage, syncPrinterModels } from '@yunbiao/services';
import { createTestContext } from '@yunbiao/services/testing';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { getProgramPath } from '../../../../e2e/support/programs.ts';
import { createBackup } from '../backup.ts';
import { markDataWithMode } from '../startup/check-data.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { startSite } from '../main.ts';

const run = promisify(execFile);
const PICTURE = join(import.meta.dirname, '../../../../fixtures/labels/expected/shelf-203.png');

/** The PostgreSQL server may run on another machine, without its tools on this one. */
const hasTools = await run('pg_dump', ['--version']).then(
  () => true,
  () => false,
);

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** Number of rows of every table. */
const countRows = async (db: Database): Promise<Record<string, number>> => {
  const tables = (await db.kysely.introspection.getTables()).map(({ name }) => name);
  const counts: Record<string, number> = {};
  for (const name of tables.toSorted()) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(
      db.kysely,
    );
    counts[name] = Number(rows[0]?.n);
  }
  return counts;
};

const listFiles = (folder: string): string[] =>
  readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' }).toSorted();

describeEachDatabase((open) => {
  beforeEach((test) => {
    if (open.dialect === 'postgres' && !hasTools) test.skip('pg_dump：没有找到');
  });

  const createSite = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'yb-restore-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const dataDir = join(folder, 'data');
    const sqlite = { dataDir };
    const db = open.dialect === 'sqlite' ? openDatabase(sqlite) : await open({ empty: true });
    await migrate(db);
    const base = createTestContext(db);
    const ctx = { ...base, files: createDiskStore(join(dataDir, 'files')) };
    await seedDemo({ client: TEST_CLIENT, ctx, dataDir });
    await syncPrinterModels({ ctx });
    const databaseUrl = open.location(db).databaseUrl ?? '';
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '0' });
    await markDataWithMode(config, db);
    return { folder, dataDir, db, ctx, config, databaseUrl };
  };

  it('a backup restored into a fresh place starts with every row and every file', async () => {
    const { folder, dataDir, db, config, databaseUrl } = await createSite();
    const target = join(folder, 'copy');
    const { PATH } = process.env;
    await createBackup(config, target, { env: { PATH } });
    const restored = join(folder, 'restored');
    let fresh: Database | null = null;
    if (databaseUrl) {
      fresh = await open({ empty: true });
      const { databaseUrl: freshUrl = '' } = open.location(fresh);
      const args = ['--no-owner', `--dbname=${freshUrl}`, join(target, 'yunbiao.dump')];
      await run('pg_restore', args);
      cpSync(join(target, 'files'), join(restored, 'files'), { recursive: true });
    } else cpSync(target, restored, { recursive: true });
    const counts = await countRows(db);
    expect(counts['download']).toBeGreaterThan(5);
    expect(listFiles(restored)).toEqual(listFiles(dataDir));
    const where = fresh ? open.location(fresh).databaseUrl : undefined;
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    // The start adds no demo data: all rows came from the backup.
    const env = { PUBLIC_URL: url, PORT: String(port), DEMO_HISTORY: '0' };
    const again = readConfig({ ...env, DATA_DIR: restored, DATABASE_URL: where });
    const running = await startSite(again, createLog('error'));
    onTestFinished(() => running.stop());
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const copy = fresh ?? openDatabase({ filename: getDatabaseFile(restored) });
    expect(await countRows(copy)).toEqual(counts);
    const [offered] = await copy.kysely.selectFrom('download').selectAll().execute();
    const path = `/files/${offered?.id}/${encodeURIComponent(offered?.file_name ?? '')}`;
    const file = await fetch(url + path);
    expect([file.status, (await file.bytes()).length]).toEqual([200, offered?.size]);
    if (!fresh) await copy.close();
    if (!databaseUrl) await db.close();
  });

  it('made while pictures are sent has the file of every row it has', async () => {
    const { folder, db, ctx, config, databaseUrl } = await createSite();
    const bytes = readFileSync(PICTURE);
    let isOver = false;
    let sent = 0;
    const uploadRepeatedly = async (): Promise<void> => {
      while (!isOver) {
        const { url } = await saveSiteImage({ ctx, usage: 'post', bytes });
        // The upload is in use, as after posting a question with the picture.
        await db.kysely
          .updateTable('upload')
          .set({ unused_since: null })
          .where('file_key', '=', url.slice(1))
          .execute();
        sent += 1;
        await turn();
      }
    };
    const target = join(folder, 'copy');
    const { PATH } = process.env;
    const backup = createBackup(config, target, { env: { PATH } }).finally(() => (isOver = true));
    const [backupOutput] = await Promise.all([backup, uploadRepeatedly()]);
    expect(backupOutput).not.toContain('缺');
    expect(sent).toBeGreaterThan(0);
    let copy: Database;
    if (databaseUrl) {
      copy = await open({ empty: true });
      const { databaseUrl: url = '' } = open.location(copy);
      await run('pg_restore', ['--no-owner', `--dbname=${url}`, join(target, 'yunbiao.dump')]);
    } else copy = openDatabase({ filename: getDatabaseFile(target) });
    const rows = await copy.kysely.selectFrom('upload').select('file_key').execute();
    for (const row of rows) expect(existsSync(join(target, 'files', row.file_key))).toBe(true);
    if (!databaseUrl) for (const one of [copy, db]) await one.close();
  });

  const withItsOwnTool = () =>
    describe('with PostgreSQL’s own tool', () => {
      it('says what is missing where it is not there, and leaves nothing', async () => {
        const { folder, config } = await createSite();
        const target = join(folder, 'copy');
        const backup = createBackup(config, target, { env: { PATH: folder } });
        await expect(backup).rejects.toThrow(/^没有找到 pg_dump：请安装.*。$/);
        expect(existsSync(target)).toBe(false);
      });

      /** Runs the command and stops it by a signal while it waits for a locked table. */
      const interruptBackup = async (signal: 'SIGINT' | 'SIGKILL') => {
        const { folder, dataDir, db, databaseUrl } = await createSite();
        const target = join(folder, 'copy');
        const program = getProgramPath('apps/server/src/backup.ts');
        const args = ['--disable-warning=ExperimentalWarning', program, target];
        const { PATH, NODE_COMPILE_CACHE } = process.env;
        const inherited = { PATH, NODE_COMPILE_CACHE };
        const env = { ...inherited, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
        const waiting = sql<{ n: number }>`select count(*) as n from pg_locks
        where not granted and relation = 'member'::regclass`;
        let said = '';
        const code = await runTransaction(db, async (tx) => {
          await sql`lock table member in access exclusive mode`.execute(tx);
          const child = spawn(process.execPath, args, { env });
          child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
          const end = once(child, 'close');
          while (Number((await waiting.execute(tx)).rows[0]?.n) === 0)
            if (child.exitCode !== null) throw new Error(said);
          child.kill(signal);
          await end;
          return child.exitCode;
        });
        return { code, said, target };
      };

      it('stops on Ctrl-C and leaves nothing', async () => {
        const { code, said, target } = await interruptBackup('SIGINT');
        expect([code, said]).toEqual([
          130,
          expect.stringContaining('备份被打断了，没有留下什么。\n'),
        ]);
        expect(existsSync(target)).toBe(false);
      });

      it('that was killed has marked what it leaves as unfinished', async () => {
        const { target } = await interruptBackup('SIGKILL');
        expect(readFileSync(join(target, 'INCOMPLETE.txt'), 'utf8')).toContain('没有做完');
      });
    });

  if (open.dialect === 'postgres') withItsOwnTool();
});
