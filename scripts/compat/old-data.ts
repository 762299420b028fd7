import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type Database, sql } from '@yunbiao/db';
import { ROOT } from './sources.ts';

export const DATA = join(ROOT, 'compat/data');

export const SQLITE_FILE = 'yunbiao.db.br';
export const POSTGRES_FILE = 'yunbiao.sql.br';
/** The demo member's name and password. */
export const DEMO_FILES = { sqlite: 'demo-member.txt', postgres: 'demo-member-postgres.txt' };

/**
 * Facts about the data of an earlier version: its commit, the time of its last write (epoch ms), and the row count of
 * each non-empty table.
 */
export type Manifest = {
  commit: string;
  savedAt: number;
  rows: { sqlite: Record<string, number>; postgres: Record<string, number> };
};

export const readManifest = (name: string): Manifest =>
  // Written by `pack-data.ts` with this type.
  JSON.parse(readFileSync(join(DATA, name, 'manifest.json'), 'utf8')) as Manifest;

export const listOldData = (): string[] => readdirSync(DATA).toSorted();

export const readCompressedFile = (name: string, file: string): Buffer =>
  brotliDecompressSync(readFileSync(join(DATA, name, file)));

/** Whether a table belongs to the database engine, the migrator or the search, and holds no member data. */
const isEngineTable = (table: string): boolean => /^(?:kysely_|sqlite_|search_)/.test(table);

export const listTables = async ({ kysely }: Database): Promise<string[]> =>
  (await kysely.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !isEngineTable(name))
    .toSorted();

export type Row = Readonly<Record<string, unknown>>;

export const readRows = async ({ kysely }: Database, table: string): Promise<Row[]> =>
  (await sql<Row>`select * from ${sql.table(table)}`.execute(kysely)).rows;

export const readAllRows = async (db: Database): Promise<Map<string, Row[]>> => {
  const rowsByTable = new Map<string, Row[]>();
  for (const table of await listTables(db)) rowsByTable.set(table, await readRows(db, table));
  return rowsByTable;
};
