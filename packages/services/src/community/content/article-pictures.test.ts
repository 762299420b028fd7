import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeEach, expect, it } from 'vitest';
import { addSoftware, createTestContext, type TestContext } from '../../testing.ts';
import { DAY } from '../../platform/time.ts';
import { deleteUnusedUploads } from '../../platform/upload/index.ts';
import { createPng } from '../../platform/upload/testing-images.ts';
import { getArticleDetail } from './article-detail.ts';
import { addArticle, replaceArticle } from './articles.ts';

const FILES: Record<string, () => Promise<Uint8Array>> = {
  'a.png': () => createPng(40, 20),
  'steps/第 1 步.png': () => createPng(30, 30),
  'notes.txt': () => Promise.resolve(new TextEncoder().encode('文字')),
};
const read = async (path: string): Promise<Uint8Array> => {
  const file = FILES[path];
  if (!file) throw new Error(`no ${path}`);
  return file();
};

describeEachDatabase((open) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = createTestContext(await open());
    await addSoftware(ctx, 'one');
  });
  const add = async (content: string) => {
    const input = { title: '帮助', artType: 'help', content };
    const { id } = await addArticle({ ctx, alias: 'one', input, readPicture: read });
    return { id, html: (await getArticleDetail({ ctx, software: null, id })).html };
  };
  const listUploads = () =>
    ctx.db.kysely.selectFrom('upload').select(['member_id', 'width', 'unused_since']).execute();

  it('keeps the pictures beside an article, each once, and shows them', async () => {
    const { html } = await add(
      '![一](a.png)\n\n- ![二](<steps/第 1 步.png> "题")\n- ![又一](a.png)\n\n`![码](a.png "x")`',
    );
    const sources = [...html.matchAll(/<img src="(\/uploads\/[a-z0-9]{22}-[\dx]+\.webp)"/g)];
    expect(sources.map(([, src]) => src?.slice(-11))).toEqual([
      '-40x20.webp',
      '-30x30.webp',
      '-40x20.webp',
    ]);
    expect(sources[2]?.[1]).toBe(sources[0]?.[1]);
    expect(html).toContain('title="题"');
    expect(html).toContain('<code>![码](a.png');
    expect(await listUploads()).toEqual([
      { member_id: null, width: 40, unused_since: null },
      { member_id: null, width: 30, unused_since: null },
    ]);
  });

  it('lets what a rewritten article shows no more go with the sweep', async () => {
    const { id } = await add('![一](a.png)');
    await replaceArticle({
      ctx,
      which: id,
      title: '帮助',
      content: '![二](<steps/第 1 步.png>)',
      read,
    });
    ctx.pass(2 * DAY);
    await deleteUnusedUploads({ ctx });
    expect(await listUploads()).toMatchObject([{ width: 30, unused_since: null }]);
  });

  it('touches no code, and no link in a description', async () => {
    const content = [
      '写法：`![图](a.png)`，就是 ![图](a.png)',
      '```\n![图](a.png)\n```',
      '> ![见 [手册](https://example.com/) 第 2 页](a.png)',
      '| 图 |\n| --- |\n| ![图](a.png) |',
    ].join('\n\n');
    const { html } = await add(content);
    expect(html.match(/<img src="\/uploads\//g)).toHaveLength(3);
    expect(html.match(/<code>!\[图\]\(a\.png\)/g)).toHaveLength(2);
    expect(html).toContain('alt="见 手册 第 2 页"');
  });

  it('leaves addresses alone', async () => {
    const { html } = await add('![外](https://example.com/a.png) ![内](/static/a.png) [a](a.png)');
    expect(html).not.toContain('/uploads/');
    expect(await listUploads()).toEqual([]);
  });

  it.each([
    ['![文](notes.txt)', '图片 notes.txt：'],
    ['![甲][ref]\n\n[ref]: a.png', '图片请写成 ![说明](文件名)'],
    ['![乙](%ff.png)', '图片的文件名读不懂'],
    ['![丙](none.png)', 'no none.png'],
  ])('publishes nothing with %s', async (content, message) => {
    await expect(add(content)).rejects.toThrow(message);
    expect(await ctx.db.kysely.selectFrom('article').selectAll().execute()).toEqual([]);
  });
});
