import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, migrate, sql } from '@yunbiao/db';
import { describeEachDatabase, migrateUpTo } from '@yunbiao/db/testing';
import { describe, expect, it } from 'vitest';
import {
  addForumGroup,
  DAY,
  getSoftware,
  setForumEntryHidden,
  removeArticle,
  searchContent,
  setSoftwareField,
} from '@yunbiao/services';
import { hashPassword } from '@yunbiao/services/parts';
import { createTestContext, type TestContext } from '@yunbiao/services/testing';
import { seedDemo } from './seed.ts';
import { TEST_CLIENT } from './testing.ts';

/** Adds the rows that a demo of the first version had, the given number of days ago. */
const addOldDemo = async (
  db: Database,
  ctx: TestContext,
  { isDemo = true, at = ctx.now() - 30 * DAY } = {},
): Promise<void> => {
  if (isDemo) {
    await sql`insert into member (username, username_key, password_hash, nickname, intro, company,
      share_code, is_demo, created_at)
      values ('demo', 'demo', ${await hashPassword('secret')}, '演示', '', '', 'demo', 1, ${at + 2_000})`.execute(
      db.kysely,
    );
    writeFileSync(join(ctx.folder, 'demo-member.txt'), 'demo\nsecret\n');
  }
  for (const [i, alias] of ['yunbiao', 'miandan'].entries()) {
    await sql`insert into software (alias, name, slogan, summary, description, screenshots, features,
      platforms, contacts, facts, theme_color, seo, state, offline_reason, sort, created_at, updated_at)
      values (${alias}, ${alias}, '', '', '', '[]', '[]', '[]', '[]', '[]', '#000000', '{}',
      'online', '', ${i + 1}, ${at}, ${at})`.execute(db.kysely);
    for (const level of [0, 1, 2])
      await sql`insert into product (software_id, name, level, price_fen, list_price_fen, days,
        entitlements, is_free, state, sort)
        select id, ${`方案 ${level}`}, ${level}, ${level}, ${level}, 30, '{}',
        ${level === 0 ? 1 : 0}, 'on', ${level} from software where alias = ${alias}`.execute(
        db.kysely,
      );
  }
};

const TABLES = ['forum_group', 'post', 'reply', 'forum_like', 'article', 'discount_code'] as const;

const countRows = async (db: Database): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(
      TABLES.map(async (table) => {
        const rows = await db.kysely.selectFrom(table).select('id').execute();
        return [table, rows.length] as const;
      }),
    ),
  );

describeEachDatabase((open) => {
  const openDemo = async (options: Parameters<typeof addOldDemo>[2] = {}) => {
    const db = await open({ empty: true });
    await migrateUpTo(db, '0002-newest-labels');
    const ctx = createTestContext(db);
    await addOldDemo(db, ctx, options);
    await migrate(db);
    return { db, ctx, start: () => seedDemo({ ctx, dataDir: ctx.folder, client: TEST_CLIENT }) };
  };

  describe('a demo of the first version', () => {
    it('gets at its next start what a new one begins with, and keeps the rest', async () => {
      const { db, ctx, start } = await openDemo();
      const fresh = createTestContext(await open());
      await seedDemo({ ctx: fresh, dataDir: fresh.folder, client: TEST_CLIENT });
      expect(await start()).toEqual({ username: 'demo', password: 'secret' });
      const wanted = await countRows(fresh.db);
      // The legal texts existed before; this old demo was created without them.
      expect(await countRows(db)).toEqual({ ...wanted, article: Number(wanted['article']) - 2 });
      const softwares = await db.kysely
        .selectFrom('software')
        .select(['name', 'uses', 'faqs'])
        .orderBy('id')
        .execute();
      expect(softwares.map(({ name }) => name)).toEqual(['yunbiao', 'miandan']);
      for (const { uses, faqs } of softwares) expect([uses, faqs]).not.toContain('[]');
      const found = await searchContent({
        ctx,
        software: await getSoftware(ctx, { alias: 'yunbiao' }),
        input: { q: '打印机', page: 1, pageSize: 20 },
      });
      expect(found.counts.post).toBeGreaterThan(0);
    });

    it('gets it once: what an operator takes away or changes stays so', async () => {
      const { db, ctx, start } = await openDemo();
      await start();
      const before = await countRows(db);
      const post = await db.kysely.selectFrom('post').select('id').executeTakeFirstOrThrow();
      await setForumEntryHidden({ ctx, kind: 'post', id: String(post.id), hide: true });
      const articles = await db.kysely.selectFrom('article').select('id').execute();
      for (const { id } of articles) await removeArticle({ ctx, id: String(id) });
      await setSoftwareField({ ctx, alias: 'yunbiao', field: 'faqs', value: '[]' });
      await start();
      expect(await countRows(db)).toEqual({ ...before, article: 0 });
      const software = await db.kysely
        .selectFrom('software')
        .select('faqs')
        .where('alias', '=', 'yunbiao')
        .executeTakeFirstOrThrow();
      expect(software.faqs).toBe('[]');
    });

    it('gets nothing where an operator has begun, or under another name', async () => {
      const { db, ctx, start } = await openDemo();
      await addForumGroup({ ctx, alias: 'yunbiao', name: '自己的', description: '' });
      await setSoftwareField({ ctx, alias: 'miandan', field: 'alias', value: 'ours' });
      await start();
      const groups = await db.kysely.selectFrom('forum_group').select('name').execute();
      expect(groups).toMatchObject([{ name: '自己的' }]);
      expect((await countRows(db))['article']).toBeGreaterThan(0);
    });
  });

  it('a site that was no demo gets nothing, also at the second demo start', async () => {
    const { db, start } = await openDemo({ isDemo: false });
    await start();
    await start();
    expect(await countRows(db)).toEqual(Object.fromEntries(TABLES.map((table) => [table, 0])));
    const members = await db.kysely.selectFrom('member').select('username').execute();
    expect(members).toMatchObject([{ username: 'demo' }]);
  });
});
