import { type CallInput, calls } from '@yunbiao/contract';
import { type Database, migrate, sql, runTransaction } from '@yunbiao/db';
import { describeEachDatabase, migrateUpTo } from '@yunbiao/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { updateProfile } from '../../identity/account/change-info.ts';
import { addArticle, removeArticle, replaceArticle } from '../../community/content/articles.ts';
import { createS3Store } from '../files/s3-store.ts';
import { type S3StandIn, startS3 } from '../files/testing-s3.ts';
import { deleteOwnEntry } from '../../community/forum/delete.ts';
import { setForumEntryHidden } from '../../community/forum/staff/staff.ts';
import { createForumWorld, type ForumWorld, type Writer } from '../../community/forum/testing.ts';
import { setSoftwareField } from '../../identity/software/update.ts';
import { createTestContext, type TestContext } from '../../testing.ts';
import { DAY, HOUR } from '../time.ts';
import { findUpload } from './find-upload.ts';
import { deleteUnusedUploads } from './delete-unused-uploads.ts';
import { getUploadUrl } from './upload-name.ts';
import { recordPictureUses } from './picture-uses.ts';

let serial = 0;

/** Adds a stored picture as `saveImage` does, without encoding one. Returns its URL. */
const upload = async (ctx: TestContext, memberId: number, usage = 'post'): Promise<string> => {
  serial += 1;
  const key = `uploads/${String(serial).padStart(22, 'a')}-8x8.webp`;
  await ctx.files.put(key, Buffer.from('picture'));
  await ctx.db.kysely
    .insertInto('upload')
    .values({
      member_id: memberId,
      usage,
      file_key: key,
      type: 'image/webp',
      sha256: '',
      width: 8,
      height: 8,
      size: 7,
      created_at: ctx.now(),
      unused_since: ctx.now(),
    })
    .execute();
  return getUploadUrl(key);
};

const isStillStored = async (ctx: TestContext, url: string): Promise<boolean> => {
  const rows = await ctx.db.kysely
    .selectFrom('upload')
    .select('id')
    .where('file_key', '=', url.slice(1))
    .execute();
  const file = await ctx.files.stat(url.slice(1));
  expect(file !== null, 'a row and its file go together').toBe(rows.length === 1);
  return file !== null;
};

const buildMarkdown = (...urls: string[]): string =>
  urls.map((url) => `看图 ![图](${url})`).join('\n');

let s3: S3StandIn;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());

describeEachDatabase((open) => {
  let db: Database;
  let world: ForumWorld;
  let ctx: TestContext;
  let asker: Writer;

  beforeEach(async () => {
    db = await open();
    world = await createForumWorld(db);
    ({ ctx } = world);
    asker = await world.join('asker');
  });

  const sweepAfter = (ms: number) => {
    ctx.pass(ms);
    return deleteUnusedUploads({ ctx });
  };

  describe.each([
    ['on disk', () => ctx.files],
    ['in a bucket', () => createS3Store(s3.settings, { retryDelayMs: 1 })],
  ])('pictures %s', (_name, store) => {
    beforeEach(() => {
      ctx.files = store();
    });

    it('that no text ever showed go after a day', async () => {
      const url = await upload(ctx, asker.id);
      expect(await sweepAfter(DAY - 1)).toEqual({ count: 0, bytes: 0 });
      expect(await sweepAfter(1)).toEqual({ count: 1, bytes: 7 });
      expect(await isStillStored(ctx, url)).toBe(false);
      expect(await sweepAfter(0)).toEqual({ count: 0, bytes: 0 });
    });

    it('that could not be removed wait for a later sweep, and are shown to nobody meanwhile', async () => {
      const url = await upload(ctx, asker.id);
      const remove = ctx.files.delete;
      ctx.files = { ...ctx.files, delete: () => Promise.reject(new Error('down')) };
      expect(await sweepAfter(DAY)).toEqual({ count: 0, bytes: 0 });
      await expect(
        findUpload({ ctx, name: url.slice(9), getViewerId: () => Promise.resolve(asker.id) }),
      ).rejects.toMatchObject({ code: 404 });
      await expect(world.ask(asker, { content: buildMarkdown(url) })).rejects.toMatchObject({
        code: 400,
      });
      ctx.files = { ...ctx.files, delete: remove };
      expect(await sweepAfter(DAY)).toMatchObject({ count: 1 });
      expect(await isStillStored(ctx, url)).toBe(false);
    });
  });

  it('go in batches, all of them in the end', async () => {
    for (let i = 0; i < 205; i += 1) await upload(ctx, asker.id);
    expect(await sweepAfter(DAY)).toMatchObject({ count: 205 });
  });

  it('are left to the next sweep by one that is told to stop', async () => {
    for (let i = 0; i < 3; i += 1) await upload(ctx, asker.id);
    const { files } = ctx;
    const stopping = new AbortController();
    const remove = (key: string): Promise<void> => {
      stopping.abort();
      return files.delete(key);
    };
    ctx.files = { ...files, delete: remove };
    ctx.pass(DAY);
    const { signal } = stopping;
    expect(await deleteUnusedUploads({ ctx, signal })).toEqual({ count: 1, bytes: 7 });
    expect(await deleteUnusedUploads({ ctx, signal })).toEqual({ count: 0, bytes: 0 });
    expect(await deleteUnusedUploads({ ctx })).toEqual({ count: 2, bytes: 14 });
  });

  describe('a picture stays', () => {
    it('while a question or a reply shows it, hidden ones too, and goes a day after they were deleted', async () => {
      const [one, two, three] = await Promise.all([1, 2, 3].map(() => upload(ctx, asker.id)));
      const urls = [one ?? '', two ?? '', three ?? ''] as const;
      const { id } = await world.ask(asker, { content: buildMarkdown(urls[0], urls[2]) });
      await world.reply(asker, id, { content: buildMarkdown(urls[1], urls[2]) });
      await setForumEntryHidden({ ctx, kind: 'post', id, hide: true });
      expect(await sweepAfter(3 * DAY)).toMatchObject({ count: 0 });
      await setForumEntryHidden({ ctx, kind: 'post', id, hide: false });
      await deleteOwnEntry({ ctx, eyes: world.eyes(asker), target: { postId: id } });
      expect(await sweepAfter(DAY - HOUR)).toMatchObject({ count: 0 });
      expect(await sweepAfter(HOUR)).toMatchObject({ count: 3 });
      for (const url of urls) expect(await isStillStored(ctx, url)).toBe(false);
    });

    it('while one of several shows it', async () => {
      const url = await upload(ctx, asker.id);
      const first = await world.ask(asker, { content: buildMarkdown(url) });
      const { id } = await world.ask(asker, { title: '又一个', content: buildMarkdown(url, url) });
      await world.ask(asker, { id: first.id, content: '不用图了' });
      expect(await sweepAfter(2 * DAY)).toMatchObject({ count: 0 });
      await deleteOwnEntry({ ctx, eyes: world.eyes(asker), target: { postId: id } });
      expect(await sweepAfter(DAY)).toMatchObject({ count: 1 });
    });

    it('while a profile, an article or a software shows it', async () => {
      const [avatar, inText] = [await upload(ctx, asker.id, 'avatar'), await upload(ctx, asker.id)];
      /** The parsed input, as the API passes it. */
      const change = (sent: CallInput<'changeInfo'>) =>
        updateProfile({ ctx, memberId: asker.id, input: calls.changeInfo.input.parse(sent) });
      await change({ avatar });
      const input = { artType: 'help', title: '题', content: buildMarkdown(inText) };
      const article = await addArticle({ ctx, alias: 'one', input });
      expect(await sweepAfter(2 * DAY)).toMatchObject({ count: 0 });
      const field = { ctx, alias: 'one', field: 'description' };
      await setSoftwareField({ ...field, value: buildMarkdown(inText) });
      await replaceArticle({ ctx, which: article.id, title: '题', content: '没有图' });
      await change({ avatar: '-' });
      expect(await sweepAfter(DAY)).toMatchObject({ count: 1 });
      expect(await isStillStored(ctx, avatar)).toBe(false);
      await replaceArticle({ ctx, which: article.id, title: '题', content: buildMarkdown(inText) });
      await setSoftwareField({ ...field, value: '' });
      expect(await sweepAfter(2 * DAY)).toMatchObject({ count: 0 });
      await removeArticle({ ctx, id: article.id });
      expect(await sweepAfter(DAY)).toMatchObject({ count: 1 });
    });
  });

  describe('a text', () => {
    it('that comes too late is told to send the picture again, an old one may be mended without it', async () => {
      const url = await upload(ctx, asker.id);
      await sweepAfter(DAY);
      const late = world.ask(asker, { content: buildMarkdown(url) });
      await expect(late).rejects.toMatchObject({
        code: 400,
        data: { fields: { content: expect.stringContaining('请重新上传') } },
      });
      const { id } = await world.ask(asker);
      await expect(world.reply(asker, id, { content: buildMarkdown(url) })).rejects.toMatchObject({
        code: 400,
      });
      const broken = sql`update post set content = ${buildMarkdown(url)} where id = ${Number(id)}`;
      await broken.execute(db.kysely);
      await world.ask(asker, { id, content: `${buildMarkdown(url)} 改了一个字` });
    });

    it('that is not committed yet holds its pictures', async () => {
      const url = await upload(ctx, asker.id);
      ctx.pass(DAY);
      const sweep = await runTransaction(db, async (tx) => {
        await recordPictureUses({ ctx, tx, kind: 'post', id: 1, texts: [buildMarkdown(url)] });
        const sweeping = deleteUnusedUploads({ ctx });
        // On SQLite the deletion starts only after the commit.
        if (open.dialect === 'postgres') expect(await sweeping).toMatchObject({ count: 0 });
        return { sweeping };
      });
      expect(await sweep.sweeping).toMatchObject({ count: 0 });
      expect(await isStillStored(ctx, url)).toBe(true);
    });

    it('saved at the moment of the sweep has its picture, or is refused', async () => {
      const pairs: [Writer, string][] = [];
      for (let i = 0; i < 12; i += 1) {
        const writer = await world.join(`writer-${i}`);
        pairs.push([writer, await upload(ctx, writer.id)]);
      }
      ctx.pass(DAY);
      const save = async ([writer, url]: [Writer, string]): Promise<boolean> => {
        try {
          await world.ask(writer, { content: buildMarkdown(url) });
          return true;
        } catch (error) {
          expect(error).toMatchObject({ code: 400 });
          return false;
        }
      };
      const first = pairs.slice(0, 6).map(save);
      await Promise.race(first);
      const [saved] = await Promise.all([
        Promise.all([...first, ...pairs.slice(6).map(save)]),
        deleteUnusedUploads({ ctx }),
      ]);
      expect(saved).toContain(true);
      for (const [i, [, url]] of pairs.entries())
        expect(await isStillStored(ctx, url)).toBe(saved[i]);
    });
  });

  it('knows what texts of an earlier version show', async () => {
    const old = await open({ empty: true });
    await migrateUpTo(old, '0005-vip-spans');
    const oldCtx = createTestContext(old);
    const buildName = (n: number): string => `/uploads/${String(n).padStart(22, 'b')}-8x8.webp`;
    await sql`insert into member (username, username_key, password_hash, nickname, avatar, cover, intro,
      company, share_code, is_demo, created_at) values ('m', 'm', '', '', ${buildName(0)}, null, '', '', 'm', 0, 1)`.execute(
      old.kysely,
    );
    await sql`insert into software (alias, name, slogan, summary, description, screenshots, features,
      platforms, contacts, facts, theme_color, seo, state, offline_reason, sort, created_at, updated_at)
      values ('s', '', '', '', '', '[]', '[]', '[]', '[]', '[]', '', '{}', 'online', '', 1, 1, 1)`.execute(
      old.kysely,
    );
    await sql`insert into forum_group (software_id, name, description, sort, state, post_count, solved_count)
      values (1, '', '', 1, 'on', 0, 0)`.execute(old.kysely);
    for (const [n, state] of [
      [1, 'visible'],
      [2, 'deleted'],
    ] as const)
      await sql`insert into post (software_id, group_id, member_id, title, content, excerpt, content_hash, state,
        pinned, reply_count, like_count, hot, created_at, active_at)
        values (1, 1, 1, '', ${buildMarkdown(buildName(n))}, '', '', ${state}, 0, 0, 0, 0, 1, 1)`.execute(
        old.kysely,
      );
    for (const n of [0, 1, 2, 3]) {
      await oldCtx.files.put(buildName(n).slice(1), Buffer.from('x'));
      await sql`insert into upload (member_id, usage, file_key, type, width, height, size, sha256, created_at)
        values (1, 'post', ${buildName(n).slice(1)}, 'image/webp', 8, 8, 1, '', 1)`.execute(
        old.kysely,
      );
    }
    await migrate(old);
    // Counted from the migration, by the system clock.
    oldCtx.pass(Math.max(0, Date.now() + 2 * DAY - oldCtx.now()));
    expect(await deleteUnusedUploads({ ctx: oldCtx })).toMatchObject({ count: 2 });
    expect(await Promise.all([0, 1, 2, 3].map((n) => isStillStored(oldCtx, buildName(n))))).toEqual(
      [true, true, false, false],
    );
  });
});
