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

/** What an earlier version wrote: of which commit, when its last row was written (epoch ms), and how many rows each table has that has any. */
export type Manifest = {
  commit: string;
  savedAt: number;
  rows: { sqlite: Record<string, number>; postgres: Record<string, number> };
};

export const readManifest = (name: string): Manifest =>
  // Written by `pack-data.ts`, whose type it is.
  JSON.parse(readFileSync(join(DATA, name, 'manifest.json'), 'utf8')) as Manifest;

export const listOldData = (): string[] => readdirSync(DATA).toSorted();

export const readPacked = (name: string, file: string): Buffer =>
  brotliDecompressSync(readFileSync(join(DATA, name, file)));

/** What the engines, the migrator and the search keep for themselves: no data of members. */
const isOwn = (table: string): boolean => /^(?:kysely_|sqlite_|search_)/.test(table);

export const listTables = async ({ kysely }: Database): Promise<string[]> =>
  (await kysely.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !isOwn(name))
    .toSorted();

export type Row = Readonly<Record<string, unknown>>;

export const readRows = async ({ kysely }: Database, table: string): Promise<Row[]> =>
  (await sql<Row>`select * from ${sql.table(table)}`.execute(kysely)).rows;

export const readAllRows = async (db: Database): Promise<Map<string, Row[]>> => {
  const all = new Map<string, Row[]>();
  for (const table of await listTables(db)) all.set(table, await readRows(db, table));
  return all;
};
