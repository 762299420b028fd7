import { migrate } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { leaseLabels } from '../../printing/dispatch/lease-labels.ts';
import { openShop } from '../../printing/dispatch/testing.ts';
import { addMember, addTemplate, TEST_TEMPLATE } from '../../testing.ts';
import { getTemplateForPrinting } from '../../printing/library/get-template.ts';
import { searchTemplateLibrary } from '../../printing/library/public.ts';
import { loadContentGenerations } from '../../platform/cache/generation.ts';
import { exportPublicTemplate, updatePublicTemplate } from './templates.ts';

const LINE = {
  id: 'a',
  type: 'line',
  xMm: 2,
  yMm: 2,
  widthMm: 20,
  heightMm: 0,
  rotation: 0,
  lineMm: 1,
};
const WIDER = { ...TEST_TEMPLATE, widthMm: 60, elements: [LINE] };

describeEachDatabase((open) => {
  it('new content of a template is what members get, and changes nothing under labels that wait', async () => {
    const db = await open();
    await migrate(db);
    const { ctx, memberId, clientId, hello, submit } = await openShop(db);
    const row = await db.kysely.selectFrom('template').selectAll().executeTakeFirstOrThrow();
    const id = String(row.id);
    const fence = await hello();
    await submit(1);
    const before = await loadContentGenerations({ ctx });
    const input = { sort: 'usual', page: 1, pageSize: 20 } as const;
    const listPictures = async (softwareId: number) =>
      (await searchTemplateLibrary({ ctx, softwareId, input })).list.map(({ picture }) => picture);
    const oldPictures = await listPictures(row.software_id);
    ctx.pass(1_000);
    const changed = await updatePublicTemplate({ ctx, id, input: { template: WIDER } });
    expect(changed).toMatchObject({ id, name: '货位标签', category: '仓储', widthMm: 60 });
    const softwareId = row.software_id;
    const tz = 'Asia/Shanghai';
    const found = await getTemplateForPrinting({ ctx, memberId, softwareId, id: row.id, tz });
    expect(found).toMatchObject({ id, widthMm: 60, content: WIDER, version: 2 });
    expect(Date.parse(found.updatedAt)).toBe(ctx.now());
    const after = await listPictures(softwareId);
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(oldPictures);
    expect((await loadContentGenerations({ ctx })).get('template')).toBe(
      (before.get('template') ?? 0) + 1,
    );
    const { batches } = await leaseLabels({ ctx, clientId, fence, localId: 'p1', room: 5 });
    expect(batches).toMatchObject([{ template: TEST_TEMPLATE }]);
    const named = { name: '货架标签', category: '门店', template: WIDER };
    await updatePublicTemplate({ ctx, id, input: named });
    expect(await exportPublicTemplate({ ctx, id })).toEqual(named);
  });

  it('content that is no template, of a format not known here, or not drawable is refused and changes nothing', async () => {
    const db = await open();
    await migrate(db);
    const { ctx } = await openShop(db);
    const row = await db.kysely.selectFrom('template').selectAll().executeTakeFirstOrThrow();
    const id = String(row.id);
    const update = (template: unknown, which = id) =>
      updatePublicTemplate({ ctx, id: which, input: { template } });
    const { lineMm: _, ...box } = LINE;
    const undrawable = {
      ...box,
      type: 'code128',
      content: '中',
      heightMm: 8,
      showText: false,
      textSizeMm: 2,
    };
    await expect(update({ ...TEST_TEMPLATE, version: 2 })).rejects.toThrow(
      '模板的格式版本是 2，这里只认 1',
    );
    await expect(update({ ...TEST_TEMPLATE, widthMm: 1 })).rejects.toMatchObject({ code: 400 });
    await expect(update('x')).rejects.toMatchObject({ code: 400 });
    await expect(update({ ...TEST_TEMPLATE, elements: [undrawable] })).rejects.toThrow('画不出来');
    const { id: memberId } = await addMember(ctx, 'owner');
    const own = await addTemplate(ctx, row.software_id, memberId);
    await expect(update(WIDER, String(own))).rejects.toMatchObject({ code: 404 });
    await expect(update(WIDER, '0x1')).rejects.toMatchObject({ code: 404 });
    const now = await db.kysely.selectFrom('template').selectAll().orderBy('id').execute();
    expect(now[0]).toEqual(row);
  });
});
