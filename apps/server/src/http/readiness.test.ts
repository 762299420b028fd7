import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, sql } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { markDataMode } from '@yunbiao/services';
import { addSoftware, createTestContext } from '@yunbiao/services/testing';
import { afterAll, expect, it } from 'vitest';
import { createReadinessCheck } from './readiness.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'yb-ready-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describeEachDatabase((open) => {
  const setUp = async () => {
    const db = await open();
    const ctx = createTestContext(db);
    await markDataMode(db, 'demo');
    await addSoftware(ctx, 'shop');
    const checkReadiness = (
      options: { ctx?: typeof ctx; dataDir?: string; isStopping?: boolean } = {},
    ) =>
      createReadinessCheck({
        ctx: options.ctx ?? ctx,
        dataDir: options.dataDir ?? dataDir,
        isStopping: () => options.isStopping ?? false,
      })();
    return { db, ctx, ask: checkReadiness };
  };

  it('is ready where database and disk can be written, and leaves one empty file', async () => {
    const { ask } = await setUp();
    expect(await ask()).toBe('');
    expect(readdirSync(dataDir)).toEqual(['write-probe']);
    expect(readFileSync(join(dataDir, 'write-probe'))).toHaveLength(0);
    expect(await ask({ isStopping: true })).toBe('stopping');
  });

  it('is not ready on a database that can only be read', async () => {
    const { db, ctx, ask } = await setUp();
    const { databaseUrl, filename } = open.location(db);
    const readOnly = databaseUrl && new URL(databaseUrl);
    if (readOnly)
      readOnly.search = `options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
    const reader = openDatabase(readOnly ? { databaseUrl: readOnly.href } : { filename });
    if (!readOnly) await sql`pragma query_only = on`.execute(reader.kysely);
    expect(await ask({ ctx: { ...ctx, db: reader } })).toBe('the database cannot be written');
    await reader.close();
    expect(await ask()).toBe('');
  });

  it('is not ready where the data folder cannot be written', async () => {
    const { ask } = await setUp();
    expect(await ask({ dataDir: join(dataDir, 'away') })).toBe('the disk cannot be written');
  });

  it('says that the database does not answer, and that its tables are of another build', async () => {
    const { db, ctx, ask } = await setUp();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2026-01-01T00:00:00.000Z')`.execute(
      db.kysely,
    );
    expect(await ask()).toBe('migrations are missing');
    await sql`delete from kysely_migration where name = '9999-later'`.execute(db.kysely);
    const closed = openDatabase(open.location(db));
    await createReadinessCheck({ ctx: { ...ctx, db: closed }, dataDir, isStopping: () => false })();
    await closed.close();
    expect(await ask({ ctx: { ...ctx, db: closed } })).toBe('the database does not answer');
  });

  it('writes once for many who ask at the same time', async () => {
    const { db, ctx } = await setUp();
    const readiness = createReadinessCheck({ ctx, dataDir, isStopping: () => false });
    const readProbedAt = async () =>
      (await db.kysely.selectFrom('data_mark').select('probed_at').executeTakeFirstOrThrow())
        .probed_at;
    await Promise.all(Array.from({ length: 20 }, readiness));
    const first = await readProbedAt();
    ctx.pass(1_000);
    await readiness();
    expect(await readProbedAt()).toBe(first);
  });

  it('says that the lock of the database is lost, until it is taken again', async () => {
    const { ctx } = await setUp();
    let isHeld = false;
    const readiness = createReadinessCheck({
      ctx,
      dataDir,
      isStopping: () => false,
      isLocked: () => isHeld,
    });
    expect(await readiness()).toBe('the database lock is lost');
    isHeld = true;
    expect(await readiness()).toBe('');
  });

  it('does not keep the caller waiting for a database that hangs', async () => {
    const { ctx } = await setUp();
    const hangs = { ...ctx, now: () => new Promise(() => {}) as unknown as number };
    const readiness = createReadinessCheck({
      ctx: hangs,
      dataDir,
      isStopping: () => false,
      timeoutMs: 50,
    });
    expect(await readiness()).not.toBe('');
  });
});
