import { ALL_KITS_BYTES, KIT_BYTES, MAX_KITS } from '@yunbiao/contract/limits/kit';
import { describeEachDatabase } from '@yunbiao/db/testing';
import type { Template } from '@yunbiao/label';
import { beforeEach, expect, it } from 'vitest';
import { addMember, createTestContext, type TestContext } from '../../testing.ts';
import { deleteKit, renameKit } from './change-kits.ts';
import { getKit, listKits } from './read-kits.ts';
import { saveKit } from './save-kit.ts';

const createContent = (text: string): Template => ({
  version: 1,
  widthMm: 200,
  heightMm: 300,
  fields: [],
  elements: [
    {
      type: 'text',
      id: 'e1',
      xMm: 0,
      yMm: 0,
      widthMm: 10,
      heightMm: 5,
      rotation: 0,
      content: text,
      sizeMm: 3,
      weight: 400,
      align: 'left',
      fit: 'shrink',
    },
  ],
});

describeEachDatabase((open) => {
  let ctx: TestContext;
  let memberId: number;
  let otherId: number;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    memberId = (await addMember(ctx, 'shop')).id;
    otherId = (await addMember(ctx, 'other')).id;
  });

  const save = (name: string, content = createContent('净含量'), owner = memberId) =>
    saveKit({ ctx, memberId: owner, input: { name, content } });
  const listNames = async (owner = memberId) =>
    (await listKits({ ctx, memberId: owner })).list.map(({ name }) => name);
  /** Rows without a content, to reach a limit. */
  const addRows = (count: number, bytes: number) =>
    ctx.db.kysely
      .insertInto('kit')
      .values(
        Array.from({ length: count }, (_, i) => ({
          member_id: memberId,
          name: `旧 ${i}`,
          content: '{}',
          bytes,
          elements: 1,
          created_at: ctx.now(),
        })),
      )
      .execute();

  it('saves a kit and gives it back as it was', async () => {
    const { id } = await save('保质期');
    expect(await getKit({ ctx, memberId, id })).toEqual({
      id,
      name: '保质期',
      content: createContent('净含量'),
    });
    expect((await listKits({ ctx, memberId })).list).toEqual([
      { id, name: '保质期', count: 1, createdAt: new Date(ctx.now()).toISOString() },
    ]);
  });

  it('renames and deletes, newest first', async () => {
    const { id } = await save('一');
    await save('二');
    expect(await listNames()).toEqual(['二', '一']);
    await renameKit({ ctx, memberId, id, name: '三' });
    await renameKit({ ctx, memberId, id, name: '三' });
    expect(await listNames()).toEqual(['二', '三']);
    await deleteKit({ ctx, memberId, id });
    expect(await listNames()).toEqual(['二']);
    await expect(deleteKit({ ctx, memberId, id })).rejects.toMatchObject({ code: 404 });
  });

  it('refuses a name that another kit has, but not that of another member', async () => {
    await save('一');
    const { id } = await save('二');
    await expect(save('一')).rejects.toMatchObject({ code: 409 });
    await expect(renameKit({ ctx, memberId, id, name: '一' })).rejects.toMatchObject({ code: 409 });
    await save('一', createContent('别人的'), otherId);
    expect(await listNames(otherId)).toEqual(['一']);
  });

  it('shows, renames and deletes no kit of another member', async () => {
    const { id } = await save('一');
    const scope = { ctx, memberId: otherId, id };
    await expect(getKit(scope)).rejects.toMatchObject({ code: 404 });
    await expect(renameKit({ ...scope, name: '我的' })).rejects.toMatchObject({ code: 404 });
    await expect(deleteKit(scope)).rejects.toMatchObject({ code: 404 });
    expect(await listNames()).toEqual(['一']);
  });

  it('has limits of elements, bytes and count', async () => {
    const empty = { ...createContent(''), elements: [] };
    await expect(save('空', empty)).rejects.toMatchObject({ code: 400 });
    const large = createContent('字'.repeat(KIT_BYTES / 3));
    await expect(save('大', large)).rejects.toMatchObject({ code: 400 });
    await addRows(10, ALL_KITS_BYTES / 10);
    await expect(save('满')).rejects.toMatchObject({ code: 409 });
    await ctx.db.kysely.updateTable('kit').set({ bytes: 1 }).execute();
    await save('还有');
    await ctx.db.kysely.deleteFrom('kit').execute();
    await addRows(MAX_KITS, 1);
    await expect(save('太多')).rejects.toMatchObject({ code: 409 });
  });
});
