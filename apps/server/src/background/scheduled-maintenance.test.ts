import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, migrate, openDatabase } from '@yunbiao/db';
import type { Context } from '@yunbiao/services';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createServiceContext } from '../startup/create-context.ts';
import { createLog } from '../log.ts';
import { startScheduledMaintenance } from './scheduled-maintenance.ts';

const LEADER = { isLeader: () => true, everyMs: 5 };

const DAY = 86_400_000;

let folder: string;
let db: Database;
let ctx: Context;
let lines: string[];
let heard: () => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'yb-sweep-'));
  db = openDatabase({ dataDir: folder });
  await migrate(db);
  lines = [];
  heard = () => undefined;
  const log = createLog('info', (line) => {
    lines.push(line);
    heard();
  });
  ctx = createServiceContext(readConfig({ DATA_DIR: folder }), db, log);
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

/** Adds stored pictures that nothing shows, by key; the value is how long ago, ms. */
const addPictures = async (pictures: Record<string, number>): Promise<void> => {
  const member = { username: 'a', username_key: 'a', password_hash: '', nickname: '', intro: '' };
  const { id: memberId } = await db.kysely
    .insertInto('member')
    .values({
      ...member,
      company: '',
      share_code: 'a',
      avatar: null,
      cover: null,
      is_demo: 0,
      created_at: ctx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const picture = { member_id: memberId, usage: 'post', type: 'image/webp', sha256: '' };
  for (const [key, age] of Object.entries(pictures)) {
    await ctx.files.put(key, Buffer.from('123'));
    await db.kysely
      .insertInto('upload')
      .values({
        ...picture,
        file_key: key,
        width: 1,
        height: 1,
        size: 3,
        created_at: ctx.now() - age,
        unused_since: ctx.now() - age,
      })
      .execute();
  }
};

it('removes pictures nothing shows, and says how many in the log', async () => {
  await addPictures({ 'uploads/old.webp': DAY, 'uploads/new.webp': DAY - 60_000 });
  const told = new Promise<void>((resolve) => (heard = resolve));
  const stop = startScheduledMaintenance(ctx, LEADER);
  await told;
  await stop();
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { message: 'unused pictures removed', count: 1, bytes: 3 },
  ]);
  expect(await ctx.files.stat('uploads/old.webp')).toBeNull();
  expect(await ctx.files.stat('uploads/new.webp')).not.toBeNull();
});

it('finishes the picture at hand before it stops, and leaves the others to the next start', async () => {
  await addPictures({ 'uploads/1.webp': DAY, 'uploads/2.webp': DAY, 'uploads/3.webp': DAY });
  const { files } = ctx;
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const remove = async (key: string): Promise<void> => {
    begun.resolve();
    await go.promise;
    await files.delete(key);
  };
  const stop = startScheduledMaintenance({ ...ctx, files: { ...files, delete: remove } }, LEADER);
  await begun.promise;
  const stopped = stop();
  go.resolve();
  await stopped;
  const left = await db.kysely.selectFrom('upload').select(['file_key', 'going']).execute();
  expect(left).toHaveLength(2);
  for (const { file_key: key } of left) expect(await files.stat(key)).not.toBeNull();
});

it('clears sessions that are over, browsers long unused, and what the security log held long enough', async () => {
  await addPictures({ 'uploads/old.webp': DAY });
  const { id: memberId } = await db.kysely
    .selectFrom('member')
    .select('id')
    .executeTakeFirstOrThrow();
  const now = ctx.now();
  for (const [name, age] of Object.entries({ over: 200 * DAY, open: 0 })) {
    const at = now - age;
    await db.kysely
      .insertInto('session')
      .values({
        member_id: memberId,
        token_hash: name,
        user_agent: '',
        address: '',
        created_at: at,
        last_used_at: at,
        expires_at: at + 14 * DAY,
      })
      .execute();
    await db.kysely
      .insertInto('device')
      .values({
        member_id: memberId,
        token_hash: name,
        network: '',
        created_at: at,
        last_used_at: at,
      })
      .execute();
    await db.kysely
      .insertInto('security_event')
      .values({
        at,
        kind: name,
        actor: 'visitor',
        subject: '',
        address: '',
        detail: '{}',
        count: 1,
        fold: null,
      })
      .execute();
  }
  // The deletion of pictures runs later and emits an event.
  const told = new Promise<void>((resolve) => (heard = resolve));
  const stop = startScheduledMaintenance(ctx, LEADER);
  await told;
  await stop();
  const left = [
    ...(await db.kysely.selectFrom('session').select('token_hash as name').execute()),
    ...(await db.kysely.selectFrom('device').select('token_hash as name').execute()),
    ...(await db.kysely.selectFrom('security_event').select('kind as name').execute()),
  ];
  expect(left.map(({ name }) => name)).toEqual(['open', 'open', 'open']);
});

it('forgets pairings a day after their code ran out, and no sooner', async () => {
  const pairing = {
    machine_name: 'a',
    system: 'a',
    version: '1',
    address: '',
    tries: 0,
    client_id: null,
    collected: 0,
    created_at: 0,
  };
  for (const [code, ago] of [
    ['OLD', DAY],
    ['NEW', DAY - 60_000],
  ] as const)
    await db.kysely
      .insertInto('pairing')
      .values({ ...pairing, code, secret_hash: code, expires_at: ctx.now() - ago })
      .execute();
  const stop = startScheduledMaintenance(ctx, LEADER);
  await vi.waitFor(async () =>
    expect(await db.kysely.selectFrom('pairing').select('code').execute()).toEqual([
      { code: 'NEW' },
    ]),
  );
  await stop();
});
