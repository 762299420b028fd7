import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, getDatabaseFile, openDatabase } from '@yunbiao/db';
import { type Opener, describeEachDatabase } from '@yunbiao/db/testing';
import { getDemoMemberPath } from '@yunbiao/sample';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { onServer } from '../../packages/db/src/testing/postgres.ts';
import { readConfig } from '../../apps/server/src/config/config.ts';
import { createLog } from '../../apps/server/src/log.ts';
import { type Running, startSite } from '../../apps/server/src/main.ts';
import {
  DATA,
  DEMO_FILES,
  listOldData,
  POSTGRES_FILE,
  readAllRows,
  readManifest,
  readCompressedFile,
  type Row,
  SQLITE_FILE,
} from './old-data.ts';
import { makeStubSite } from './stub-site.ts';

/** Tables and columns that a later version changes by design when it starts on older data, and why. */
const CHANGED: Readonly<Record<string, string>> = {};

const MINUTE_MS = 60_000;

/** Who has the batches of the data, as every version was told it. */
const MEMBER = { username: 'xiaochen', password: 'correct horse 9' };

const folder = mkdtempSync(join(tmpdir(), 'yb-old-data-'));
const siteDir = makeStubSite(join(folder, 'site'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.useRealTimers();
});

type Place = { dataDir: string; databaseUrl: string };

/** Puts the data where a server finds it. */
const restore = async (name: string, open: Opener): Promise<Place> => {
  const dataDir = mkdtempSync(join(folder, `${name}-`));
  copyFileSync(join(DATA, name, DEMO_FILES[open.dialect]), getDemoMemberPath(dataDir));
  if (open.dialect === 'sqlite') {
    writeFileSync(getDatabaseFile(dataDir), readCompressedFile(name, SQLITE_FILE));
    return { dataDir, databaseUrl: '' };
  }
  const { databaseUrl = '' } = open.location(await open({ empty: true }));
  await onServer(databaseUrl, readCompressedFile(name, POSTGRES_FILE).toString());
  return { dataDir, databaseUrl };
};

const read = async <T>(place: Place, work: (db: Database) => Promise<T>): Promise<T> => {
  const db = openDatabase(place);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
};

/** What an old row said, as today's table has it. */
const writeRow = (row: Row, columns: readonly string[]): string =>
  JSON.stringify(columns.map((column) => row[column]));

/** Old rows that are not there any more, or say something else. */
const findLost = (table: string, before: readonly Row[], after: readonly Row[]): string[] => {
  const columns = Object.keys(before[0] ?? {}).filter((item) => !(`${table}.${item}` in CHANGED));
  const there = new Set(after.map((row) => writeRow(row, columns)));
  return before
    .map((row) => writeRow(row, columns))
    .filter((row) => !there.has(row))
    .map((row) => `${table} (${columns.join(', ')}): ${row}`);
};

type Envelope = { msg: string; data: Record<string, unknown> };

const readEnvelope = async (reply: Response): Promise<Envelope['data']> => {
  // The envelope of every reply (docs/promises.md).
  const { msg, data } = (await reply.json()) as Envelope;
  expect([reply.status, msg]).toEqual([200, '']);
  return data;
};

/** What the member sees of the batches, newest first. */
const listBatches = async ({ port }: Running): Promise<unknown> => {
  const origin = `http://127.0.0.1:${port}`;
  const body = new URLSearchParams(MEMBER);
  const headers = { 'X-Domain': 'yunbiao' };
  const login = await fetch(`${origin}/np/login`, { method: 'POST', headers, body });
  const { token } = await readEnvelope(login);
  const own = { ...headers, 'X-Token': String(token) };
  const batches = await fetch(`${origin}/np/api/uc/batchList`, { headers: own });
  return (await readEnvelope(batches))['list'];
};

describeEachDatabase((open) => {
  it.each(listOldData())('data of %s starts with this version, and loses nothing', async (name) => {
    const { savedAt, rows } = readManifest(name);
    const place = await restore(name, open);
    const before = await read(place, readAllRows);
    for (const [table, count] of Object.entries(rows[open.dialect]))
      expect([table, before.get(table)?.length]).toEqual([table, count]);

    // Nothing is over yet: what is swept away in time was entered for a time.
    vi.setSystemTime(savedAt + MINUTE_MS);
    const config = readConfig({
      PORT: '0',
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl,
      PUBLIC_URL: 'http://127.0.0.1:3000',
      LOG_LEVEL: 'error',
      DEMO_HISTORY: '0',
      DEMO_PROGRAMS: '0',
      VIRTUAL_PRINTERS: '0',
    });
    const running = await startSite(config, createLog('error'), { siteDir });
    try {
      const ready = await fetch(`http://127.0.0.1:${running.port}/readyz`);
      expect([ready.status, await ready.text()]).toEqual([200, 'ok\n']);
      const shown = await listBatches(running);
      const kept = before.get('batch') ?? [];
      const [own] = (before.get('member') ?? []).filter(
        ({ username }) => username === MEMBER.username,
      );
      const numbers = kept
        .filter((batch) => batch['member_id'] === own?.['id'])
        .map((batch) => batch['batch_no']);
      expect(numbers.length).toBeGreaterThan(2);
      expect(shown).toEqual(
        expect.arrayContaining(numbers.map((batchNo) => expect.objectContaining({ batchNo }))),
      );
    } finally {
      await running.stop();
    }

    const after = await read(place, readAllRows);
    const lost = [...before].flatMap(([table, old]) =>
      table in CHANGED ? [] : findLost(table, old, after.get(table) ?? []),
    );
    expect(lost).toEqual([]);
  });
});
