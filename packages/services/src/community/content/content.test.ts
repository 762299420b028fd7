import { runTransaction } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { describe, expect, it } from 'vitest';
import { compareVersions } from '../../identity/software/compare-versions.ts';
import { getDownloadDetail, listDownloadsByVersion } from '../../commerce/download/downloads.ts';
import { findSoftware, getSoftware } from '../../identity/software/find.ts';
import { setSoftwareField } from '../../identity/software/update.ts';
import { addSoftware, createTestContext, type TestContext } from '../../testing.ts';
import { getArticleDetail } from './article-detail.ts';
import { listEnabledDictRows } from './dict-list.ts';
import { loadContentGenerations, createInvalidator } from '../../platform/cache/generation.ts';
import { renderMarkdown } from '../../platform/markdown/markdown.ts';

const addFile = async (
  ctx: TestContext,
  softwareId: number,
  version: string,
  platform = 'windows',
) => {
  const { id } = await ctx.db.kysely
    .insertInto('download')
    .values({
      software_id: softwareId,
      version,
      platform,
      arch: 'x64',
      title: '安装版',
      file_name: `${version}.zip`,

      file_key: 'downloads/x',
      size: 1,
      sha256: '0',
      notes: `改了 ${version}\n修了错`,
      requirement: '',
      count: 0,
      released_at: ctx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
};

describeEachDatabase((open) => {
  describe('downloads', () => {
    it('are grouped by version, the newest first', async () => {
      const ctx = createTestContext(await open());
      const softwareId = await addSoftware(ctx, 'one');
      const old = await addFile(ctx, softwareId, '4.2.0');
      await addFile(ctx, softwareId, '4.10.0', 'linux');
      const newest = await addFile(ctx, softwareId, '4.10.0');
      await addFile(ctx, softwareId, '4.10.0-beta.2');
      const { versions } = await listDownloadsByVersion({
        ctx,
        software: await getSoftware(ctx, { alias: 'one' }),
      });
      expect(versions.map((v) => [v.version, v.files.map((file) => file.platform)])).toEqual([
        ['4.10.0', ['windows', 'linux']],
        ['4.10.0-beta.2', ['windows']],
        ['4.2.0', ['windows']],
      ]);
      expect(versions[0]?.notes).toBe('改了 4.10.0\n修了错');
      const detail = await getDownloadDetail({
        ctx,
        software: await getSoftware(ctx, { alias: 'one' }),
        id: newest,
      });
      expect(detail.siblings.map((file) => file.platform)).toEqual(['linux']);
      expect(detail.earlier.map((file) => file.version)).toEqual(['4.10.0-beta.2', '4.2.0']);
      expect(detail.earlier.at(-1)?.id).toBe(old);
      await addSoftware(ctx, 'two');
      await expect(
        getDownloadDetail({ ctx, software: await getSoftware(ctx, { alias: 'two' }), id: newest }),
      ).rejects.toMatchObject({ code: 404 });
    });
  });

  describe('a software', () => {
    it('is found by alias or host name in either place; the alias wins', async () => {
      const ctx = createTestContext(await open());
      await addSoftware(ctx, 'label');
      await addSoftware(ctx, 'shop.test');
      await setSoftwareField({ ctx, alias: 'label', field: 'domain', value: 'Shop.Test' });
      const findAlias = async (name: object) => (await findSoftware(ctx.db.kysely, name))?.alias;
      expect(await findAlias({ domain: 'label' })).toBe('label');
      expect(await findAlias({ alias: 'SHOP.test' })).toBe('label');
      expect(await findAlias({ alias: 'shop.test' })).toBe('shop.test');
      expect(await findAlias({ alias: 'Label' })).toBe('label');
      expect(await findAlias({ alias: 'label', domain: 'shop.test' })).toBe('label');
      expect(await findAlias({})).toBeUndefined();
    });
  });

  describe('the content generation', () => {
    it('rises with the write, and not without it', async () => {
      const ctx = createTestContext(await open());
      const invalidateContent = () =>
        runTransaction(ctx.db, (tx) => createInvalidator('software', 'download')({ ctx, tx }));
      await invalidateContent();
      await invalidateContent();
      const failed = runTransaction(ctx.db, async (tx) => {
        await createInvalidator('article')({ ctx, tx });
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect(Object.fromEntries(await loadContentGenerations({ ctx }))).toEqual({
        software: 2,
        download: 2,
      });
      expect(ctx.heard).toHaveLength(2);
    });
  });

  describe('articles and dictionaries', () => {
    it('show what is published and enabled', async () => {
      const ctx = createTestContext(await open());
      const softwareId = await addSoftware(ctx, 'one');
      const insertArticle = async (publishedAt: number) => {
        const values = {
          software_id: null,
          art_type: 'legal',
          title: '用户协议',
          content: '# 一\n<b>x</b>',
          published_at: publishedAt,
          updated_at: publishedAt,
        };
        return String(
          (
            await ctx.db.kysely
              .insertInto('article')
              .values(values)
              .returning('id')
              .executeTakeFirstOrThrow()
          ).id,
        );
      };
      expect(
        await getArticleDetail({ ctx, software: null, id: await insertArticle(ctx.now()) }),
      ).toMatchObject({
        artType: 'legal',
        html: '<h2 id="s-一">一</h2>\n<p>&lt;b&gt;x&lt;/b&gt;</p>\n',
      });
      await expect(
        getArticleDetail({ ctx, software: null, id: await insertArticle(ctx.now() + 1) }),
      ).rejects.toMatchObject({ code: 404 });
      const createDictRow = (value: string, of: number | null, sort: number, enabled = 1) => ({
        software_id: of,
        dict_type: 't',
        dict_label: value,
        dict_value: value,
        sort,
        enabled,
      });
      await ctx.db.kysely
        .insertInto('dict')
        .values([
          createDictRow('b', null, 2),
          createDictRow('a', null, 1),
          createDictRow('off', null, 3, 0),
          createDictRow('own', softwareId, 1),
        ])
        .execute();
      const listValues = async (prefix?: string) =>
        (await listEnabledDictRows({ ctx, input: { prefix } })).map((row) => row.dictValue);
      expect(await listValues()).toEqual(['a', 'b']);
      expect(await listValues('one')).toEqual(['own']);
      expect(await listValues('nothing')).toEqual([]);
      // A call made in a software may name that software or another one.
      const known = await findSoftware(ctx.db.kysely, { alias: 'one' });
      const listOwnValues = async (prefix?: string) =>
        (await listEnabledDictRows({ ctx, input: { prefix }, currentSoftware: known })).map(
          (row) => row.dictValue,
        );
      expect(await listOwnValues('one')).toEqual(['own']);
      expect(await listOwnValues('nothing')).toEqual([]);
      expect(await listOwnValues()).toEqual(['a', 'b']);
    });
  });
});

describe('versions', () => {
  it('sort as people number them', () => {
    const sorted = [
      '0.9',
      '1.0.0-alpha',
      '1.0.0-alpha.2',
      '1.0.0-alpha.10',
      '1.0.0-beta',
      '1.0',
      'v1.0.1',
      '1.2',
      '1.10',
    ];
    expect(sorted.toReversed().toSorted(compareVersions)).toEqual(sorted);
  });
});

describe('Markdown', () => {
  it.each([
    ['<script>alert(1)</script>', '<script'],
    ['<img src=x onerror=alert(1)>', '<img'],
    ['[x](javascript:alert(1))', 'href'],
    ['[x](data:text/html;base64,x)', 'href'],
    ['[x](//evil.test)', 'href'],
    ['![x](https://evil.test/p.png)', 'img'],
    ['[x](vbscript:x "a\\" onclick=alert(1)")', 'href'],
  ])('makes nothing live of %s', (source, part) => {
    expect(renderMarkdown(source)).not.toContain(part);
  });

  it('keeps tables, own links and own pictures', () => {
    expect(renderMarkdown('| a |\n| --- |\n| [b](/download) |')).toContain(
      '<a href="/download">b</a>',
    );
    expect(renderMarkdown('![图](/uploads/1.png)')).toContain('<img src="/uploads/1.png" alt="图"');
    expect(renderMarkdown('[x](https://example.com)')).toContain(
      'rel="nofollow ugc noopener noreferrer"',
    );
  });
});
