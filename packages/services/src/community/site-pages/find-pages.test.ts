import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { setSoftwareField } from '../../identity/software/update.ts';
import { addSoftware, createTestContext, TEST_TEMPLATE, type TestContext } from '../../testing.ts';
import { replaceArticle } from '../content/articles.ts';
import { addPublicTemplate, removePublicTemplate } from '../content/templates.ts';
import { findPages } from './find-pages.ts';

const HOUR = 3_600_000;

describeEachDatabase((open) => {
  const openSite = async () => {
    const ctx = createTestContext(await open());
    return { ctx, softwareId: await addSoftware(ctx, 'one') };
  };

  const findTitles = async (ctx: TestContext, id: number, q: string): Promise<string[]> => {
    const software = { id, alias: 'one' };
    const scope = { executor: ctx.db.kysely, software, now: ctx.now() };
    return (await findPages({ ...scope, q })).map(({ title }) => title);
  };

  const addTemplate = (ctx: TestContext, name: string) =>
    addPublicTemplate({
      ctx,
      alias: 'one',
      input: { name, category: '仓储', template: TEST_TEMPLATE },
    });

  it('leads to a template from its addition to its removal, and to those of no other software', async () => {
    const { ctx, softwareId } = await openSite();
    const other = await addSoftware(ctx, 'two');
    expect(await findTitles(ctx, softwareId, '羽毛球拍')).toEqual([]);
    const { id } = await addTemplate(ctx, '羽毛球拍吊牌');
    expect(await findTitles(ctx, softwareId, '羽毛球拍')).toContain('羽毛球拍吊牌');
    expect(await findTitles(ctx, other, '羽毛球拍')).toEqual([]);
    await removePublicTemplate({ ctx, id });
    expect(await findTitles(ctx, softwareId, '羽毛球拍')).toEqual([]);
  });

  it('leads to the questions beside the prices', async () => {
    const { ctx, softwareId } = await openSite();
    expect(await findTitles(ctx, softwareId, '骆驼运费')).toEqual([]);
    const value = JSON.stringify([{ question: '骆驼运费谁付', answer: '买家。' }]);
    await setSoftwareField({ ctx, alias: 'one', field: 'faqs', value });
    expect(await findTitles(ctx, softwareId, '骆驼运费')).toEqual(['骆驼运费谁付']);
  });

  it('leads to terms once they are in force', async () => {
    const { ctx, softwareId } = await openSite();
    await replaceArticle({ ctx, which: 'legal:terms', title: '骆驼租用协议', content: '文' });
    await ctx.db.kysely
      .updateTable('article')
      .set({ published_at: ctx.now() + HOUR })
      .execute();
    expect(await findTitles(ctx, softwareId, '骆驼租用')).toEqual([]);
    ctx.pass(HOUR);
    expect(await findTitles(ctx, softwareId, '骆驼租用')).toEqual(['骆驼租用协议']);
  });

  it('reads the pages of the database again only after a change', async () => {
    const { ctx, softwareId } = await openSite();
    await addTemplate(ctx, '羽毛球拍吊牌');
    await findTitles(ctx, softwareId, '羽毛球拍');
    // Without a new generation.
    await ctx.db.kysely.updateTable('template').set({ name: '骆驼吊牌' }).execute();
    expect(await findTitles(ctx, softwareId, '羽毛球拍')).toContain('羽毛球拍吊牌');
    await addTemplate(ctx, '货位');
    expect(await findTitles(ctx, softwareId, '骆驼')).toContain('骆驼吊牌');
    expect(await findTitles(ctx, softwareId, '羽毛球拍')).toEqual([]);
  });
});
