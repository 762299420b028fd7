import type { CallParsed } from '@yunbiao/contract';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { describe, expect, it } from 'vitest';
import { loadSiteIndex } from '../home/site-index.ts';
import { setSoftwareState } from '../../identity/software/update.ts';
import { addSoftware, createTestContext, TEST_NOW, type TestContext } from '../../testing.ts';
import { getArticleDetail } from './article-detail.ts';
import { listArticlePage } from './article-list.ts';
import { listArticleNames } from './article-names.ts';
import { addArticle, removeArticle, replaceArticle } from './articles.ts';
import { hasArticlePublishedBetween } from './due-articles.ts';
import { getSoftware } from '../../identity/software/find.ts';

const DAY = 86_400_000;

const findNamed = (ctx: TestContext, alias: string | undefined) =>
  alias === undefined ? null : getSoftware(ctx, { alias });

const list = async (ctx: TestContext, { alias, ...input }: Partial<CallParsed<'articleList'>>) =>
  listArticlePage({
    ctx,
    software: await findNamed(ctx, alias),
    input: { page: 1, pageSize: 20, ...input },
  });

const add = async (
  ctx: TestContext,
  alias: string | null,
  input: Record<string, string>,
): Promise<string> => {
  // Published one second apart.
  ctx.pass(1_000);
  const texts = { artType: 'help', content: '文', ...input };
  return (await addArticle({ ctx, alias, input: texts })).id;
};

const log = (version: string, content = '- 修正：错') => ({
  artType: 'updateLog',
  title: `${version} 版`,
  version,
  content,
});

const listTitles = ({ list: rows }: { list: { title: string }[] }): string[] =>
  rows.map(({ title }) => title);

describeEachDatabase((open) => {
  const createSite = async (): Promise<TestContext> => {
    const ctx = createTestContext(await open());
    await addSoftware(ctx, 'one');
    await addSoftware(ctx, 'two');
    return ctx;
  };

  describe('articles of a software', () => {
    it('are listed by type, the newest first, in pages', async () => {
      const ctx = await createSite();
      await add(ctx, 'one', { title: '甲' });
      await add(ctx, 'one', { title: '动态', artType: 'news' });
      await add(ctx, 'two', { title: '别家的' });
      await add(ctx, 'one', { title: '乙' });
      expect(listTitles(await list(ctx, { alias: 'one', artType: 'help' }))).toEqual(['乙', '甲']);
      expect(listTitles(await list(ctx, { alias: 'one' }))).toEqual(['乙', '动态', '甲']);
      expect(listTitles(await list(ctx, {}))).toEqual(['乙', '别家的', '动态', '甲']);
      expect(await list(ctx, { alias: 'one', page: 2, pageSize: 2 })).toMatchObject({
        list: [{ title: '甲', softwareAlias: 'one', softwareName: '软件 one', html: '' }],
        total: 3,
        page: 2,
        pageSize: 2,
      });
      await expect(list(ctx, { alias: 'none' })).rejects.toThrow('没有这款软件');
    });

    it('wait for their hour, and are told of when it comes', async () => {
      const ctx = await createSite();
      const id = await add(ctx, 'one', { title: '明天', publishedAt: '2026-11-22 09:30' });
      const at = Date.UTC(2026, 10, 22, 1, 30);
      expect(listTitles(await list(ctx, { alias: 'one' }))).toEqual([]);
      await expect(getArticleDetail({ ctx, software: null, id })).rejects.toThrow('没有这篇文章');
      expect(await hasArticlePublishedBetween({ ctx, since: TEST_NOW, until: at - 1 })).toBe(false);
      expect(await hasArticlePublishedBetween({ ctx, since: at - 1, until: at })).toBe(true);
      expect(await hasArticlePublishedBetween({ ctx, since: at, until: at + DAY })).toBe(false);
      ctx.pass(DAY);
      expect(listTitles(await list(ctx, { alias: 'one' }))).toEqual(['明天']);
    });

    it('name their neighbours of the same type', async () => {
      const ctx = await createSite();
      const old = await add(ctx, 'one', { title: '旧' });
      await add(ctx, 'one', { title: '动态', artType: 'news' });
      await add(ctx, 'two', { title: '别家的' });
      const middle = await add(ctx, 'one', { title: '中' });
      const fresh = await add(ctx, 'one', { title: '新' });
      await add(ctx, 'one', { title: '以后', publishedAt: '2027-01-01' });
      expect(
        await getArticleDetail({
          ctx,
          software: await getSoftware(ctx, { alias: 'one' }),
          id: middle,
        }),
      ).toMatchObject({
        previous: { id: fresh, title: '新' },
        next: { id: old, title: '旧' },
      });
      expect((await getArticleDetail({ ctx, software: null, id: fresh })).previous).toBeNull();
    });

    it('are not to be had under another software, or once theirs is offline', async () => {
      const ctx = await createSite();
      const id = await add(ctx, 'one', { title: '甲' });
      const ofSite = await add(ctx, null, { title: '条款', artType: 'legal' });
      const read = async ({ alias, ...input }: { alias?: string; id: string }) =>
        getArticleDetail({ ctx, software: await findNamed(ctx, alias), ...input });
      expect(await read({ id })).toMatchObject({ softwareAlias: 'one' });
      await expect(read({ alias: 'two', id })).rejects.toThrow('没有这篇文章');
      expect(await read({ alias: 'two', id: ofSite })).toMatchObject({ softwareAlias: null });
      await setSoftwareState({ ctx, alias: 'one', state: 'offline', reason: '维护' });
      await expect(read({ id })).rejects.toThrow('没有这篇文章');
      expect(listTitles(await list(ctx, { artType: 'help' }))).toEqual([]);
    });

    it('have headings with ids, and first words where nobody wrote a summary', async () => {
      const ctx = await createSite();
      const content = '先看**这里**。\n\n## 第一步\n\n做。\n\n### 细节\n\n## 第二步';
      const id = await add(ctx, 'one', { title: '怎么做', content });
      expect(await getArticleDetail({ ctx, software: null, id })).toMatchObject({
        summary: expect.stringMatching(/^先看这里。/),
        headings: [
          { id: 's-第一步', text: '第一步' },
          { id: 's-第二步', text: '第二步' },
        ],
        html: expect.stringContaining('<h2 id="s-第一步">第一步</h2>'),
        changes: [],
      });
      await replaceArticle({ ctx, which: id, title: '怎么做', content, summary: '两步。' });
      expect(await getArticleDetail({ ctx, software: null, id })).toMatchObject({
        summary: '两步。',
      });
    });
  });

  describe('update logs', () => {
    it('are taken apart into their changes', async () => {
      const ctx = await createSite();
      await add(
        ctx,
        'one',
        log('1.2.0', '给仓库用。\n\n- 新增：**双列**纸\n\n  旧配置不变。\n- 改进: 快了\n- 其他\n'),
      );
      const { list: rows } = await list(ctx, { alias: 'one', artType: 'updateLog' });
      expect(rows).toEqual([
        expect.objectContaining({
          version: '1.2.0',
          summary: '双列纸',
          leadHtml: '<p>给仓库用。</p>\n',
          changes: [
            { kind: 'add', html: '<p><strong>双列</strong>纸</p>\n<p>旧配置不变。</p>\n' },
            { kind: 'improve', html: '<p>快了</p>\n' },
            { kind: 'other', html: '<p>其他</p>\n' },
          ],
        }),
      ]);
      expect(rows[0]?.html).toContain('<li>');
    });

    it('are found by the kind of a change, with the right count', async () => {
      const ctx = await createSite();
      for (const [version, kind] of [
        ['1.0.0', '新增'],
        ['1.0.1', '修正'],
        ['1.1.0', '新增'],
        ['1.2.0', '新增'],
      ] as const)
        await add(ctx, 'one', log(version, `- ${kind}：事`));
      await add(ctx, 'one', { title: '帮助', content: '- 新增：不是更新日志' });
      const page = await list(ctx, { alias: 'one', kind: 'add', pageSize: 2 });
      expect(listTitles(page)).toEqual(['1.2.0 版', '1.1.0 版']);
      expect(page.total).toBe(3);
      const last = await list(ctx, { alias: 'one', kind: 'add', page: 2, pageSize: 2 });
      expect(listTitles(last)).toEqual(['1.0.0 版']);
      expect(await list(ctx, { alias: 'one', kind: 'improve' })).toMatchObject({
        list: [],
        total: 0,
      });
    });

    it('stand with help on the index, of one software or of all', async () => {
      const ctx = await createSite();
      for (const version of ['1.0', '1.1', '1.2', '1.3', '1.4'])
        await add(ctx, 'one', log(version));
      await add(ctx, 'two', { title: '别家的' });
      const listArticleTitles = async (alias?: string) =>
        (await loadSiteIndex({ ctx, software: await findNamed(ctx, alias) })).articles.map(
          (a) => a.title,
        );
      expect(await listArticleTitles('one')).toEqual(['1.4 版', '1.3 版', '1.2 版', '1.1 版']);
      expect(await listArticleTitles()).toEqual(['别家的', '1.4 版', '1.3 版', '1.2 版', '1.1 版']);
    });
  });

  describe('writing articles', () => {
    it('raises their tags, and those of every page for a legal text', async () => {
      const ctx = await createSite();
      const listChangedTags = () =>
        ctx.heard.flatMap(([name, event]) => (name === 'content-changed' ? event.tags : []));
      await add(ctx, 'one', { title: '甲' });
      expect(listChangedTags()).toEqual(['article']);
      await add(ctx, null, { title: '条款', artType: 'legal' });
      expect(listChangedTags()).toContain('content');
    });

    it('takes one away for good', async () => {
      const ctx = await createSite();
      const id = await add(ctx, 'one', log('1.0.0'));
      expect(await removeArticle({ ctx, id })).toMatchObject({ title: '1.0.0 版' });
      expect(await listArticleNames({ ctx, alias: 'one' })).toEqual([]);
      await expect(removeArticle({ ctx, id })).rejects.toThrow(`没有编号是 ${id} 的文章`);
      await expect(removeArticle({ ctx, id: 'x' })).rejects.toThrow('x 不是文章编号');
    });

    it.each([
      [{ artType: 'blog' }, '文章类型只能是'],
      [{ artType: 'updateLog' }, '更新日志要写明版本'],
      [{ artType: 'updateLog', version: '新版' }, '版本要写成'],
      [{ title: '' }, '请填写标题'],
      [{ publishedAt: '2026-02-30' }, '没有这一天'],
      [{ publishedAt: '明天' }, '日期要写成'],
    ])('refuses %o', async (input, sentence) => {
      const ctx = await createSite();
      await expect(add(ctx, 'one', { title: '题', ...input })).rejects.toThrow(sentence);
    });
  });
});
