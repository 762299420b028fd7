import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from './database.ts';
import { listExecutedMigrations, migrate, readSchemaState } from './migrate.ts';
import type { migrations } from './migrations/index.gen.ts';
import { describeEachDatabase, migrateUpTo, type Opener } from './testing.ts';

type Name = keyof typeof migrations;

/** The state that a site of some time ago has, with a row. */
const START: Name = '0022-share-codes';

const getUrl = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);

/** A statement that takes longer than the test waits before it kills. */
const LONG_STATEMENT = {
  sqlite: `insert into half_done with recursive n(i) as
    (select 1 union all select i + 1 from n where i < 100000000) select i from n`,
  postgres: 'insert into half_done select i from generate_series(1, 20000000) as i',
};

/**
 * Begins to migrate in another process, which stops behind the named migration, before the commit:
 * `idle` between two statements, `busy` within one.
 */
const startMigrating = (
  open: Opener,
  db: Database,
  { name, place }: { name: Name; place: 'idle' | 'busy' },
) => {
  const script = `
    import { writeSync } from 'node:fs';
    import { CompiledQuery } from 'kysely';
    import { migrate, openDatabase } from ${getUrl('./index.ts')};
    import { migrations } from ${getUrl('./migrations/index.gen.ts')};
    const { up } = migrations[${JSON.stringify(name)}];
    migrations[${JSON.stringify(name)}] = { up: async (db) => {
      await up(db);
      await db.executeQuery(CompiledQuery.raw('create table half_done (i bigint)'));
      writeSync(1, 'reached');
      if (${JSON.stringify(place)} === 'busy')
        await db.executeQuery(CompiledQuery.raw(${JSON.stringify(LONG_STATEMENT[open.dialect])}));
      await new Promise((resolve) => setTimeout(resolve, 600_000));
    } };
    await migrate(openDatabase(${JSON.stringify(open.location(db))}));`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

/** Kills the migrating process by SIGKILL once it has come to the place. */
const killMigrating = async (
  open: Opener,
  db: Database,
  at: { name: Name; place: 'idle' | 'busy' },
): Promise<void> => {
  const child = startMigrating(open, db, at);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const end = once(child, 'close');
  const reached = once(child.stdout, 'data');
  await Promise.race([
    reached,
    end.then(() => {
      throw new Error(said);
    }),
  ]);
  if (at.place === 'busy') await sleep(200);
  child.kill('SIGKILL');
  await end;
};

const listColumns = async ({ kysely }: Database): Promise<string[]> =>
  (await kysely.introspection.getTables())
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
    .toSorted();

describeEachDatabase((open) => {
  describe('a migration that is killed', () => {
    it.each([
      { name: '0023-batch-quarters', place: 'idle' },
      { name: '0034-printer-groups', place: 'busy' },
      { name: '0049-shipped-templates', place: 'idle' },
    ] as const)(
      'behind $name, $place, leaves what was there, and the next one ends',
      async (at) => {
        const db = await open({ empty: true });
        await migrateUpTo(db, START);
        await sql`insert into content_generation (tag, generation) values ('kept', 7)`.execute(
          db.kysely,
        );
        const before = await listExecutedMigrations(db.kysely);
        const columns = await listColumns(db);
        for (let kill = 1; kill <= 2; kill += 1) {
          await killMigrating(open, db, at);
          expect(await listColumns(db)).toEqual(columns);
          expect(await listExecutedMigrations(db.kysely)).toEqual(before);
        }
        await migrate(db);
        expect(await readSchemaState(db)).toBe('current');
        const now = await listColumns(db);
        expect(now.filter((name) => name.startsWith('half_done'))).toEqual([]);
        expect(now.length).toBeGreaterThan(columns.length);
        expect(now).toEqual(await listColumns(await open()));
        const kept = db.kysely.selectFrom('content_generation').select('generation');
        expect(await kept.where('tag', '=', 'kept').execute()).toEqual([{ generation: 7 }]);
      },
    );
  });
});
