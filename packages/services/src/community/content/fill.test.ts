import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { describe, expect, it } from 'vitest';
import { getPlanAndUsage } from '../../identity/software/get-vip.ts';
import { loadSiteFrame } from '../../identity/software/common.ts';
import { createSoftware } from '../../identity/software/create.ts';
import { listDownloadsByVersion } from '../../commerce/download/downloads.ts';
import { addDownload, removeDownload } from '../../commerce/download/add-download.ts';
import { loadSiteIndex } from '../home/site-index.ts';
import { setSoftwareField } from '../../identity/software/update.ts';
import {
  addMember,
  addTemplate,
  createTestContext,
  TEST_TEMPLATE,
  type TestContext,
} from '../../testing.ts';
import { getArticleDetail } from './article-detail.ts';
import { replaceArticle } from './articles.ts';
import { listEnabledDictRows } from './dict-list.ts';
import { addPublicTemplate, listPublicTemplates, removePublicTemplate } from './templates.ts';
import { getSoftware } from '../../identity/software/find.ts';

const getStream = (...chunks: string[]): ReadableStream<Uint8Array> =>
  new Blob(chunks).stream() as ReadableStream<Uint8Array>;

const listChanges = (ctx: TestContext): unknown[] =>
  ctx.heard.flatMap(([name, event]) => (name === 'content-changed' ? [event] : []));

const storedIn = (ctx: TestContext): string[] => readdirSync(join(ctx.folder, 'files/downloads'));

describeEachDatabase((open) => {
  describe('an empty site', () => {
    it('has a frame and an index that say nothing', async () => {
      const ctx = createTestContext(await open());
      expect(await loadSiteFrame({ ctx, software: null })).toMatchObject({
        softwares: [],
        contacts: [],
        legal: { termsId: null, privacyId: null },
      });
      expect(await loadSiteIndex({ ctx, software: null })).toMatchObject({
        softwares: [],
        templates: [],
      });
    });
  });

  describe('a new software', () => {
    it('is online, last in order, and free to use at once', async () => {
      const ctx = createTestContext(await open());
      await createSoftware({ ctx, alias: 'one', name: '第一款' });
      const { id } = await createSoftware({ ctx, alias: '标签', name: ' 第二款 ' });
      const { softwares } = await loadSiteIndex({ ctx, software: null });
      expect(softwares.map(({ alias, name, sort }) => [alias, name, sort])).toEqual([
        ['one', '第一款', 1],
        ['标签', '第二款', 2],
      ]);
      const member = await addMember(ctx, 'zhang');
      const vip = await getPlanAndUsage({ ctx, memberId: member.id, softwareId: id });
      expect(vip).toMatchObject({ name: '免费', entitlements: { labelsPerMonth: 500 } });
      const colors = (await listEnabledDictRows({ ctx, input: {} })).map((row) => row.dictValue);
      expect(colors).toEqual(['c1', 'c2', 'c3', 'c4']);
      expect(listChanges(ctx)).toEqual([
        { tags: ['software', 'dictionary'] },
        { tags: ['software'] },
      ]);
    });

    it.each([
      ['users', '名称', 'users 不能做别名'],
      ['_payload.json', '名称', '不能做别名'],
      ['userx', '名称', '不能做别名'],
      ['a/b', '名称', '不能做别名'],
      ['good', ' ', '请填写名称'],
      ['good', '长'.repeat(41), '名称最多 40 个字'],
    ])('is refused as %s %s: %s', async (alias, name, sentence) => {
      const ctx = createTestContext(await open());
      await expect(createSoftware({ ctx, alias, name })).rejects.toThrow(sentence);
      expect(listChanges(ctx)).toEqual([]);
    });

    it('does not take the alias of another', async () => {
      const ctx = createTestContext(await open());
      await createSoftware({ ctx, alias: 'one', name: '甲' });
      await expect(createSoftware({ ctx, alias: 'one', name: '乙' })).rejects.toMatchObject({
        code: 409,
        message: '已经有别名是 one 的软件',
      });
    });
  });

  describe('a software’s lists', () => {
    it('are set from JSON and shown as set', async () => {
      const ctx = createTestContext(await open());
      await createSoftware({ ctx, alias: 'one', name: '甲' });
      const values = {
        features: [{ title: '快', text: '很快' }],
        facts: [{ label: '用来', value: '价签' }],
        contacts: [{ label: '邮箱', value: 'a@b.test', href: 'mailto:a@b.test' }],
        platforms: ['windows', 'linux'],
        seo: { title: '甲', description: '乙' },
      };
      for (const [field, value] of Object.entries(values)) {
        await setSoftwareField({ ctx, alias: 'one', field, value: JSON.stringify(value) });
      }
      const { software } = await loadSiteIndex({
        ctx,
        software: await getSoftware(ctx, { alias: 'one' }),
      });
      expect(software).toMatchObject(values);
    });

    it.each([
      ['features', '{', { features: 'features 要写成 JSON' }],
      ['features', '[{"title":"快"}]', { 'features.0.text': '请填写内容' }],
      ['features', '[{"title":"快","text":"a","x":1}]', { 'features.0': '功能里不能有 x' }],
      ['features', '{}', { features: '功能格式不对' }],
      ['facts', '[{"label":"a","value":"\\u0000"}]', { _: '内容里有不能用的空字符' }],
      [
        'contacts',
        '[{"label":"a","value":"b","href":"javascript:alert(1)"}]',
        { 'contacts.0.href': '链接要以 https://、mailto:、tel: 或 / 开头' },
      ],
      [
        'platforms',
        '["any"]',
        { 'platforms.0': '系统只能是 windows、macos、linux、android 或 browser' },
      ],
      ['seo', '{"title":"a"}', { 'seo.description': '请填写描述' }],
    ])('are refused: %s %s', async (field, value, fields) => {
      const ctx = createTestContext(await open());
      await createSoftware({ ctx, alias: 'one', name: '甲' });
      await expect(setSoftwareField({ ctx, alias: 'one', field, value })).rejects.toMatchObject({
        code: 400,
        data: { fields },
      });
    });
  });

  describe('a download', () => {
    const input = { version: '1.2.0', platform: 'any', title: '模板包', fileName: '模板 1.zip' };

    it('is offered with the size and hash of the stored bytes, and goes with them', async () => {
      const ctx = createTestContext(await open());
      await createSoftware({ ctx, alias: 'one', name: '甲' });
      const content = getStream('一二三', 'abc');
      const { id } = await addDownload({ ctx, alias: 'one', input, content });
      const { versions } = await listDownloadsByVersion({
        ctx,
        software: await getSoftware(ctx, { alias: 'one' }),
      });
      expect(versions).toMatchObject([
        {
          version: '1.2.0',
          files: [
            {
              ...input,
              arch: '通用',
              size: 12,
              sha256: createHash('sha256').update('一二三abc').digest('hex'),
            },
          ],
        },
      ]);
      expect(listChanges(ctx).at(-1)).toEqual({ tags: ['download'] });
      expect(storedIn(ctx)).toHaveLength(1);
      await removeDownload({ ctx, id });
      expect(storedIn(ctx)).toEqual([]);
      expect(
        (await listDownloadsByVersion({ ctx, software: await getSoftware(ctx, { alias: 'one' }) }))
          .versions,
      ).toEqual([]);
      await expect(removeDownload({ ctx, id })).rejects.toMatchObject({ code: 404 });
    });

    it('keeps bytes another entry offers too', async () => {
      const ctx = createTestContext(await open());
      await createSoftware({ ctx, alias: 'one', name: '甲' });
      const add = (platform: string) =>
        addDownload({ ctx, alias: 'one', input: { ...input, platform }, content: getStream('x') });
      const [first, second] = [await add('linux'), await add('macos')];
      const { file_key } = await ctx.db.kysely
        .selectFrom('download')
        .select('file_key')
        .where('id', '=', Number(first.id))
        .executeTakeFirstOrThrow();
      await ctx.db.kysely
        .updateTable('download')
        .set({ file_key })
        .where('id', '=', Number(second.id))
        .execute();
      await removeDownload({ ctx, id: first.id });
      expect(await ctx.files.stat(file_key)).toEqual({ size: 1 });
    });

    it.each([
      [{ version: 'neu' }, 'x', '版本要写成'],
      [{ platform: 'beos' }, 'x', '系统只能是'],
      [{ title: '' }, 'x', '请填写名称'],
      [{ fileName: '../x' }, 'x', '文件名里有不能用的字符'],
      [{}, '', '模板 1.zip 是空文件'],
    ])('is refused with %j and leaves no bytes', async (change, content, sentence) => {
      const ctx = createTestContext(await open());
      await createSoftware({ ctx, alias: 'one', name: '甲' });
      await ctx.files.put('downloads/other', Buffer.from('x'));
      const attempt = addDownload({
        ctx,
        alias: 'one',
        input: { ...input, ...change },
        content: getStream(content),
      });
      await expect(attempt).rejects.toThrow(sentence);
      expect(storedIn(ctx)).toEqual(['other']);
    });

    it('is not offered twice in one version', async () => {
      const ctx = createTestContext(await open());
      await createSoftware({ ctx, alias: 'one', name: '甲' });
      const add = () => addDownload({ ctx, alias: 'one', input, content: getStream('x') });
      await add();
      await expect(add()).rejects.toMatchObject({ code: 409 });
      expect(storedIn(ctx)).toHaveLength(1);
    });
  });

  describe('a public template', () => {
    const input = { name: '货位', category: '仓储', template: TEST_TEMPLATE };
    const CODE = {
      type: 'code128',
      id: 'c',
      xMm: 0,
      yMm: 0,
      widthMm: 40,
      heightMm: 5,
      rotation: 0,
      content: '{{货号}}',
      showText: false,
      textSizeMm: 2,
    };
    /** A template whose first sample can be drawn and a later one cannot. */
    const LATER_BAD = {
      ...TEST_TEMPLATE,
      fields: [{ name: '货号', label: '货号', sample: '1', moreSamples: ['2', '中文'] }],
      elements: [CODE],
    };

    it('comes to the site, and goes', async () => {
      const ctx = createTestContext(await open());
      await createSoftware({ ctx, alias: 'one', name: '甲' });
      const { id } = await addPublicTemplate({ ctx, alias: 'one', input });
      const { templates } = await loadSiteIndex({ ctx, software: null });
      expect(templates).toMatchObject([{ id, name: '货位', widthMm: 50, heightMm: 30 }]);
      await removePublicTemplate({ ctx, id });
      expect(await listPublicTemplates({ ctx, alias: 'one' })).toEqual([]);
      expect((await loadSiteIndex({ ctx, software: null })).templates).toEqual([]);
    });

    it('is refused when it is none, or cannot be drawn', async () => {
      const ctx = createTestContext(await open());
      await createSoftware({ ctx, alias: 'one', name: '甲' });
      const add = (template: object) =>
        addPublicTemplate({ ctx, alias: 'one', input: { ...input, template } });
      await expect(add({ ...TEST_TEMPLATE, widthMm: 4 })).rejects.toMatchObject({
        data: { fields: { 'template.widthMm': '标签的宽不能小于 5' } },
      });
      const code = { ...CODE, widthMm: 1, content: '中文' };
      await expect(add({ ...TEST_TEMPLATE, elements: [code] })).rejects.toThrow('画不出来');
      await expect(add(LATER_BAD)).rejects.toThrow('画不出来');
      expect(await listPublicTemplates({ ctx, alias: 'one' })).toEqual([]);
    });

    it('that is stored and cannot be drawn is left out of the pages, and told once', async () => {
      const ctx = createTestContext(await open());
      const told: unknown[] = [];
      ctx.log.error = (...line) => void told.push(line);
      await createSoftware({ ctx, alias: 'one', name: '甲' });
      const bad = await addPublicTemplate({ ctx, alias: 'one', input });
      const good = await addPublicTemplate({ ctx, alias: 'one', input });
      await ctx.db.kysely
        .updateTable('template')
        // Differs from the contents of other tests: results are cached per content.
        .set({ content: JSON.stringify({ ...LATER_BAD, version: ctx.folder }) })
        .where('id', '=', Number(bad.id))
        .execute();
      for (let visit = 0; visit < 2; visit += 1)
        expect((await loadSiteIndex({ ctx, software: null })).templates).toMatchObject([
          { id: good.id },
        ]);
      expect(told).toMatchObject([['a public template cannot be drawn', { template: bad.id }]]);
    });

    it('is the operator’s to remove, a member’s own is not', async () => {
      const ctx = createTestContext(await open());
      const { id: softwareId } = await createSoftware({ ctx, alias: 'one', name: '甲' });
      const member = await addMember(ctx, 'zhang');
      const own = await addTemplate(ctx, softwareId, member.id);
      await expect(removePublicTemplate({ ctx, id: String(own) })).rejects.toMatchObject({
        code: 404,
      });
    });
  });

  describe('the legal texts', () => {
    it('are found by what they are, and rewritten in place', async () => {
      const ctx = createTestContext(await open());
      const set = (title: string, content: string) =>
        replaceArticle({ ctx, which: 'legal:terms', title, content });
      const { id } = await set('会员条款', '# 一');
      expect(listChanges(ctx)).toEqual([{ tags: ['article', 'content'] }]);
      const frame = await loadSiteFrame({ ctx, software: null });
      expect(frame.legal).toEqual({ termsId: id, privacyId: null });
      ctx.pass(1_000);
      expect((await set('新条款', '# 二')).id).toBe(id);
      await replaceArticle({ ctx, which: id, title: '新新条款', content: '# 三' });
      expect(listChanges(ctx).at(-1)).toEqual({ tags: ['article'] });
      expect(await getArticleDetail({ ctx, software: null, id })).toMatchObject({
        artType: 'legal',
        title: '新新条款',
        html: '<h2 id="s-三">三</h2>\n',
      });
    });

    it.each([
      ['legal:other', '题', '文', 'legal:other 不是'],
      ['7', '题', '文', '没有编号是 7 的文章'],
      ['legal:terms', '', '文', '请填写标题'],
      ['legal:terms', '题', ' \n', '请填写正文'],
    ])('refuse %s “%s” “%s”', async (which, title, content, sentence) => {
      const ctx = createTestContext(await open());
      await expect(replaceArticle({ ctx, which, title, content })).rejects.toThrow(sentence);
    });
  });
});
