// Stores the data of the current version, from both database engines, as test data for later versions.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, constants } from 'node:zlib';
import { getDatabaseFile, openDatabase } from '@yunbiao/db';
import { getDemoMemberPath } from '@yunbiao/sample';
import { DATA, DEMO_FILES, POSTGRES_FILE, readAllRows, SQLITE_FILE } from './old-data.ts';

const compressWithBrotli = (bytes: Buffer | string): Buffer =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    },
  });

/** The database as one compact file, without a write-ahead log. */
const dumpSqlite = (dataDir: string): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-pack-'));
  try {
    const file = getDatabaseFile(folder);
    copyFileSync(getDatabaseFile(dataDir), file);
    const db = new DatabaseSync(file);
    db.exec('pragma journal_mode = delete; vacuum');
    db.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Plain SQL dump without the two lines that only psql understands. */
const dumpPostgres = (databaseUrl: string): string =>
  execFileSync(
    'pg_dump',
    ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges', databaseUrl],
    { encoding: 'utf8', maxBuffer: 100_000_000 },
  )
    .split('\n')
    .filter((line) => !/^\\(?:un)?restrict /.test(line))
    .join('\n');

const countRows = async (
  place: Parameters<typeof openDatabase>[0],
): Promise<Record<string, number>> => {
  const db = openDatabase(place);
  const rowsByTable = await readAllRows(db);
  await db.close();
  const counts = [...rowsByTable].map(([table, rows]): [string, number] => [table, rows.length]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
};

const [commit, dataDir, databaseUrl, besidePostgres] = process.argv.slice(2);
if (!commit || !dataDir || !databaseUrl || !besidePostgres)
  throw new Error('pack-data.ts <commit> <data folder> <postgres://…> <data folder beside it>');
const folder = join(DATA, commit.slice(0, 8));
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, SQLITE_FILE), compressWithBrotli(dumpSqlite(dataDir)));
writeFileSync(join(folder, POSTGRES_FILE), compressWithBrotli(dumpPostgres(databaseUrl)));
copyFileSync(getDemoMemberPath(dataDir), join(folder, DEMO_FILES.sqlite));
copyFileSync(getDemoMemberPath(besidePostgres), join(folder, DEMO_FILES.postgres));
const rows = {
  sqlite: await countRows({ dataDir }),
  postgres: await countRows({ databaseUrl }),
};
const savedAt = Math.round(statSync(getDatabaseFile(dataDir)).mtimeMs);
const manifest = { commit, savedAt, rows };
writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
