import { readFileSync } from 'node:fs';
import type { CallParsed } from '@yunbiao/contract';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addMember,
  addSoftware,
  addTemplate,
  createTestContext,
  TEST_TEMPLATE,
  type TestContext,
} from '../../testing.ts';
import { listUsableTemplates } from './list.ts';
import { getTemplate } from './get-template.ts';
import { findTemplatePicture } from './picture.ts';
import { searchTemplateLibrary } from './public.ts';

type Input = CallParsed<'templateLibrary'>;

describeEachDatabase((open) => {
  let ctx: TestContext;
  let softwareId: number;
  let memberId: number;

  const add = (
    name: string,
    category: string,
    [widthMm, heightMm]: readonly [number, number],
    more: { content?: string; member_id?: number } = {},
  ) =>
    ctx.db.kysely
      .insertInto('template')
      .values({
        software_id: softwareId,
        member_id: null,
        name,
        category,
        width: widthMm * 100,
        height: heightMm * 100,
        content: JSON.stringify({ ...TEST_TEMPLATE, widthMm, heightMm }),
        created_at: ctx.now(),
        updated_at: ctx.now(),
        deleted_at: null,
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow();

  const searchLibrary = (input: Partial<Input> = {}) =>
    searchTemplateLibrary({
      ctx,
      softwareId,
      input: { sort: 'usual', page: 1, pageSize: 20, ...input },
    });
  const listNames = async (input: Partial<Input> = {}): Promise<string[]> =>
    (await searchLibrary(input)).list.map(({ name }) => name);

  beforeEach(async () => {
    ctx = createTestContext(await open());
    softwareId = await addSoftware(ctx, 'shop');
    memberId = (await addMember(ctx, 'keeper')).id;
    await add('货架价签', '零售', [60, 40]);
    ctx.pass(1_000);
    await add('出货外箱', '物流', [80, 60]);
    ctx.pass(1_000);
    await add('小价签', '零售', [44, 26]);
    ctx.pass(1_000);
    await add('40 元特价', '零售', [100, 50]);
  });

  describe('the library', () => {
    it('has the public templates, by category in the order they came, and says how many there are', async () => {
      await addTemplate(ctx, softwareId, memberId);
      await addTemplate(ctx, await addSoftware(ctx, 'other'));
      expect(await searchLibrary()).toMatchObject({
        total: 4,
        categories: [
          { name: '零售', count: 3 },
          { name: '物流', count: 1 },
        ],
      });
      expect(await listNames()).toEqual(['货架价签', '小价签', '40 元特价', '出货外箱']);
      expect(await listNames({ category: '物流' })).toEqual(['出货外箱']);
      expect((await searchLibrary({ category: '物流' })).categories).toHaveLength(2);
      expect(await listNames({ pageSize: 3, page: 2 })).toEqual(['出货外箱']);
      expect(await listNames({ category: '没有' })).toEqual([]);
    });

    it('is searched by name, category and size', async () => {
      expect(await listNames({ q: '价签' })).toEqual(['货架价签', '小价签']);
      expect(await listNames({ q: '物流' })).toEqual(['出货外箱']);
      for (const q of ['60×40', '60x40', '60*40', ' 60 × 40 mm', '６０Ｘ４０'])
        expect([q, await listNames({ q })]).toEqual([q, ['货架价签']]);
      expect(await listNames({ q: '40×60' })).toEqual([]);
      expect(await listNames({ q: '40' })).toEqual(['货架价签', '40 元特价']);
      expect(await listNames({ q: '60mm' })).toEqual(['货架价签', '出货外箱']);
      expect((await searchLibrary({ q: '外箱' })).categories).toEqual([{ name: '物流', count: 1 }]);
      expect(await listNames({ q: '%' })).toEqual([]);
    });

    it('is narrowed by width and ordered as asked', async () => {
      expect(await listNames({ width: 'to60' })).toEqual(['货架价签', '小价签']);
      expect(await listNames({ width: 'over80' })).toEqual(['40 元特价']);
      expect(await listNames({ width: 'to40' })).toEqual([]);
      expect((await listNames({ sort: 'newest' }))[0]).toBe('40 元特价');
      expect(await listNames({ sort: 'size' })).toEqual([
        '小价签',
        '货架价签',
        '出货外箱',
        '40 元特价',
      ]);
    });

    it('draws each once, under an address that changes with the drawing', async () => {
      const [template] = (await searchLibrary()).list;
      const address = /^\/static\/template\/(\d+)-([0-9a-f]{12})\.svg$/.exec(
        template?.picture ?? '',
      );
      const picture = await findTemplatePicture({ ctx, name: address?.[1] ?? '' });
      expect(picture?.hash).toBe(address?.[2]);
      expect(picture?.svg).toContain('<svg');
    });

    it('draws codes whose modules are whole pixels where two dots are one', async () => {
      // A carton label with bars of three dots and a code of five.
      const carton = new URL('../../../../label/templates/carton.json', import.meta.url);
      const { template } = JSON.parse(readFileSync(carton, 'utf8')) as { template: object };
      const { id } = await add('箱唛', '物流', [100, 70], { content: JSON.stringify(template) });
      const picture = await findTemplatePicture({ ctx, name: String(id) });
      const places = [...(picture?.svg.matchAll(/matrix\((\d+) 0 0 \d+ (\d+) \d+\)/g) ?? [])];
      expect(places.map(([, module, x]) => [Number(module) % 2, Number(x) % 2])).toEqual([
        [0, 0],
        [0, 0],
      ]);
    });

    it('lists what cannot be drawn without a picture', async () => {
      const { id } = await add('坏的', '零售', [60, 40], { content: '{}' });
      const { list } = await searchLibrary({ q: '坏的' });
      expect(list).toMatchObject([{ id: String(id), picture: null }]);
      expect(await findTemplatePicture({ ctx, name: String(id) })).toBeUndefined();
    });

    it('has no picture of an own one, a deleted one, one of a closed software, or of a name that is none', async () => {
      const own = await addTemplate(ctx, softwareId, memberId);
      const { id } = await add('旧的', '零售', [60, 40]);
      expect(await findTemplatePicture({ ctx, name: String(id) })).toBeDefined();
      for (const name of [String(own), '0', '1e3', '-1', 'x', '', '9'.repeat(20)])
        expect([name, await findTemplatePicture({ ctx, name })]).toEqual([name, undefined]);
      const software = ctx.db.kysely.updateTable('software').where('id', '=', softwareId);
      await software.set({ state: 'offline' }).execute();
      expect(await findTemplatePicture({ ctx, name: String(id) })).toBeUndefined();
      await software.set({ state: 'online' }).execute();
      await ctx.db.kysely
        .updateTable('template')
        .set({ deleted_at: ctx.now() })
        .where('id', '=', id)
        .execute();
      expect(await findTemplatePicture({ ctx, name: String(id) })).toBeUndefined();
    });
  });

  describe('a template', () => {
    it('is open to everyone when it is public, and to its owner alone when it is own', async () => {
      const own = await addTemplate(ctx, softwareId, memberId);
      const other = (await addMember(ctx, 'stranger')).id;
      const [{ id } = { id: '' }] = (await searchLibrary()).list;
      const get = (member: number | null, which: number, where = softwareId) =>
        getTemplate({ ctx, softwareId: where, memberId: member, id: which });
      const opened = await get(null, Number(id));
      expect(opened).toMatchObject({ own: false, version: 1 });
      expect(opened.picture).toBe((await searchLibrary()).list[0]?.picture);
      expect(opened.picture).toMatch(/^\/static\/template\//);
      expect(await get(memberId, own)).toMatchObject({
        own: true,
        content: TEST_TEMPLATE,
        picture: null,
      });
      for (const member of [null, other])
        await expect(get(member, own)).rejects.toMatchObject({ code: 404 });
      const elsewhere = await addSoftware(ctx, 'other');
      await expect(get(memberId, own, elsewhere)).rejects.toMatchObject({ code: 404 });
      await expect(get(null, Number(id), elsewhere)).rejects.toMatchObject({ code: 404 });
    });
  });

  describe('the list of a member', () => {
    it('has the own ones before the public ones, and no others', async () => {
      const own = await addTemplate(ctx, softwareId, memberId);
      await addTemplate(ctx, softwareId, (await addMember(ctx, 'stranger')).id);
      const { list, most } = await listUsableTemplates({ ctx, memberId, softwareId });
      expect(list.map(({ own: isOwn }) => isOwn)).toEqual([true, false, false, false, false]);
      expect(list[0]).toMatchObject({ id: String(own), picture: null, isShared: false });
      expect(list[1]?.picture).toMatch(/^\/static\/template\//);
      expect(most).toBe(10);
    });
  });
});
