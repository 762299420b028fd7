import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquireServerLock, openDatabase, sql } from '@yunbiao/db';
import { onPostgres } from '@yunbiao/db/testing';
import { savePrintConfig, submitBatch } from '@yunbiao/services';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  createConfigInput,
  createTestContext,
  createPrintInput,
} from '@yunbiao/services/testing';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { getProgramPath } from '../../../../e2e/support/programs.ts';
import { claimDatabase } from './claim-database.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { startSite } from '../main.ts';

const folder = mkdtempSync(join(tmpdir(), 'yb-claim-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SENTENCE = 'DATABASE_URL 所指的库正由另一个运行着的云标用着';

const startServer = (databaseUrl: string) => {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const child: ChildProcess = spawn(process.execPath, [getProgramPath('apps/server/src/main.ts')], {
    env: {
      ...process.env,
      APP_MODE: 'production',
      PUBLIC_URL: 'https://labels.example',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (said.text += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { dataDir, said, ended };
};

onPostgres((open) => {
  describe('a PostgreSQL database', () => {
    it('of a running server is refused to a second one with another data folder', async () => {
      const { databaseUrl = '' } = open.location(await open());
      const lock = await acquireServerLock(databaseUrl, {
        onLost: () => {},
        onGivenUp: () => {},
      });
      const { dataDir, said, ended } = startServer(databaseUrl);
      expect(await ended).toBe(1);
      expect(said.text.trim().split('\n')).toEqual([expect.stringContaining(SENTENCE)]);
      expect(readdirSync(dataDir)).toEqual([]);
      await lock?.release();
    });

    it('is shared by servers with a cluster key, and with no other', async () => {
      const db = await open();
      const { databaseUrl = '' } = open.location(db);
      const claim = (clusterKey?: string) =>
        claimDatabase({ databaseUrl, clusterKey }, createLog('error'), () => {});
      const [first, second] = [await claim('k'), await claim('k')];
      await expect(claim()).rejects.toThrow(SENTENCE);
      await first.release();
      expect(second.isHeld()).toBe(true);
      await second.release();
      const single = await claim();
      await expect(claim('k')).rejects.toThrow('没有写 CLUSTER_KEY');
      await single.release();
    });

    it('that takes no more connections is given up with a sentence, though the old ones go on', async () => {
      const db = await open();
      const { databaseUrl = '' } = open.location(db);
      const said: string[] = [];
      const log = createLog('error');
      const patience = { checkMs: 30, retakeMs: 300 };
      const claim = await claimDatabase(
        { databaseUrl },
        log,
        (sentence) => said.push(sentence),
        patience,
      );
      const elsewhere = new URL(databaseUrl);
      elsewhere.pathname = '/postgres';
      const admin = openDatabase({ databaseUrl: elsewhere.href });
      onTestFinished(() => admin.close());
      const name = sql.id(new URL(databaseUrl).pathname.slice(1));
      await sql`alter database ${name} allow_connections false`.execute(admin.kysely);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'yunbiao-server-lock' and datname = current_database()`.execute(
        db.kysely,
      );
      await expect.poll(() => said).toEqual([expect.stringContaining('数据库的锁丢了')]);
      expect(claim.isHeld()).toBe(false);
      await sql`alter database ${name} allow_connections true`.execute(admin.kysely);
      await claim.release();
    });

    it('that another server has taken is left alone at once, before the stop has come to the gateway', async () => {
      const db = await open();
      const { databaseUrl = '' } = open.location(db);
      const config = readConfig({
        APP_MODE: 'production',
        PUBLIC_URL: 'https://labels.example',
        PORT: '0',
        DATA_DIR: mkdtempSync(join(folder, 'data-')),
        DATABASE_URL: databaseUrl,
      });
      const given = Promise.withResolvers<string>();
      const running = await startSite(config, createLog('error'), { onGivenUp: given.resolve });
      const ctx = createTestContext(db);
      const softwareId = await addSoftware(ctx, 'shop');
      const { id: memberId } = await addMember(ctx, 'owner');
      const clientId = await addClient(ctx, memberId, softwareId);
      const printer = createConfigInput(clientId, await addPrinter(ctx, clientId));
      const { id: configId } = await savePrintConfig({ ctx, memberId, input: printer });
      const templateId = await addTemplate(ctx, softwareId);
      /** A label that expires immediately. */
      const addOverdue = async () => {
        const input = createPrintInput(configId, templateId, { rows: [{ 货号: '1' }] });
        const { batchNo } = await submitBatch({ ctx, memberId, softwareId, input });
        const ofBatch = db.kysely.selectFrom('batch').select('id').where('batch_no', '=', batchNo);
        const label = db.kysely.updateTable('detail').set({ expires_at: 1 });
        await label.where('batch_id', '=', ofBatch).execute();
        const states = db.kysely.selectFrom('detail').select('state');
        return async () => (await states.where('batch_id', '=', ofBatch).executeTakeFirst())?.state;
      };
      const before = await addOverdue();
      await expect.poll(before, { timeout: 10_000 }).toBe('expired');
      const waiting = sql`select pg_advisory_lock(7260243)`.execute(db.kysely);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'yunbiao-server-lock' and datname = current_database()`.execute(
        db.kysely,
      );
      await waiting;
      expect(await given.promise).toContain(SENTENCE);
      const after = await addOverdue();
      // The gateway checks for expired labels every second.
      await sleep(3_000);
      expect(await after()).toBe('queued');
      await running.stop();
    });

    it('that another server has taken ends the one that lost its lock', async () => {
      const db = await open();
      const { databaseUrl = '' } = open.location(db);
      const { said, ended } = startServer(databaseUrl);
      await expect.poll(() => said.text).toContain('云标已启动');
      const waiting = sql`select pg_advisory_lock(7260243)`.execute(db.kysely);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'yunbiao-server-lock' and datname = current_database()`.execute(
        db.kysely,
      );
      await waiting;
      expect(await ended).toBe(1);
      expect(said.text).toContain(SENTENCE);
    });
  });
});
