import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { toSqliteBindValue } from './dialects/sqlite.ts';
import { isUniqueViolation } from './errors.ts';
import { readSchemaState, migrate } from './migrate.ts';
import { up as addBatchSize } from './migrations/0013-batch-size.ts';
import { up as addDictUnique } from './migrations/0046-dict-unique.ts';
import type { MigrationDb } from './migrations/columns.ts';
import { buildContainsCondition, buildLikePattern } from './search.ts';
import { describeEachDatabase } from './testing.ts';
import { onCommit, runTransaction, type Tx, createTransactionDatabase } from './transaction.ts';

const run = promisify(execFile);

const insertTag = (tx: Tx, name: string, generation = 1) =>
  tx.insertInto('content_generation').values({ tag: name, generation }).execute();

describeEachDatabase((open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });
  it('writes the size of labels beside their templates', async () => {
    const rolledBack = new Error('only tried');
    const tried = runTransaction(db, async (tx) => {
      await sql`alter table batch rename to batch_today`.execute(tx);
      await sql`create table batch (id bigint, template text)`.execute(tx);
      await sql`insert into batch values (1, '{"widthMm":60,"heightMm":25.4}'), (2, '{}')`.execute(
        tx,
      );
      await addBatchSize(tx as unknown as MigrationDb);
      const { rows } = await sql`select id, width, height from batch order by id`.execute(tx);
      expect(rows).toEqual([
        { id: 1, width: 6000, height: 2540 },
        { id: 2, width: 0, height: 0 },
      ]);
      throw rolledBack;
    });
    await expect(tried).rejects.toBe(rolledBack);
  });

  it('keeps the first of dictionary rows that say the same, and lets no second in', async () => {
    const rolledBack = new Error('only tried');
    const tried = runTransaction(db, async (tx) => {
      await sql`alter table dict rename to dict_today`.execute(tx);
      await sql`create table dict
        (id bigint, software_id bigint, dict_type text, dict_value text)`.execute(tx);
      await sql`insert into dict values
        (1, null, 'color', 'red'), (2, null, 'color', 'red'), (3, 7, 'color', 'red'),
        (4, 7, 'color', 'red'), (5, 8, 'color', 'red'), (6, 7, 'color', 'blue')`.execute(tx);
      await sql`drop index dict_value_once`.execute(tx);
      await addDictUnique(tx as unknown as MigrationDb);
      const { rows } = await sql`select id from dict order by id`.execute(tx);
      expect(rows).toEqual([1, 3, 5, 6].map((id) => ({ id })));
      const again = sql`insert into dict values (9, null, 'color', 'red')`.execute(tx);
      await expect(again).rejects.toSatisfy(isUniqueViolation);
      throw rolledBack;
    });
    await expect(tried).rejects.toBe(rolledBack);
  });

  const listTags = async () =>
    (await db.kysely.selectFrom('content_generation').select('tag').orderBy('tag').execute()).map(
      (row) => row.tag,
    );

  describe('migrations', () => {
    it('run once, even when another process starts at the same time', async () => {
      const fresh = await open({ empty: true });
      const { databaseUrl, filename } = open.location(fresh);
      const script = `
        import { migrate, openDatabase } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
        const db = openDatabase(${JSON.stringify({ databaseUrl, filename })});
        await migrate(db);
        await db.close();`;
      const start = () => run(process.execPath, ['--input-type=module', '-e', script]);
      await Promise.all([start(), start(), start()]);
      expect(await readSchemaState(fresh)).toBe('current');
    });

    it('run on data that has run later ones already', async () => {
      const early = await open();
      const { kysely } = early;
      for (const one of ['contact_code', 'code_count'])
        await kysely.schema.dropTable(one).execute();
      for (const one of ['email', 'phone']) {
        await kysely.schema.dropIndex(`member_${one}`).execute();
        await kysely.schema.alterTable('member').dropColumn(one).execute();
      }
      await sql`delete from kysely_migration where name = '0025-contact'`.execute(kysely);
      expect(await readSchemaState(early)).toBe('behind');
      await migrate(early);
      expect(await readSchemaState(early)).toBe('current');
      expect(await kysely.selectFrom('member').select('phone').execute()).toEqual([]);
    });
  });

  describe('a transaction within another', () => {
    it('joins it: nothing stays when the outer one fails, and what waits for the commit is told once', async () => {
      const told: string[] = [];
      const attemptTransaction = (fails: boolean) =>
        runTransaction(db, async (tx) => {
          const inside = createTransactionDatabase(tx);
          const name = fails ? 'undone' : 'kept';
          await runTransaction(inside, async (inner) => {
            expect(inner).toBe(tx);
            await insertTag(inner, name);
            onCommit(inner, () => told.push(name));
          });
          expect(told).toEqual([]);
          if (fails) throw new Error('the outer one fails');
        });
      await expect(attemptTransaction(true)).rejects.toThrow('the outer one fails');
      expect(await listTags()).not.toContain('undone');
      await attemptTransaction(false);
      expect(await listTags()).toContain('kept');
      expect(told).toEqual(['kept']);
    });
  });

  describe('values', () => {
    it('keeps whole numbers whole, up to the largest safe one', async () => {
      await runTransaction(db, (tx) => insertTag(tx, 'big', Number.MAX_SAFE_INTEGER));
      const row = await db.kysely
        .selectFrom('content_generation')
        .selectAll()
        .where('tag', '=', 'big')
        .executeTakeFirstOrThrow();
      expect(row.generation).toBe(Number.MAX_SAFE_INTEGER);
      const sums = await db.kysely
        .selectFrom('content_generation')
        .select((eb) => [
          eb.fn.countAll<number>().as('count'),
          eb.fn.sum<number>('generation').as('sum'),
        ])
        .where('tag', '=', 'big')
        .executeTakeFirstOrThrow();
      expect({ ...sums }).toEqual({ count: 1, sum: Number.MAX_SAFE_INTEGER });
    });

    it('tells a second use of a unique value from other failures', async () => {
      await runTransaction(db, (tx) => insertTag(tx, 'once'));
      const error = await runTransaction(db, (tx) => insertTag(tx, 'once')).catch(
        (e: unknown) => e,
      );
      expect(isUniqueViolation(error)).toBe(true);
      const other = await db.kysely
        .insertInto('session')
        .values({
          member_id: 99,
          token_hash: 'x',
          user_agent: '',
          address: '',
          created_at: 1,
          last_used_at: 1,
          expires_at: 1,
        })
        .execute()
        .catch((e: unknown) => e);
      expect(other).toBeInstanceOf(Error);
      expect(isUniqueViolation(other)).toBe(false);
    });

    it('finds text without case, and takes % and _ as they are', async () => {
      await runTransaction(db, async (tx) => {
        await insertTag(tx, '顺丰 50%_A');
        await insertTag(tx, '顺丰 500A');
      });
      const findTags = async (text: string) =>
        (
          await db.kysely
            .selectFrom('content_generation')
            .select('tag')
            .where((eb) => buildContainsCondition(eb.ref('tag'), buildLikePattern(text)))
            .execute()
        ).map((row) => row.tag);
      expect(await findTags('50%_a')).toEqual(['顺丰 50%_A']);
      expect((await findTags('顺丰')).length).toBe(2);
      // Letters that the engine does not fold still match themselves.
      await runTransaction(db, (tx) => insertTag(tx, 'ÄRZTE İ'));
      expect(await findTags('ÄRZTE İ')).toEqual(['ÄRZTE İ']);
    });
  });

  describe('transaction', () => {
    it('rolls back whole, and tells nobody', async () => {
      const told: string[] = [];
      const failed = runTransaction(db, async (tx) => {
        await insertTag(tx, 'half');
        onCommit(tx, () => told.push('half'));
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect(await listTags()).not.toContain('half');
      expect(told).toEqual([]);
    });

    it('joins the outer one and tells after the commit', async () => {
      const told: string[] = [];
      await runTransaction(db, async (tx) => {
        await runTransaction(tx, async (inner) => {
          await insertTag(inner, 'joined');
          onCommit(inner, () => told.push('joined'));
        });
        expect(told).toEqual([]);
      });
      expect(told).toEqual(['joined']);
      expect(await listTags()).toContain('joined');
    });

    it('does not interleave with others', async () => {
      await runTransaction(db, (tx) => insertTag(tx, 'counter', 0));
      const raise = () =>
        runTransaction(db, async (tx) => {
          await tx
            .updateTable('content_generation')
            .set({ tag: 'counter' })
            .where('tag', '=', 'counter')
            .execute();
          const row = await tx
            .selectFrom('content_generation')
            .select('generation')
            .where('tag', '=', 'counter')
            .executeTakeFirstOrThrow();
          await tx
            .updateTable('content_generation')
            .set({ generation: row.generation + 1 })
            .where('tag', '=', 'counter')
            .execute();
        });
      await Promise.all(Array.from({ length: 20 }, raise));
      const row = await db.kysely
        .selectFrom('content_generation')
        .select('generation')
        .where('tag', '=', 'counter')
        .executeTakeFirstOrThrow();
      expect(row.generation).toBe(20);
    });
  });
});

describe('binding to SQLite', () => {
  it.each([
    [new Date(0)],
    [{}],
    [[1]],
    [true],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [() => 1],
  ])('refuses %o', (value) => {
    expect(() => toSqliteBindValue(value)).toThrow(TypeError);
  });
  it('sends whole numbers as integers and others as they are', () => {
    expect(toSqliteBindValue(3)).toBe(3n);
    expect(toSqliteBindValue(0.5)).toBe(0.5);
    expect(toSqliteBindValue(undefined)).toBeNull();
  });
});

describe('a copy of SQLite', () => {
  it('is consistent while the original is written to', async () => {
    const { mkdtempSync, rmSync } = await import('node:fs');
    const folder = mkdtempSync('/tmp/yb-copy-');
    const db = openDatabase({ dataDir: folder });
    await migrate(db);
    await runTransaction(db, (tx) => insertTag(tx, 'before'));
    await db.backup?.(`${folder}/copy.db`);
    const copy = openDatabase({ filename: `${folder}/copy.db` });
    expect(
      await copy.kysely.selectFrom('content_generation').select('tag').execute(),
    ).toMatchObject([{ tag: 'before' }]);
    await copy.close();
    await db.close();
    rmSync(folder, { recursive: true });
  });

  it('ends though another process writes without a pause', async () => {
    const { mkdtempSync, rmSync } = await import('node:fs');
    const { spawn } = await import('node:child_process');
    const folder = mkdtempSync('/tmp/yb-copy-');
    const db = openDatabase({ dataDir: folder });
    await sql`create table big (filler text)`.execute(db.kysely);
    // Far more pages than the backup copies between two writes.
    await sql`insert into big with recursive n(i) as (select 1 union all select i + 1 from n
      where i < 50000) select hex(randomblob(2000)) from n`.execute(db.kysely);
    const writer = spawn(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      '-e',
      `const { DatabaseSync } = require('node:sqlite');
      const db = new DatabaseSync(process.argv[1], { timeout: 5000 });
      setInterval(() => { db.exec("insert into big values ('x')"); process.stdout.write('.'); }, 1)`,
      `${folder}/yunbiao.db`,
    ]);
    onTestFinished(() => void writer.kill('SIGKILL'));
    await new Promise((resolve) => writer.stdout.once('data', resolve));
    writer.stdout.resume();
    await db.backup?.(`${folder}/copy.db`);
    expect(writer.exitCode).toBeNull();
    const copy = openDatabase({ filename: `${folder}/copy.db` });
    const { rows } = await sql`pragma integrity_check`.execute(copy.kysely);
    expect(rows).toEqual([{ integrity_check: 'ok' }]);
    await copy.close();
    await db.close();
    writer.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
});
