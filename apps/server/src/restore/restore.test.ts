import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Database, migrate, openDatabase, sql } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { addDownload, createDiskStore, createS3Store, createSoftware } from '@yunbiao/services';
import { createTestContext } from '@yunbiao/services/testing';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { getProgramPath } from '../../../../e2e/support/programs.ts';
import {
  type S3StandIn,
  startS3,
} from '../../../../packages/services/src/platform/files/testing-s3.ts';
import { createBackup } from '../backup.ts';
import { MANIFEST_NAME } from '../backup/manifest.ts';
import { readConfig } from '../config/config.ts';
import { restoreBackup } from './restore-backup.ts';

const run = promisify(execFile);

const { PATH } = process.env;
const env = { PATH };

const hasTools = await run('pg_restore', ['--version']).then(
  () => true,
  () => false,
);

const listFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .toSorted()
    : [];

const getS3Env = ({ settings }: S3StandIn): Record<string, string> => ({
  S3_ENDPOINT: settings.endpoint,
  S3_BUCKET: settings.bucket,
  S3_REGION: settings.region,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  S3_PATH_STYLE: '1',
});

const startBucket = async (): Promise<S3StandIn> => {
  const s3 = await startS3();
  onTestFinished(() => s3.close());
  return s3;
};

describeEachDatabase((open) => {
  beforeEach((test) => {
    if (open.dialect === 'postgres' && !hasTools) test.skip('pg_restore：没有找到');
  });

  const makeFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'yb-restored-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  };

  /** A database for a site; of PostgreSQL a new one. */
  const openPlace = async (dataDir: string): Promise<{ db: Database; databaseUrl: string }> => {
    const db = open.dialect === 'sqlite' ? openDatabase({ dataDir }) : await open({ empty: true });
    if (open.dialect === 'sqlite') onTestFinished(() => db.close());
    return { db, databaseUrl: open.location(db).databaseUrl ?? '' };
  };

  /** A site with two downloads, its files in a bucket if there is one. */
  const makeSite = async (s3?: S3StandIn) => {
    const folder = makeFolder();
    const dataDir = join(folder, 'data');
    const { db, databaseUrl } = await openPlace(dataDir);
    await migrate(db);
    const files = s3 ? createS3Store(s3.settings) : createDiskStore(join(dataDir, 'files'));
    const ctx = { ...createTestContext(db), files };
    await createSoftware({ ctx, alias: 'labels', name: '门店标签', templates: 'none' });
    for (const fileName of ['one.zip', 'two.zip'])
      await addDownload({
        ctx,
        alias: 'labels',
        input: { version: '1.0', platform: 'any', title: fileName, fileName },
        content: new Blob([`content of ${fileName}`.repeat(1_000)]).stream(),
      });
    const s3Env = s3 ? getS3Env(s3) : {};
    const config = readConfig({ ...s3Env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    return { folder, dataDir, db, config, s3Env };
  };

  /** An empty place to restore into. */
  const makePlace = async (more: Record<string, string> = {}) => {
    const dataDir = join(makeFolder(), 'restored');
    const databaseUrl =
      open.dialect === 'sqlite'
        ? ''
        : (open.location(await open({ empty: true })).databaseUrl ?? '');
    const config = readConfig({ ...more, DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    const countTables = async (): Promise<number> => {
      if (!databaseUrl) return Number(existsSync(dataDir));
      const db = openDatabase({ databaseUrl, connections: 1 });
      const tables = await db.kysely.introspection.getTables({ withInternalKyselyTables: true });
      await db.close();
      return tables.length;
    };
    const readDownloads = async (): Promise<{ file_key: string; size: number }[]> => {
      const db = openDatabase(databaseUrl ? { databaseUrl, connections: 1 } : { dataDir });
      const rows = await db.kysely.selectFrom('download').select(['file_key', 'size']).execute();
      await db.close();
      return rows;
    };
    return { dataDir, config, countTables, readDownloads };
  };

  const restore = (config: ReturnType<typeof readConfig>, name: string, isDryRun = false) =>
    restoreBackup(config, name, { env, signal: new AbortController().signal, isDryRun });

  it('comes back whole, after a dry run that writes nothing', async () => {
    const { folder, config } = await makeSite();
    const backup = join(folder, 'copy');
    await createBackup(config, backup, { env });
    const before = listFiles(backup);
    const place = await makePlace();
    const dry = (await restore(place.config, backup, true)).join('\n');
    expect(dry).toContain('校验和都对');
    expect(dry).toContain('什么也没有写');
    expect([existsSync(place.dataDir), await place.countTables()]).toEqual([false, 0]);
    const said = (await restore(place.config, backup)).join('\n');
    expect(said).toContain(`已恢复到 `);
    expect(said).not.toContain('注意');
    const rows = await place.readDownloads();
    expect(rows).toHaveLength(2);
    const store = createDiskStore(join(place.dataDir, 'files'));
    for (const row of rows) expect(await store.stat(row.file_key)).toEqual({ size: row.size });
    const own = listFiles(place.dataDir).filter((name) => !name.startsWith('yunbiao.db-'));
    const restored = before.filter((name) => ![MANIFEST_NAME, 'yunbiao.dump'].includes(name));
    expect(own).toEqual(restored);
    expect(listFiles(backup)).toEqual(before);
  });

  it('is not restored over anything', async () => {
    const { folder, config } = await makeSite();
    const backup = join(folder, 'copy');
    await createBackup(config, backup, { env });
    const place = await makePlace();
    mkdirSync(place.dataDir);
    writeFileSync(join(place.dataDir, 'own'), 'precious');
    await expect(restore(place.config, backup)).rejects.toThrow('里已经有东西了（own）');
    rmSync(join(place.dataDir, 'own'));
    writeFileSync(join(place.dataDir, 'INCOMPLETE.txt'), '');
    await expect(restore(place.config, backup)).rejects.toThrow('没有做完的恢复');
    rmSync(place.dataDir, { recursive: true });
    if (open.dialect === 'sqlite') return;
    const used = readConfig({ DATA_DIR: place.dataDir, DATABASE_URL: config.databaseUrl });
    await expect(restore(used, backup)).rejects.toThrow('库里已经有表了');
    expect(existsSync(place.dataDir)).toBe(false);
  });

  it('is refused when a file is not as it was written, and nothing stays', async () => {
    const { folder, config } = await makeSite();
    const backup = join(folder, 'copy');
    await createBackup(config, backup, { env });
    const [damaged = '', gone = ''] = listFiles(backup).filter((name) => name.includes('files/'));
    const text = readFileSync(join(backup, damaged), 'utf8');
    writeFileSync(join(backup, damaged), text.replace('content', 'CONTENT'));
    rmSync(join(backup, gone));
    const place = await makePlace();
    const failure: unknown = await restore(place.config, backup).catch((error: unknown) => error);
    expect(String(failure)).toContain(`${damaged}（内容不一样）`);
    expect(String(failure)).toContain(`${gone}（没有）`);
    expect([existsSync(place.dataDir), await place.countTables()]).toEqual([false, 0]);
  });

  it('is refused when its manifest is cut off', async () => {
    const { folder, config } = await makeSite();
    const backup = join(folder, 'copy');
    await createBackup(config, backup, { env });
    const manifest = join(backup, MANIFEST_NAME);
    const lines = readFileSync(manifest, 'utf8').trim().split('\n');
    writeFileSync(manifest, `${lines.slice(0, -2).join('\n')}\n`);
    const place = await makePlace();
    await expect(restore(place.config, backup)).rejects.toThrow('不完整');
    expect(existsSync(place.dataDir)).toBe(false);
  });

  it('made by an earlier version, without a manifest, is restored', async () => {
    const { folder, config } = await makeSite();
    const backup = join(folder, 'copy');
    await createBackup(config, backup, { env });
    rmSync(join(backup, MANIFEST_NAME));
    const place = await makePlace();
    const said = (await restore(place.config, backup)).join('\n');
    expect(said).toContain('早先版本');
    expect(await place.readDownloads()).toHaveLength(2);
    expect(listFiles(join(place.dataDir, 'files'))).toHaveLength(2);
  });

  it('of a later version, or of the other engine, is refused', async () => {
    const { folder, db, config } = await makeSite();
    await sql`insert into kysely_migration (name, timestamp) values ('9998-later', '2026')`.execute(
      db.kysely,
    );
    const backup = join(folder, 'copy');
    const place = await makePlace();
    await expect(createBackup(config, backup, { env })).rejects.toThrow('更新的云标');
    await sql`delete from kysely_migration where name = '9998-later'`.execute(db.kysely);
    await createBackup(config, backup, { env });
    const manifest = join(backup, MANIFEST_NAME);
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace(/"migration":"[^"]+"/, '"migration":"9998-later"'));
    await expect(restore(place.config, backup)).rejects.toThrow('更新的云标做的');
    writeFileSync(manifest, text);
    const databaseUrl = open.dialect === 'sqlite' ? 'postgres://127.0.0.1:1/none' : '';
    const other = readConfig({ DATA_DIR: place.dataDir, DATABASE_URL: databaseUrl });
    await expect(restore(other, backup)).rejects.toThrow(
      open.dialect === 'sqlite' ? '这是 SQLite 的备份' : '这是 PostgreSQL 的备份',
    );
    expect(existsSync(place.dataDir)).toBe(false);
  });

  describe('of a site with a bucket', () => {
    it('lists the objects, and names those that are missing or changed', async () => {
      const s3 = await startBucket();
      const { folder, config, s3Env } = await makeSite(s3);
      const [first = '', second = ''] = [...s3.objects.keys()].toSorted();
      const backup = join(folder, 'copy');
      const said = await createBackup(config, backup, { env });
      expect(said).toContain('桶 labels 里的 2 个文件');
      const lines = readFileSync(join(backup, MANIFEST_NAME), 'utf8').trim().split('\n');
      expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual({
        object: first,
        bytes: s3.objects.get(first)?.length,
        etag: expect.stringMatching(/^\w+$/),
      });
      const place = await makePlace(s3Env);
      expect((await restore(place.config, backup, true)).join('\n')).not.toContain('注意');
      const without = await makePlace();
      await expect(restore(without.config, backup)).rejects.toThrow('留在桶 labels 里');
      s3.objects.delete(first);
      s3.objects.set(second, Buffer.from('other'));
      const dry = (await restore(place.config, backup, true)).join('\n');
      expect(dry).toContain(`  ${first}（桶里没有）`);
      expect(dry).toContain(`  ${second}（桶里的变了）`);
      expect(await createBackup(config, join(folder, 'later'), { env })).toContain(
        `桶里没有的文件 1 个：\n  ${first}\n`,
      );
    });

    it('copies the objects when it is asked to, and restores them to a folder or a bucket', async () => {
      const s3 = await startBucket();
      const { folder, config } = await makeSite(s3);
      const objects = new Map(s3.objects);
      const backup = join(folder, 'copy');
      await createBackup(config, backup, { env, isBucketCopied: true });
      const onDisk = await makePlace();
      await restore(onDisk.config, backup);
      expect(listFiles(join(onDisk.dataDir, 'files'))).toEqual([...objects.keys()].toSorted());
      const other = await startBucket();
      const inBucket = await makePlace(getS3Env(other));
      await restore(inBucket.config, backup);
      expect(other.objects).toEqual(objects);
      const third = await makePlace(getS3Env(other));
      other.objects.set([...objects.keys()][0] ?? '', Buffer.from('another'));
      await expect(restore(third.config, backup)).rejects.toThrow('和备份里的不一样');
    });
  });

  describe('in a bucket', () => {
    const getBackupEnv = (s3: S3StandIn) =>
      Object.fromEntries(
        Object.entries(getS3Env(s3))
          .filter(([name]) => name !== 'S3_BUCKET')
          .map(([name, value]) => [`BACKUP_${name}`, value]),
      );

    it('is written piece by piece, restored from there, and never written over', async () => {
      const s3 = await startBucket();
      const { config: plain, dataDir } = await makeSite();
      const config = { ...plain, backupS3: s3.settings };
      const url = 's3://labels/nightly/20261130';
      expect(await createBackup(config, url, { env })).toContain(`已备份到 ${url}`);
      expect(s3.objects.has(`nightly/20261130/${MANIFEST_NAME}`)).toBe(true);
      await expect(createBackup(config, url, { env })).rejects.toThrow('已经有一份备份了');
      const place = await makePlace(getBackupEnv(s3));
      await restore(place.config, url, true);
      expect(existsSync(place.dataDir)).toBe(false);
      await restore(place.config, url);
      expect(await place.readDownloads()).toHaveLength(2);
      expect(listFiles(join(place.dataDir, 'files'))).toEqual(listFiles(join(dataDir, 'files')));
    });

    it('that could not be finished leaves nothing there', async () => {
      const s3 = await startBucket();
      const { config: plain } = await makeSite();
      const config = { ...plain, backupS3: s3.settings };
      const controller = new AbortController();
      const { signal } = controller;
      const backup = createBackup(config, 's3://labels/x', { env, signal });
      const failed = backup.catch((error: unknown) => String(error));
      while (s3.objects.size === 0) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      expect(await failed).toContain('备份被打断了');
      expect(s3.objects.size).toBe(0);
    });

    it.each(['s3://labels', 's3://labels/', 's3://labels/../x', 's3://x/y'])(
      'is refused at %s or without settings',
      async (url) => {
        const { config } = await makeSite();
        await expect(createBackup(config, url, { env })).rejects.toThrow(/s3:\/\/|BACKUP_S3_/);
      },
    );
  });

  it('is run by a command', async () => {
    const { folder, config } = await makeSite();
    const backup = join(folder, 'copy');
    await createBackup(config, backup, { env });
    const place = await makePlace();
    const restoreByCommand = (...args: string[]) =>
      run(
        process.execPath,
        [
          '--disable-warning=ExperimentalWarning',
          getProgramPath('apps/server/src/restore.ts'),
          ...args,
        ],
        {
          env: {
            PATH,
            NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
            INIT_CWD: folder,
            DATA_DIR: place.dataDir,
            DATABASE_URL: place.config.databaseUrl ?? '',
          },
        },
      );
    await expect(restoreByCommand()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('要这样写：npm run restore -- <备份'),
    });
    const dry = await restoreByCommand('copy', '--dry-run');
    expect(dry.stdout).toContain('可以恢复到');
    expect(existsSync(place.dataDir)).toBe(false);
    expect((await restoreByCommand('copy')).stdout).toContain('可以启动了');
    await expect(restoreByCommand('copy')).rejects.toMatchObject({ code: 1 });
    const copied = join(folder, 'half');
    cpSync(backup, copied, { recursive: true });
    writeFileSync(join(copied, 'INCOMPLETE.txt'), '');
    await expect(restoreByCommand('half')).rejects.toMatchObject({
      stderr: expect.stringContaining('没有做完的备份'),
    });
  });
});
