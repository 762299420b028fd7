import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, type DialectName, migrate, openDatabase, sql } from '@yunbiao/db';
import pg from 'pg';
import { forumText, forumTitle, seedText } from './forum-text.ts';

/** Where the benches may create a database; PostgreSQL only. */
const POSTGRES = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

const onServer = async (command: string): Promise<void> => {
  const client = new pg.Client({ connectionString: POSTGRES });
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
};

/** Creates a migrated database and deletes it afterwards. `url`: of PostgreSQL. */
export const withDatabase = async (
  dialect: DialectName,
  use: (db: Database, url: string) => Promise<void>,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'yb-bench-'));
  const name = `yb_bench_${randomBytes(6).toString('hex')}`;
  const url = new URL(POSTGRES);
  url.pathname = `/${name}`;
  if (dialect === 'postgres') await onServer(`create database ${name}`);
  const db = openDatabase(
    dialect === 'postgres' ? { databaseUrl: url.href } : { filename: join(folder, 'bench.db') },
  );
  try {
    await migrate(db);
    await use(db, url.href);
  } finally {
    await db.close();
    if (dialect === 'postgres') await onServer(`drop database ${name} with (force)`);
    await rm(folder, { recursive: true, force: true });
  }
};

export type Forum = { alias: string; softwareId: number; groupIds: number[]; memberIds: number[] };

const GROUPS = ['打印机设置', '标签纸', '模板与字段', 'Excel 导入', '接口对接', '账号与会员'];
const MEMBERS = 500;
const ROWS = 1_000;
const DAY = 86_400_000;

const addSoftware = (db: Database, now: number): Promise<{ id: number }> =>
  db.kysely
    .insertInto('software')
    .values({
      alias: 'bench',
      domain: null,
      name: '量一量',
      slogan: '',
      summary: '',
      description: '',
      icon: null,
      screenshots: '[]',
      features: '[]',
      platforms: '[]',
      contacts: '[]',
      facts: '[]',
      theme_color: '#000000',
      seo: '{"title":"","description":""}',
      state: 'online',
      offline_reason: '',
      sort: 1,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

const addGroups = (db: Database, softwareId: number): Promise<{ id: number }[]> =>
  db.kysely
    .insertInto('forum_group')
    .values(
      GROUPS.map((name, sort) => ({
        software_id: softwareId,
        name,
        description: '',
        state: 'on',
        sort,
        post_count: 0,
        solved_count: 0,
      })),
    )
    .returning('id')
    .execute();

const addMembers = (db: Database, now: number): Promise<{ id: number }[]> =>
  db.kysely
    .insertInto('member')
    .values(
      Array.from({ length: MEMBERS }, (_, n) => ({
        username: `bench${n}`,
        username_key: `bench${n}`,
        password_hash: '',
        nickname: `店主${n}`,
        avatar: null,
        cover: null,
        intro: '',
        company: '',
        share_code: `bench${n}`,
        is_demo: 0,
        created_at: now,
        official: n % 100 === 0 ? '技术支持' : '',
      })),
    )
    .returning('id')
    .execute();

const addFrame = async (db: Database, now: number): Promise<Forum> => {
  const { id: softwareId } = await addSoftware(db, now);
  const groups = await addGroups(db, softwareId);
  const members = await addMembers(db, now);
  return {
    alias: 'bench',
    softwareId,
    groupIds: groups.map(({ id }) => id),
    memberIds: members.map(({ id }) => id),
  };
};

const pick = <T>(items: readonly T[], n: number): T => {
  const item = items[n % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

type Size = { posts: number; replies: number; now: number };

const getAskedAt = ({ posts, now }: Size, n: number): number =>
  now - Math.floor(((posts - n) / posts) * 1_095 * DAY);

const addPosts = async (db: Database, forum: Forum, size: Size): Promise<void> => {
  const repliesEach = size.replies / size.posts;
  for (let from = 0; from < size.posts; from += ROWS) {
    const count = Math.min(ROWS, size.posts - from);
    await db.kysely.transaction().execute(async (tx) => {
      await tx
        .insertInto('post')
        .values(
          Array.from({ length: count }, (_, i) => {
            const n = from + i;
            const askedAt = getAskedAt(size, n);
            const content = forumText(40);
            return {
              software_id: forum.softwareId,
              group_id: pick(forum.groupIds, n * 7),
              member_id: pick(forum.memberIds, n * 13),
              title: forumTitle(),
              content,
              excerpt: content.slice(0, 120),
              content_hash: `p${n}`,
              state: 'visible',
              pinned: n % 20_000 === 0 ? 1 : 0,
              reply_count: Math.round(repliesEach),
              like_count: n % 9,
              accepted_reply_id: null,
              hot: askedAt + (n % 97) * DAY,
              created_at: askedAt,
              edited_at: null,
              active_at: askedAt + DAY,
            };
          }),
        )
        .execute();
    });
  }
};

const addReplies = async (db: Database, forum: Forum, size: Size): Promise<void> => {
  for (let from = 0; from < size.replies; from += ROWS) {
    const count = Math.min(ROWS, size.replies - from);
    await db.kysely.transaction().execute(async (tx) => {
      await tx
        .insertInto('reply')
        .values(
          Array.from({ length: count }, (_, i) => {
            const n = from + i;
            const postId = (n % size.posts) + 1;
            return {
              post_id: postId,
              member_id: pick(forum.memberIds, n * 17),
              parent_id: null,
              content: forumText(14),
              content_hash: `r${n}`,
              state: 'visible',
              like_count: n % 5,
              created_at: getAskedAt(size, postId) + n,
              edited_at: null,
            };
          }),
        )
        .execute();
    });
  }
};

/**
 * Fills an empty database with questions over three years, ten replies each on average, every third
 * solved. Deterministic. The search index is not built here: it is measured separately.
 */
export const fillForum = async (db: Database, size: Size): Promise<Forum> => {
  seedText(7);
  const forum = await addFrame(db, size.now);
  const { kysely } = db;
  await addPosts(db, forum, size);
  await addReplies(db, forum, size);
  await sql`update post set accepted_reply_id = id where id % 3 = 0`.execute(kysely);
  for (const id of forum.groupIds)
    await sql`
      update forum_group set
        post_count = (select count(*) from post where group_id = ${id}),
        solved_count = (select count(*) from post where group_id = ${id} and accepted_reply_id is not null)
      where id = ${id}`.execute(kysely);
  await sql`analyze`.execute(kysely);
  return forum;
};
