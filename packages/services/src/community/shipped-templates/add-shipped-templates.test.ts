import { readdirSync } from 'node:fs';
import { parseTemplate } from '@yunbiao/contract';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { describe, expect, it } from 'vitest';
import { addSoftware, createTestContext, type TestContext } from '../../testing.ts';
import {
  exportPublicTemplate,
  listPublicTemplates,
  removePublicTemplate,
  updatePublicTemplate,
} from '../content/templates.ts';
import { addShippedTemplates } from './add-shipped-templates.ts';
import { readShippedTemplate } from './read-shipped-template.ts';
import { TEMPLATE_SETS } from './template-sets.ts';

const CATEGORIES = ['零售', '物流', '资产', '线缆', '食品', '服装', '珠宝', '医疗', '办公'];
const FILES = Object.values(TEMPLATE_SETS).flat();

describe('the templates that ship with the product', () => {
  it('are all files of the folder, each in one set', () => {
    const folder = new URL('../../../../label/templates/', import.meta.url);
    const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
    expect(FILES.toSorted()).toEqual(names.toSorted());
  });

  it('are in one of nine categories, each spelt once and none empty, under a name of their own', () => {
    const templates = FILES.map(readShippedTemplate);
    expect(new Set(templates.map(({ category }) => category))).toEqual(new Set(CATEGORIES));
    expect(new Set(templates.map(({ name }) => name)).size).toBe(templates.length);
    for (const { template } of templates) expect(parseTemplate(template)).toEqual(template);
  });
});

const count = async (ctx: TestContext, alias: string): Promise<number> =>
  (await listPublicTemplates({ ctx, alias })).length;

const setTemplateSet = (ctx: TestContext, id: number, set: 'waybill' | 'none') =>
  ctx.db.kysely.updateTable('software').set({ template_set: set }).where('id', '=', id).execute();

describeEachDatabase((open) => {
  it('are added once to each software, by its kind', async () => {
    const ctx = createTestContext(await open());
    await addSoftware(ctx, 'shop');
    await setTemplateSet(ctx, await addSoftware(ctx, 'post'), 'waybill');
    await setTemplateSet(ctx, await addSoftware(ctx, 'bare'), 'none');
    expect(await addShippedTemplates({ ctx })).toBe(FILES.length);
    expect(await addShippedTemplates({ ctx })).toBe(0);
    expect([await count(ctx, 'shop'), await count(ctx, 'post'), await count(ctx, 'bare')]).toEqual([
      TEMPLATE_SETS.label.length,
      TEMPLATE_SETS.waybill.length,
      0,
    ]);
    const [first] = await listPublicTemplates({ ctx, alias: 'shop' });
    expect(first).toMatchObject({ name: '商品价签', widthMm: 60, heightMm: 40 });
  });

  it('stay as an operator changed or removed them', async () => {
    const ctx = createTestContext(await open());
    await addSoftware(ctx, 'shop');
    await addShippedTemplates({ ctx });
    const [changed, removed] = await listPublicTemplates({ ctx, alias: 'shop' });
    const own = await exportPublicTemplate({ ctx, id: changed?.id ?? '' });
    const input = { name: '本店价签', template: own.template };
    await updatePublicTemplate({ ctx, id: changed?.id ?? '', input });
    await removePublicTemplate({ ctx, id: removed?.id ?? '' });
    expect(await addShippedTemplates({ ctx })).toBe(0);
    const names = (await listPublicTemplates({ ctx, alias: 'shop' })).map(({ name }) => name);
    expect(names[0]).toBe('本店价签');
    expect(names).toHaveLength(TEMPLATE_SETS.label.length - 1);
    expect(names).not.toContain(removed?.name);
  });

  it('recognise those of a demo from before they shipped, and leave own libraries alone', async () => {
    const ctx = createTestContext(await open());
    const old = await addSoftware(ctx, 'old');
    const own = await addSoftware(ctx, 'own');
    const at = ctx.now();
    const row = { member_id: null, category: '物流', width: 1000, height: 1000, content: '{}' };
    const times = { created_at: at, updated_at: at };
    const shipped = TEMPLATE_SETS.waybill.map((file) => readShippedTemplate(file).name);
    const half = shipped.slice(0, shipped.length / 2);
    const [name = ''] = half;
    await ctx.db.kysely
      .insertInto('template')
      .values([
        ...half.map((item) => ({
          ...row,
          ...times,
          software_id: old,
          name: item,
          deleted_at: item === name ? at : null,
        })),
        ...half.slice(1).map((item) => ({
          ...row,
          ...times,
          software_id: own,
          name: item,
          deleted_at: null,
        })),
      ])
      .execute();
    expect(await addShippedTemplates({ ctx })).toBe(shipped.length - half.length);
    const names = (await listPublicTemplates({ ctx, alias: 'old' })).map(
      (publicTemplate) => publicTemplate.name,
    );
    expect(names).not.toContain(name);
    expect(await count(ctx, 'own')).toBe(half.length - 1);
    const sets = await ctx.db.kysely
      .selectFrom('software')
      .select(['alias', 'template_set'])
      .orderBy('id')
      .execute();
    expect(sets).toEqual([
      { alias: 'old', template_set: 'waybill' },
      { alias: 'own', template_set: 'none' },
    ]);
  });
});
