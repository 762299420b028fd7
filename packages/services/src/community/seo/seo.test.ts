import { describeEachDatabase } from '@yunbiao/db/testing';
import { describe, expect, it } from 'vitest';
import { addArticle } from '../content/articles.ts';
import { createForumWorld, type ForumWorld } from '../forum/testing.ts';
import { setForumEntryHidden } from '../forum/staff/staff.ts';
import { GUIDE_NAMES, getGuidePath } from '@yunbiao/contract/site/guides';
import { HANDBOOK_NAMES } from '../handbook/names.ts';
import { BRAND_NAMES } from '../printer-models/printer-facts.ts';
import { mapCustomDomainsToAliases } from '../../identity/software/find.ts';
import { addSoftware, addTemplate } from '../../testing.ts';
import { buildUpdateLogFeed } from './log-feed.ts';
import { findSeoHost } from './host.ts';
import { drawPreviewPicture } from './preview-picture.ts';
import { buildSiteMap } from './site-map.ts';

const MAIN = '127.0.0.1';
const GIF_TOOLS = ['/tools/generator', '/tools/videoToGif'];
const GUIDES = ['/guide', ...GUIDE_NAMES.map(getGuidePath)];
const HANDBOOK = ['/tools/codes', ...HANDBOOK_NAMES.map((name) => `/tools/codes/${name}.html`)];
const PRINTERS = ['/tools/printers', ...BRAND_NAMES.map((name) => `/tools/printers/${name}.html`)];

describeEachDatabase((open) => {
  /** Softwares `one` and `two` on the main host, `three` on a custom domain. */
  const createSite = async (): Promise<ForumWorld> => {
    const world = await createForumWorld(await open());
    await addSoftware(world.ctx, 'three');
    await set(world, 'three', { domain: 'three.example' });
    return world;
  };

  const set = async (
    { ctx }: ForumWorld,
    alias: string,
    values: { domain?: string; state?: string },
  ): Promise<void> => {
    await ctx.db.kysely.updateTable('software').set(values).where('alias', '=', alias).execute();
  };

  const place = async ({ ctx }: ForumWorld, host: string) => {
    const alias = (await mapCustomDomainsToAliases({ ctx })).get(host);
    const found = await findSeoHost({ ctx, alias });
    if (!found) throw new Error('nothing is there');
    return found;
  };

  const mapAt = async (
    world: ForumWorld,
    host: string,
    rest: { part?: number; max?: number } = {},
  ) => buildSiteMap({ ctx: world.ctx, place: await place(world, host), ...rest });

  const urlsAt = async (...args: Parameters<typeof mapAt>): Promise<string[]> => {
    const map = await mapAt(...args);
    if (map?.type !== 'urls') throw new Error('these are no addresses');
    return map.urls.map(({ url }) => url);
  };

  const log = (world: ForumWorld, alias: string | null, content = '- 修正：错', rest = {}) =>
    addArticle({
      ctx: world.ctx,
      alias,
      input: { artType: 'updateLog', title: '一版', version: '1.2.0', content, ...rest },
    });

  describe('the site map', () => {
    it('holds every page of the softwares without a host of their own, and those of the site', async () => {
      const world = await createSite();
      const { ctx, ask, join } = world;
      const { id: postId } = await ask(await join('asker'));
      const { id } = await log(world, 'one');
      const { id: legal } = await addArticle({
        ctx,
        alias: null,
        input: { artType: 'legal', title: '协议', content: '文' },
      });
      const root = 'http://127.0.0.1:3000';
      const urls = await urlsAt(world, MAIN);
      expect(new Set(urls).size).toBe(urls.length);
      expect(urls).toEqual(
        expect.arrayContaining([
          ...['/', '/tools/gifGenerator', '/tools/videoToGif', `/article/${legal}.html`].map(
            (path) => root + path,
          ),
          ...[
            '',
            '/download',
            '/qa',
            '/article',
            ...GUIDES,
            '/updateLog',
            '/vip',
            '/tools',
            '/tools/zpl',
            ...GIF_TOOLS,
            ...HANDBOOK,
            ...PRINTERS,
          ].flatMap((path) => [`${root}/one${path}`, `${root}/two${path}`]),
          `${root}/one/qa/${postId}.html`,
          `${root}/one/article/${id}.html`,
        ]),
      );
      expect(urls.join()).not.toContain('three');
    });

    it("of a software's own host holds its pages there, and the tools under its alias", async () => {
      const world = await createSite();
      const { id } = await log(world, 'three');
      const own = 'http://three.example:3000';
      const urls = await urlsAt(world, 'three.example');
      expect(urls).toEqual(
        ['/', '/download', '/qa', '/article', `/article/${id}.html`]
          .concat(GUIDES, '/updateLog', '/vip')
          .concat('/three/tools', '/three/tools/zpl')
          .concat([...GIF_TOOLS, ...HANDBOOK, ...PRINTERS].map((path) => `/three${path}`))
          .map((path) => own + path),
      );
    });

    it('leaves out what is hidden, not published yet, or of a software that is not online', async () => {
      const world = await createSite();
      const { ask, join } = world;
      const asker = await join('asker');
      const { id: hidden } = await ask(asker);
      const { id: seen } = await ask(asker);
      await setForumEntryHidden({ ctx: world.ctx, kind: 'post', id: hidden, hide: true });
      const { id: later } = await log(world, 'one', '- 新', { publishedAt: '2027-01-01' });
      await set(world, 'two', { state: 'offline' });
      await set(world, 'three', { state: 'offline' });
      const all = (await urlsAt(world, MAIN)).join('\n');
      expect(all).toContain(`/one/qa/${seen}.html`);
      expect(all).not.toContain(`/one/qa/${hidden}.html`);
      expect(all).not.toContain(`/article/${later}.html`);
      expect(all).not.toContain('/two');
      expect(await findSeoHost({ ctx: world.ctx, alias: 'three' })).toBeNull();
    });

    it('says when a page changed', async () => {
      const world = await createSite();
      const { id: postId } = await world.ask(await world.join('asker'));
      const map = await mapAt(world, MAIN);
      const urls = map?.type === 'urls' ? map.urls : [];
      const getLastModified = (end: string) => urls.find(({ url }) => url.endsWith(end))?.lastmod;
      expect(getLastModified(`/qa/${postId}.html`)).toBe(new Date(world.ctx.now()).toISOString());
      expect(getLastModified('/one/qa')).toBe(getLastModified(`/qa/${postId}.html`));
      expect(getLastModified('/one/vip')).toBeUndefined();
    });

    it('comes in parts that hold all of it when it is long', async () => {
      const world = await createSite();
      const asker = await world.join('asker');
      for (let i = 0; i < 5; i += 1) await world.ask(asker);
      const whole = await urlsAt(world, MAIN);
      const max = 4;
      const index = await mapAt(world, MAIN, { max });
      const parts = index?.type === 'parts' ? index.parts : [];
      expect(parts[0]).toBe('http://127.0.0.1:3000/sitemap.xml?part=1');
      const lists = await Promise.all(
        parts.map((_, i) => urlsAt(world, MAIN, { max, part: i + 1 })),
      );
      expect(lists.flat()).toEqual(whole);
      expect(Math.max(...lists.map(({ length }) => length))).toBe(max);
      for (const part of [0, -1, 1.5, Number.NaN, parts.length + 1])
        expect(await mapAt(world, MAIN, { max, part })).toBeNull();
      expect(await mapAt(world, MAIN, { part: 1 })).toBeNull();
    });
  });

  describe('the picture of a shared page', () => {
    const getSize = (png: Buffer | null) =>
      png && [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)];

    it("is the software's first template, or the mark when it has none", async () => {
      const world = await createSite();
      const { ctx, software } = world;
      const mark = await drawPreviewPicture({ ctx, alias: 'one' });
      expect(getSize(mark)).toEqual(['PNG', 1200, 630]);
      await addTemplate(ctx, software.id);
      const label = await drawPreviewPicture({ ctx, alias: 'one' });
      expect(getSize(label)).toEqual(['PNG', 1200, 630]);
      expect(label?.equals(mark ?? Buffer.alloc(0))).toBe(false);
      expect(await drawPreviewPicture({ ctx })).toEqual(label);
      expect(await drawPreviewPicture({ ctx, alias: 'two' })).toEqual(mark);
      // One picture per software, whatever the spelling: each spelling would be cached separately.
      expect(await drawPreviewPicture({ ctx, alias: 'One' })).toBeNull();
    });

    it('has a title of its own for each kind of page, with the label of a template or code', async () => {
      const { ctx, software } = await createSite();
      await addTemplate(ctx, software.id);
      const { id } = await ctx.db.kysely
        .selectFrom('template')
        .select('id')
        .executeTakeFirstOrThrow();
      const codes = ['codes', 'codes-ean13', 'codes-gs1-128', 'codes-qr'];
      const named = ['guide', 'guide-phone', 'printers', 'printers-zebra', `temp-${id}`];
      const kinds = [undefined, 'download', 'qa', ...codes, ...named];
      const drawn = [];
      for (const kind of kinds) {
        const picture = await drawPreviewPicture({ ctx, alias: 'one', kind });
        expect(getSize(picture)).toEqual(['PNG', 1200, 630]);
        drawn.push(picture?.toString('base64'));
      }
      expect(new Set(drawn).size).toBe(kinds.length);
      for (const kind of [
        '',
        'none',
        'codes-none',
        'guide-none',
        'printers-none',
        'temp-$1',
        'temp-0',
        'toString',
        `temp-${id + 1}`,
      ])
        expect(await drawPreviewPicture({ ctx, alias: 'one', kind })).toBeNull();
      expect(await drawPreviewPicture({ ctx, alias: 'two', kind: `temp-${id}` })).toBeNull();
      const drawCode = (alias: string) => drawPreviewPicture({ ctx, alias, kind: 'codes-qr' });
      // Drawn once for all softwares.
      expect(await drawCode('two')).toBe(await drawCode('one'));
      expect(await drawCode('none')).toBeNull();
    });

    it('is the mark when what is stored cannot be drawn', async () => {
      const { ctx, software } = await createSite();
      const mark = await drawPreviewPicture({ ctx, alias: 'one' });
      await addTemplate(ctx, software.id);
      await ctx.db.kysely.updateTable('template').set({ content: '{}' }).execute();
      expect(await drawPreviewPicture({ ctx, alias: 'one' })).toEqual(mark);
    });

    it("is not a member's own template", async () => {
      const world = await createSite();
      const { ctx, software } = world;
      const mark = await drawPreviewPicture({ ctx, alias: 'one' });
      await addTemplate(ctx, software.id, (await world.join('owner')).id);
      expect(await drawPreviewPicture({ ctx, alias: 'one' })).toEqual(mark);
    });

    it('is not there for a software that is unknown or not online', async () => {
      const world = await createSite();
      await set(world, 'two', { state: 'offline' });
      expect(await drawPreviewPicture({ ctx: world.ctx, alias: 'two' })).toBeNull();
      expect(await drawPreviewPicture({ ctx: world.ctx, alias: 'none' })).toBeNull();
    });
  });

  describe('the feed of update logs', () => {
    const feedAt = async (world: ForumWorld, host: string, alias?: string) =>
      buildUpdateLogFeed({ ctx: world.ctx, place: await place(world, host), alias });

    it('holds whole texts, the newest first, with addresses that work anywhere', async () => {
      const world = await createSite();
      await log(world, 'one', '- 旧', { publishedAt: '2026-01-01' });
      const { id } = await log(world, 'one', '- 见[说明](/one/article/1.html)与[下](#a)');
      await addArticle({
        ctx: world.ctx,
        alias: 'one',
        input: { artType: 'help', title: '不是日志', content: '文' },
      });
      const url = `http://127.0.0.1:3000/one/article/${id}.html`;
      const feed = await feedAt(world, MAIN, 'one');
      expect(feed).toMatchObject({
        title: '软件 one更新日志',
        url: 'http://127.0.0.1:3000/one/updateLog',
        self: 'http://127.0.0.1:3000/one/updateLog/rss.xml',
        items: [{ title: '1.2.0 一版', url }, { title: '1.2.0 一版' }],
      });
      expect(feed?.items[0]?.html).toContain('href="http://127.0.0.1:3000/one/article/1.html"');
      expect(feed?.items[0]?.html).toContain(`href="${url}#a"`);
    });

    it("of the whole site names each software; of a host it is that software's", async () => {
      const world = await createSite();
      const { id } = await log(world, 'three');
      await log(world, 'one');
      const all = await feedAt(world, MAIN);
      expect(all?.items.map(({ title }) => title).toSorted()).toEqual([
        '软件 one 1.2.0 一版',
        '软件 three 1.2.0 一版',
      ]);
      const own = await feedAt(world, 'three.example');
      expect(own).toMatchObject({
        self: 'http://three.example:3000/updateLog/rss.xml',
        items: [{ url: `http://three.example:3000/article/${id}.html` }],
      });
      expect(await feedAt(world, 'three.example', 'three')).toEqual(own);
      expect(await feedAt(world, MAIN, 'three')).toEqual(own);
      expect(await feedAt(world, 'three.example', 'one')).toBeNull();
    });

    it('is not there for a software that is unknown or not online', async () => {
      const world = await createSite();
      await log(world, 'two');
      await set(world, 'two', { state: 'offline' });
      expect(await feedAt(world, MAIN, 'two')).toBeNull();
      expect(await feedAt(world, MAIN, 'none')).toBeNull();
      expect(await feedAt(world, MAIN, '')).toBeNull();
      expect((await feedAt(world, MAIN))?.items).toEqual([]);
    });
  });
});
