import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDatabaseFile, type Database, migrate, openDatabase } from '@yunbiao/db';
import { describeEachDatabase, migrateUpTo } from '@yunbiao/db/testing';
import { seedDemo } from '@yunbiao/sample';
import { TEST_CLIENT } from '@yunbiao/sample/testing';
import { readDataMode } from '@yunbiao/services';
import { addSoftware, createTestContext, testContext } from '@yunbiao/services/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { getProgramPath } from '../../../../e2e/support/programs.ts';
import { validateDataForMode, markDataWithMode } from './check-data.ts';
import { ConfigError, readConfig } from '../config/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'yb-mark-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PRODUCTION = { APP_MODE: 'production', PUBLIC_URL: 'https://labels.example' };

const getConfig = (mode: 'demo' | 'production', databaseUrl?: string) =>
  readConfig({
    DATA_DIR: join(folder, 'empty'),
    DATABASE_URL: databaseUrl,
    ...(mode === 'production' ? PRODUCTION : {}),
  });

/** Error message of a start with this data in this mode; '' when it starts. */
const getRefusalText = async (
  db: Database,
  mode: 'demo' | 'production',
  url?: string,
): Promise<string> => {
  try {
    await validateDataForMode(getConfig(mode, url), db);
    await markDataWithMode(getConfig(mode, url), db);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

describeEachDatabase((open) => {
  describe('data', () => {
    it('that is new belongs to the mode of the first start, and to no other', async () => {
      for (const [first, other, sentence] of [
        ['demo', 'production', '里是演示数据'],
        ['production', 'demo', '里是正式网站的数据'],
      ] as const) {
        const db = await open();
        expect(await readDataMode(db)).toBeNull();
        expect(await getRefusalText(db, first)).toBe('');
        expect(await getRefusalText(db, other)).toContain(sentence);
        expect(await getRefusalText(db, first)).toBe('');
      }
    });

    it('of a demo of an earlier version is known by its member, and is not brought up to date', async () => {
      const db = await open();
      const ctx = createTestContext(db);
      await seedDemo({ client: TEST_CLIENT, ctx, dataDir: ctx.folder });
      await db.kysely.schema.dropTable('data_mark').execute();
      expect(await readDataMode(db)).toBe('demo');
      expect(await getRefusalText(db, 'production', open.location(db).databaseUrl)).toMatch(
        open.dialect === 'sqlite'
          ? /^DATA_DIR（.*）里是演示数据.*请把 DATA_DIR 换成一个空文件夹；要继续演示，请设 APP_MODE=demo。$/
          : /^DATABASE_URL 所指的库里是演示数据.*请把 DATABASE_URL 换成一个空的库/,
      );
    });

    it('of a production site of an earlier version is not given a demo member', async () => {
      const db = await open({ empty: true });
      await migrateUpTo(db, '0006-upload-use');
      expect(await readDataMode(db)).toBeNull();
      const ctx = createTestContext(db);
      await addSoftware(ctx, 'shop');
      expect(await readDataMode(db)).toBe('production');
      expect(await getRefusalText(db, 'demo')).toContain('请设 APP_MODE=production');
      await migrate(db);
      expect(await getRefusalText(db, 'production')).toBe('');
      expect(await getRefusalText(db, 'demo')).toContain('里是正式网站的数据');
    });

    it('is not put beside the password of a demo member', async () => {
      const db = await open();
      const dataDir = mkdtempSync(join(folder, 'left-'));
      writeFileSync(join(dataDir, 'demo-member.txt'), 'demo\nsecret\n');
      const attempt = validateDataForMode(readConfig({ ...PRODUCTION, DATA_DIR: dataDir }), db);
      await expect(attempt).rejects.toThrow('是演示用过的文件夹');
    });
  });
});

/** Runs the server as `npm start` does, until it exits. */
const start = (env: Record<string, string>): Promise<{ code: number | null; said: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [getProgramPath('apps/server/src/main.ts')], {
      env: { ...process.env, DATABASE_URL: '', PORT: '0', ...env },
    });
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const timer = setTimeout(() => child.kill('SIGKILL'), 250_000);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, said: text });
    });
  });

it('a production start on a demo’s folder is refused with a sentence, and changes nothing there', async () => {
  const dataDir = mkdtempSync(join(folder, 'demo-'));
  const db = openDatabase({ dataDir });
  await migrate(db);
  const ctx = testContext(db);
  await seedDemo({ client: TEST_CLIENT, ctx, dataDir });
  await db.close();
  rmSync(ctx.folder, { recursive: true, force: true });
  const before = [readdirSync(dataDir), readFileSync(getDatabaseFile(dataDir))];
  const { code, said: sentence } = await start({ ...PRODUCTION, DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(sentence.trim().split('\n')).toEqual([
    `DATA_DIR（${dataDir}）里是演示数据，有演示会员和样例内容，不能拿来正式运行：请把 DATA_DIR 换成一个空文件夹；要继续演示，请设 APP_MODE=demo。`,
  ]);
  expect([readdirSync(dataDir), readFileSync(getDatabaseFile(dataDir))]).toEqual(before);
});
