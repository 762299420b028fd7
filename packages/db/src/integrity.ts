import { sql } from 'kysely';
import type { Database } from './database.ts';
import { getDialect } from './database.ts';
import type { Executor } from './transaction.ts';

const listTableNames = async (executor: Executor): Promise<string[]> => {
  const tables = await executor.introspection.getTables();
  return tables.flatMap(({ name, isView }) => (isView ? [] : [name])).toSorted();
};

/** Number of rows of each table, without the migration history. */
export const countRowsByTable = async (executor: Executor): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const name of await listTableNames(executor)) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(
      executor,
    );
    counts[name] = Number(rows[0]?.n);
  }
  return counts;
};

/** Whether a database has no table at all, not even the migration history. */
export const isDatabaseWithoutTables = async ({ kysely }: Database): Promise<boolean> =>
  (await kysely.introspection.getTables({ withInternalKyselyTables: true })).length === 0;

export type IntegrityReport = {
  /** Damages, in the words of the engine. */
  problems: string[];
  /** Number of foreign keys of the schema. */
  foreignKeys: number;
};

const MAX_PROBLEMS = 20;

const checkSqlite = async (executor: Executor): Promise<IntegrityReport> => {
  const pages = await sql<{
    integrity_check: string;
  }>`pragma integrity_check(${sql.lit(MAX_PROBLEMS)})`.execute(executor);
  const broken = await sql<{
    table: string;
    rowid: number;
    parent: string;
  }>`pragma foreign_key_check`.execute(executor);
  const keys = await sql<{ n: number }>`select count(*) as n from sqlite_master as m
    join pragma_foreign_key_list(m.name) as k on m.type = 'table'`.execute(executor);
  return {
    problems: [
      ...pages.rows.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
      ...broken.rows.map(({ table, rowid, parent }) => `${table} ${rowid} → ${parent}`),
    ].slice(0, MAX_PROBLEMS),
    foreignKeys: Number(keys.rows[0]?.n),
  };
};

type PostgresKey = { name: string; child: string; parent: string; pairs: [string, string][] };

const listPostgresKeys = async (executor: Executor): Promise<PostgresKey[]> => {
  const { rows } = await sql<PostgresKey>`select c.conname as name,
      child.relname as child, parent.relname as parent,
      (select json_agg(json_build_array(a.attname, b.attname) order by p.place)
        from unnest(c.conkey, c.confkey) with ordinality as p (own, other, place)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = p.own
        join pg_attribute b on b.attrelid = c.confrelid and b.attnum = p.other) as pairs
    from pg_constraint c
    join pg_class child on child.oid = c.conrelid
    join pg_class parent on parent.oid = c.confrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
    order by 1`.execute(executor);
  return rows;
};

/** PostgreSQL checks a key when rows change, not when files are damaged: each key is checked again. */
const checkPostgres = async (executor: Executor): Promise<IntegrityReport> => {
  const keys = await listPostgresKeys(executor);
  const problems: string[] = [];
  for (const { name, child, parent, pairs } of keys) {
    const isGiven = pairs.map(([column]) => sql`${sql.ref(`c.${column}`)} is not null`);
    const isSame = pairs.map(
      ([column, parentColumn]) => sql`${sql.ref(`p.${parentColumn}`)} = ${sql.ref(`c.${column}`)}`,
    );
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(child)} c
      where ${sql.join(isGiven, sql` and `)} and not exists
        (select 1 from ${sql.table(parent)} p where ${sql.join(isSame, sql` and `)})`.execute(
      executor,
    );
    const count = Number(rows[0]?.n);
    if (count > 0) problems.push(`${name}: ${count} × ${child} → ${parent}`);
  }
  return { problems: problems.slice(0, MAX_PROBLEMS), foreignKeys: keys.length };
};

/** Looks for damaged pages (SQLite) and for rows whose foreign keys lead nowhere. Read-only. */
export const checkIntegrity = ({ kysely }: Database): Promise<IntegrityReport> =>
  getDialect(kysely) === 'sqlite' ? checkSqlite(kysely) : checkPostgres(kysely);
