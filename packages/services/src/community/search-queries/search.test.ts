import { type Database, runTransaction } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../testing.ts';
import { DAY } from '../../platform/time.ts';
import { indexDownload, indexPost, removeFromIndex } from '../../platform/search/index-content.ts';
import { isIndexMissing, rebuildIndex } from '../../platform/search/rebuild.ts';
import { findHandbookHits } from './handbook-hits.ts';
import { searchContent } from './search.ts';
import { listQueryTerms } from '../../platform/search/query.ts';
import { findSimilarPosts } from '../forum/similar/similar.ts';
import { searchWorld } from '../../platform/search/testing.ts';
import { getSoftware } from '../../identity/software/find.ts';

type Input = Partial<Parameters<typeof searchContent>[0]['input']>;

/** The software of the current test: each test has its own in the shared database. */
let alias = '';
let softwares = 0;

const newWorld = (ctx: TestContext) => {
  softwares += 1;
  alias = `label${softwares}`;
  return searchWorld(ctx, alias);
};

const searchFor = async (ctx: TestContext, q: string, rest: Input = {}) =>
  searchContent({
    ctx,
    software: await getSoftware(ctx, { alias }),
    input: { q, page: 1, pageSize: 20, ...rest },
  });

const joinTexts = (segments: readonly { text: string }[]): string =>
  segments.map(({ text }) => text).join('');
const listMarked = (segments: readonly { text: string; mark: boolean }[]): string[] =>
  segments.filter(({ mark }) => mark).map(({ text }) => text);

const listTitles = async (ctx: TestContext, q: string, rest: Input = {}): Promise<string[]> =>
  (await searchFor(ctx, q, rest)).list.map(({ title }) => joinTexts(title));

describeEachDatabase((open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });

  describe('the handbook', () => {
    const findByName = async (q: string): Promise<string[]> => {
      const ctx = createTestContext(db);
      await newWorld(ctx);
      const { id } = await getSoftware(ctx, { alias });
      return findHandbookHits(await listQueryTerms(ctx.db.kysely, id, q)).map(({ name }) => name);
    };

    it('is not told twice, as an entry and as a page', async () => {
      const ctx = createTestContext(db);
      await newWorld(ctx);
      const { handbook, pages } = await searchFor(ctx, '二维码');
      const entries = pages.flatMap(
        ({ href }) => /codes\/([a-z0-9-]+)\.html$/.exec(href)?.[1] ?? [],
      );
      expect(entries).toContain('qr');
      expect(handbook.filter(({ name }) => entries.includes(name))).toEqual([]);
      expect([...entries, ...handbook.map(({ name }) => name)]).toContain('microqr');
    });

    it('answers for the code or element a query names, whatever else it says', async () => {
      expect(await findByName('ean13')).toEqual(['ean13']);
      expect(await findByName('EAN-13 最小尺寸')).toEqual(['ean13']);
      expect(await findByName('code 39 扫不出')).toEqual(['code39']);
      expect(await findByName('二维码')).toEqual(['qr', 'microqr']);
      expect(await findByName('竖排文字 茶叶')).toEqual(['vertical-text']);
      expect(await findByName('69码')).toEqual(['ean13']);
    });

    it('is left alone by what names nothing, and where only questions are asked for', async () => {
      expect(await findByName('打印机不走纸')).toEqual([]);
      expect(await findByName('条码 打印机不走纸')).toEqual([]);
      const ctx = createTestContext(db);
      await newWorld(ctx);
      for (const rest of [{ kind: 'post' }, { solved: true }, { page: 2 }] as const) {
        const { handbook, pages } = await searchFor(ctx, 'ean13', rest);
        expect([handbook, pages]).toEqual([[], []]);
      }
    });
  });

  describe('what is found', () => {
    it('by one, two and more Chinese letters, in the question and in its replies', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      await world.post({ title: '双列标签纸只想打印左边一列', content: '中缝是 2 mm' });
      await world.post({ title: '走纸总是偏', replies: ['把间距改成实测值', '谢谢'] });
      expect(await listTitles(ctx, '双列')).toEqual(['双列标签纸只想打印左边一列']);
      expect(await listTitles(ctx, '标签纸')).toEqual(['双列标签纸只想打印左边一列']);
      expect(await listTitles(ctx, '缝')).toEqual(['双列标签纸只想打印左边一列']);
      expect(await listTitles(ctx, '间距')).toEqual(['走纸总是偏']);
      expect(await listTitles(ctx, '走纸 间距')).toEqual(['走纸总是偏']);
      expect(await listTitles(ctx, '双列 间距')).not.toHaveLength(0);
      expect((await searchFor(ctx, '双列 间距')).loose).toBe(true);
    });

    it('by Chinese and Latin together, with and without a space, in any width and case', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      await world.post({ title: 'ZPL打印机不走纸' });
      await world.post({ title: '从 Excel 导入以后货号前面的零没了' });
      await world.post({ title: '斑马打印机' });
      for (const q of ['ZPL 打印机', 'zpl打印机', 'ＺＰＬ　打印机', '打印机 zpl'])
        expect(await listTitles(ctx, q), q).toEqual(['ZPL打印机不走纸']);
      expect(await listTitles(ctx, 'Excel货号')).toEqual(['从 Excel 导入以后货号前面的零没了']);
    });

    it('by model and version numbers, however they are joined', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      await world.post({ title: '佳博 G-1324D 怎么连' });
      await world.post({ title: '升级到 4.2.0 以后', content: '旧的是 G3' });
      for (const q of ['G-1324D', 'g1324d', 'G 1324D', '1324D', 'G-1324', 'ｇ－１３２４ｄ'])
        expect(await listTitles(ctx, q), q).toEqual(['佳博 G-1324D 怎么连']);
      expect(await listTitles(ctx, '4.2.0')).toEqual(['升级到 4.2.0 以后']);
      expect(await listTitles(ctx, '4.2')).toEqual(['升级到 4.2.0 以后']);
    });

    it('by the beginning of a Latin word, and through a typo, which it names', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      await world.post({ title: 'client 一直离线' });
      await world.post({ title: 'barcode 扫不出来' });
      await world.post({ title: 'GP-1124 和 GP-1134' });
      expect(await listTitles(ctx, 'barc')).toEqual(['barcode 扫不出来']);
      expect(await listTitles(ctx, 'cli')).toEqual(['client 一直离线']);
      const typo = await searchFor(ctx, 'cleint 离线');
      expect(typo.also).toEqual([{ from: 'cleint', to: 'client' }]);
      expect(listMarked(typo.list[0]?.title ?? [])).toEqual(['client', '离线']);
      expect((await searchFor(ctx, 'barocde')).also).toEqual([{ from: 'barocde', to: 'barcode' }]);
      expect((await searchFor(ctx, 'lcient')).also).toEqual([{ from: 'lcient', to: 'client' }]);
      // A model number has no synonyms.
      expect(await searchFor(ctx, 'GP-1144')).toMatchObject({ total: 0, also: [] });
      expect((await searchFor(ctx, 'client')).also).toEqual([]);
    });

    it('through a wrong letter in Latin, and through one of several in Chinese, and says that it is near', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      await world.post({ title: '斑马打印机 zebra 连不上' });
      expect(await searchFor(ctx, 'zebar')).toMatchObject({
        total: 1,
        also: [{ from: 'zebar', to: 'zebra' }],
      });
      expect(await searchFor(ctx, '斑马打应机')).toMatchObject({ total: 1, loose: true });
    });

    it('through a typo others have made too', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      for (const n of [1, 2, 3]) await world.post({ title: `client ${n} 号机` });
      await world.post({ title: 'cleint 离线' });
      const { also, total } = await searchFor(ctx, 'cleint');
      expect(also).toEqual([{ from: 'cleint', to: 'client' }]);
      expect(total).toBe(4);
    });

    it('without the words every question has', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      await world.post({ title: '间距的设置' });
      expect(await listTitles(ctx, '请问间距怎么设置？')).toEqual(['间距的设置']);
      await world.post({ title: '怎么' });
      expect(await listTitles(ctx, '怎么')).toEqual(['怎么']);
    });

    it('most of the words when nothing has all, and then says so', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      await world.post({ title: '热转印碳带型号怎么选' });
      await world.post({ title: '型号' });
      const near = await searchFor(ctx, '热转印碳代型号');
      expect(near).toMatchObject({ loose: true, total: 1 });
      expect(listMarked(near.list[0]?.title ?? [])).toEqual(['热转印碳', '型号']);
    });

    it('nothing at all: then it names what would be found', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      await world.post({ title: '碳带型号' });
      expect(await searchFor(ctx, '喷墨墨盒连供改装型号')).toMatchObject({
        total: 0,
        list: [],
        shorter: ['型号'],
      });
      expect(await searchFor(ctx, 'xyzzy')).toMatchObject({ total: 0, shorter: [], loose: false });
    });
  });

  describe('the order', () => {
    it('puts the title above the text, then solved and new ones a little higher, and never changes', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      const old = ctx.now() - 700 * DAY;
      await world.post({ title: '甲', content: '碳带', at: old });
      await world.post({ title: '碳带（旧）', at: old });
      await world.post({ title: '碳带（旧，已解决）', replies: ['好'], accepted: 0, at: old });
      await world.post({ title: '乙', content: '碳带' });
      await world.post({ title: '碳带（新）' });
      const order = ['碳带（新）', '碳带（旧，已解决）', '碳带（旧）', '乙', '甲'];
      expect(await listTitles(ctx, '碳带')).toEqual(order);
      const pages = await Promise.all(
        [1, 2, 3].map((page) => listTitles(ctx, '碳带', { page, pageSize: 2 })),
      );
      expect(pages.flat()).toEqual(order);
      expect((await searchFor(ctx, '碳带', { page: 9, pageSize: 2 })).list).toEqual([]);
    });

    it('counts by kind whatever kind is asked for, and filters', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      await world.post({ title: '碳带一', replies: ['好'], accepted: 0, official: true });
      await world.post({ title: '碳带二', at: ctx.now() - 400 * DAY });
      await world.article('碳带怎么选');
      await world.article('修正碳带长度', { type: 'updateLog', version: '4.2.0' });
      await world.download('碳带量尺');
      const counts = { post: 2, article: 1, updateLog: 1, download: 1 };
      expect(await searchFor(ctx, '碳带')).toMatchObject({ total: 5, counts, capped: false });
      expect(await searchFor(ctx, '碳带', { kind: 'updateLog' })).toMatchObject({
        total: 1,
        counts,
      });
      expect(await listTitles(ctx, '碳带', { kind: 'updateLog' })).toEqual(['4.2.0：修正碳带长度']);
      expect(await listTitles(ctx, '碳带', { solved: true })).toEqual(['碳带一']);
      expect(await listTitles(ctx, '碳带', { official: true })).toEqual(['碳带一']);
      expect((await searchFor(ctx, '碳带', { recent: true })).counts.post).toBe(1);
      const [file] = (await searchFor(ctx, '碳带', { kind: 'download' })).list;
      expect(file).toMatchObject({ place: 'Windows · 4.2.0 · 3.0\u00A0MB', kind: 'download' });
    });

    it('looks at the newest thousand of a common word, and at its titles', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      await world.post({ title: '打印太浅', at: ctx.now() - DAY });
      const rows = Array.from({ length: 1_005 }, (_, i) => ({
        software_id: world.softwareId,
        member_id: world.asker.id,
        title: `甲${i}`,
        content: '打印',
        excerpt: '',
        content_hash: '',
        state: 'visible',
        pinned: 0,
        reply_count: 0,
        like_count: 0,
        accepted_reply_id: null,
        hot: 0,
        created_at: ctx.now(),
        edited_at: null,
        active_at: ctx.now(),
      }));
      const { id } = await ctx.db.kysely
        .selectFrom('forum_group')
        .select('id')
        .where('software_id', '=', world.softwareId)
        .executeTakeFirstOrThrow();
      for (let i = 0; i < rows.length; i += 201)
        await ctx.db.kysely
          .insertInto('post')
          .values(rows.slice(i, i + 201).map((row) => ({ ...row, group_id: id })))
          .execute();
      await rebuildIndex({ ctx });
      const results = await searchFor(ctx, '打印');
      expect(results).toMatchObject({ total: 1_000, capped: true, counts: { post: 1_000 } });
      expect(joinTexts(results.list[0]?.title ?? [])).toBe('打印太浅');
      expect((await searchFor(ctx, '打印', { page: 50 })).list).toHaveLength(20);
    });
  });

  describe('who sees what', () => {
    it('finds only visible questions, published articles and offered files of that software', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      const other = await searchWorld(ctx, `other${softwares}`);
      for (const state of ['review', 'hidden', 'deleted'])
        await world.post({ title: `碳带 ${state}`, state });
      await other.post({ title: '别家的碳带' });
      await world.article('碳带明天见', { at: ctx.now() + DAY });
      await world.article('碳带协议', { type: 'legal:terms', site: true });
      await world.article('全站的碳带', { site: true });
      expect(await searchFor(ctx, '碳带')).toMatchObject({ total: 0, shorter: [] });
      ctx.pass(2 * DAY);
      expect(await listTitles(ctx, '碳带')).toEqual(['碳带明天见']);
    });

    it('follows a change and a deletion at once, and a rollback not at all', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      const id = await world.post({ title: '碳带', replies: ['色带也行'] });
      const set = (values: { title?: string; state?: string }) =>
        ctx.db.kysely.updateTable('post').set(values).where('id', '=', id).execute();
      await set({ title: '墨盒' });
      await world.index(id);
      expect(await listTitles(ctx, '碳带')).toEqual([]);
      expect(await listTitles(ctx, '墨盒 色带')).toEqual(['墨盒']);
      await ctx.db.kysely.updateTable('reply').set({ state: 'hidden' }).execute();
      await world.index(id);
      expect(await listTitles(ctx, '色带')).toEqual([]);
      const failed = runTransaction(ctx.db, async (tx) => {
        await tx.updateTable('post').set({ state: 'deleted' }).where('id', '=', id).execute();
        await indexPost({ tx, id });
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect(await listTitles(ctx, '墨盒')).toEqual(['墨盒']);
      await set({ state: 'deleted' });
      await world.index(id);
      expect(await listTitles(ctx, '墨盒')).toEqual([]);
    });

    it('forgets a removed file', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      const first = await world.download('碳带量尺');
      const second = await world.download('碳带手册');
      await runTransaction(ctx.db, (tx) => removeFromIndex({ tx, kind: 'download', id: first }));
      expect(await listTitles(ctx, '碳带')).toEqual(['碳带手册']);
      await runTransaction(ctx.db, async (tx) => {
        await tx.deleteFrom('download').where('id', '=', second).execute();
        await indexDownload({ tx, id: second });
      });
      expect(await listTitles(ctx, '碳带')).toEqual([]);
    });

    it('indexes everything again, without what is gone', async () => {
      const ctx = createTestContext(await open());
      const world = await newWorld(ctx);
      expect(await isIndexMissing({ ctx })).toBe(false);
      await world.post({ title: '碳带一' });
      const gone = await world.download('碳带量尺');
      await world.article('碳带怎么选');
      await runTransaction(ctx.db, (tx) => removeFromIndex({ tx, kind: 'post', id: 1 }));
      await ctx.db.kysely.deleteFrom('download').where('id', '=', gone).execute();
      expect(await rebuildIndex({ ctx })).toMatchObject({ documents: 2 });
      expect((await listTitles(ctx, '碳带')).toSorted()).toEqual(['碳带一', '碳带怎么选']);
      await rebuildIndex({ ctx });
      expect((await searchFor(ctx, '碳带')).total).toBe(2);
      expect(await isIndexMissing({ ctx })).toBe(false);
    });

    it('is missing until it was built to its end', async () => {
      const ctx = createTestContext(await open());
      const world = await newWorld(ctx);
      await world.article('碳带怎么选');
      await world.post({ title: '碳带一' });
      let steps = 0;
      await rebuildIndex({ ctx, shouldContinue: () => ++steps < 2 });
      expect(await isIndexMissing({ ctx })).toBe(true);
      await rebuildIndex({ ctx });
      expect(await isIndexMissing({ ctx })).toBe(false);
    });
  });

  describe('similar questions', () => {
    it('share most of the title, the best first, five at most', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      for (let n = 0; n < 7; n += 1) await world.post({ title: `标签往下偏 ${n}` });
      await world.post({ title: '标签纸往下偏怎么调' });
      await world.post({ title: '标签纸往下偏', state: 'hidden' });
      await world.post({ title: '登录不上' });
      const findSimilar = (title: string) =>
        findSimilarPosts({ ctx, softwareId: world.softwareId, title });
      const similarPosts = await findSimilar('标签纸往下偏，怎么调整？');
      expect(similarPosts).toHaveLength(5);
      expect(similarPosts[0]).toMatchObject({
        title: '标签纸往下偏怎么调',
        groupName: '打印机设置',
        softwareAlias: alias,
      });
      expect(similarPosts.map(({ title }) => title)).not.toContain('登录不上');
      expect(await findSimilar('😀？')).toEqual([]);
      expect(await findSimilar('发票')).toEqual([]);
    });
  });

  describe('any text', () => {
    it('is a query that is answered, or says what is missing', async () => {
      const ctx = createTestContext(db);
      const world = await newWorld(ctx);
      await world.post({ title: `a"b'c (AND) OR NOT NEAR(x) 100% _ \\ :* & | !` });
      const hostile = [
        `"`,
        `'`,
        `a"b'c`,
        `AND`,
        `OR NOT`,
        `NEAR(x y)`,
        `x*`,
        `x:*`,
        `(((`,
        `a & b | !c`,
        `'; drop table post; --`,
        `%`,
        `100%`,
        `\\`,
        `😀😀`,
        `😀 x`,
        `\ud83d`,
        `🈶 ㍿ ﬁ Ⅷ ½`,
        `İıß é e\u0301`,
        'ひらがな カタカナ 한국어',
        '的',
        '请问怎么',
        '\u200b',
        'a-b-c-d-e-f-g-h',
        '字'.repeat(100),
        'x'.repeat(100),
        '打 '.repeat(50),
        'ab '.repeat(33),
      ];
      for (const q of hostile) {
        const answer = await searchFor(ctx, q).catch((error: unknown) => error);
        const isRefused = answer instanceof Error;
        if (isRefused)
          expect(answer, q).toMatchObject({
            code: 400,
            data: { fields: { q: q.trim() === '' ? '请填写搜索词' : '搜索词里要有字或数字' } },
          });
        else expect(answer, q).toHaveProperty('list');
        expect(
          await findSimilarPosts({ ctx, softwareId: world.softwareId, title: q }),
          q,
        ).toBeInstanceOf(Array);
      }
      await expect(searchFor(ctx, '😀？！')).rejects.toMatchObject({ code: 400 });
      expect((await searchFor(ctx, `a"b'c`)).total).toBe(1);
      expect((await searchFor(ctx, 'NEAR')).total).toBe(1);
    });
  });
});
