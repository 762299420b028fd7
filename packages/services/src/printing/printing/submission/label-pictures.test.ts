import { CAPABILITIES } from '@yunbiao/contract/gateway/capabilities';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeEach, expect, it } from 'vitest';
import { deleteUnusedUploads } from '../../../platform/upload/delete-unused-uploads.ts';
import { DAY } from '../../../platform/time.ts';
import { addMember, addTestPicture, createFlatPng, TEST_TEMPLATE } from '../../../testing.ts';
import { readPictureForClient } from '../../dispatch/read-picture.ts';
import { presentLease } from '../../dispatch/lease-labels.ts';
import { leaseLabels } from '../../dispatch/lease-labels.ts';
import { openShop, type Shop } from '../../dispatch/testing.ts';
import { deletePictures } from '../../picture/change-pictures.ts';
import { deleteExpiredLabels } from '../delete-expired-labels.ts';

const FRAME = { xMm: 2, yMm: 2, widthMm: 20, heightMm: 20, rotation: 0 };
const IMAGE = { type: 'image', image: 'library', fit: 'contain', dither: 'threshold', ...FRAME };

/** The owner's photo by row, and a logo on every label. */
const TEMPLATE = {
  ...TEST_TEMPLATE,
  fields: [{ name: '照片', label: '照片', sample: '' }],
  elements: [
    { ...IMAGE, id: 'a', content: '{{照片}}' },
    { ...IMAGE, id: 'b', content: '商标/logo' },
  ],
};

const ALL = { capabilities: { ...CAPABILITIES, draws: [...CAPABILITIES.draws] } };

describeEachDatabase((open) => {
  let shop: Shop;
  let shoe: string;

  beforeEach(async () => {
    shop = await openShop(await open());
    const { ctx, memberId } = shop;
    await ctx.db.kysely
      .updateTable('template')
      .set({ content: JSON.stringify(TEMPLATE) })
      .execute();
    shoe = await addTestPicture(ctx, { memberId, name: '鞋.png', bytes: createFlatPng(10) });
    await addTestPicture(ctx, { memberId, name: '帽.png', bytes: createFlatPng(20) });
    await addTestPicture(ctx, {
      memberId,
      name: 'Logo.png',
      folder: '商标',
      bytes: createFlatPng(30),
    });
  });

  const lease = async () => {
    const fence = await shop.hello(ALL);
    const { ctx, clientId } = shop;
    const { rows, batches } = await leaseLabels({ ctx, clientId, fence, localId: 'p1', room: 9 });
    const [batch] = batches;
    if (!batch) throw new Error('nothing was leased');
    return rows.map((row) => presentLease(row, { batch, localId: 'p1', fence }));
  };
  const read = (sha256: string, memberId = shop.memberId) =>
    readPictureForClient(shop.ctx, { memberId, sha256 });

  it('are leased by digest, each file stored once, and outlive the library', async () => {
    const { ctx, memberId } = shop;
    await shop.submitRows([{ 照片: '鞋' }, { 照片: '帽.PNG' }, { 照片: ' 鞋.png' }, { 照片: '' }]);
    const uploads = await ctx.db.kysely.selectFrom('upload').select('id').execute();
    expect(uploads).toHaveLength(6);
    await deletePictures({ ctx, memberId, ids: [shoe] });
    ctx.pass(2 * DAY);
    await deleteUnusedUploads({ ctx });
    // An unused small picture goes; the file of the label stays.
    ctx.pass(-2 * DAY);
    const labels = await lease();
    expect(labels.map(({ pictures }) => Object.keys(pictures ?? {}))).toEqual([
      ['鞋', '商标/logo'],
      ['帽.PNG', '商标/logo'],
      ['鞋.png', '商标/logo'],
      ['商标/logo'],
    ]);
    const digests = labels.map(({ pictures = {} }) => Object.values(pictures)[0] ?? '');
    expect(digests[0]).toBe(digests[2]);
    expect(await read(digests[0] ?? '')).toEqual(Buffer.from(createFlatPng(10)));
    expect(await read(digests[1] ?? '')).toEqual(Buffer.from(createFlatPng(20)));
    const other = (await addMember(ctx, 'other')).id;
    expect(await read(digests[1] ?? '', other)).toBeNull();
    expect(await read('0'.repeat(64))).toBeNull();
  });

  it('are refused by row and field when the library lacks them', async () => {
    const { ctx, memberId } = shop;
    await addTestPicture(ctx, { memberId, name: '鞋.jpg' });
    await expect(
      shop.submitRows([{ 照片: '帽' }, { 照片: '裤' }, { 照片: '鞋' }]),
    ).rejects.toMatchObject({
      code: 400,
      data: {
        fields: {
          'rows.1.照片': '第 2 行：图片库里没有“裤”',
          'rows.2.照片': expect.stringContaining('第 3 行：“鞋”不止一张'),
        },
      },
    });
    await ctx.db.kysely.updateTable('picture').set({ folder_key: 'x' }).execute();
    await expect(shop.submitRows([{ 照片: '' }])).rejects.toMatchObject({
      code: 400,
      data: { fields: { 'rows.0.b': '第 1 行：图片库里没有“商标/logo”' } },
    });
    expect(await ctx.db.kysely.selectFrom('batch').selectAll().execute()).toEqual([]);
  });

  it('wait for a client that knows them', async () => {
    await shop.submitRows([{ 照片: '鞋' }]);
    const draws = CAPABILITIES.draws.filter((name) => name !== 'image.content');
    const fence = await shop.hello({ capabilities: { ...CAPABILITIES, draws } });
    expect(await shop.lease(fence, 9)).toEqual([]);
    expect(await lease()).toHaveLength(1);
  });

  it('let go of their files with the labels', async () => {
    const { ctx } = shop;
    await shop.submitRows([{ 照片: '鞋' }]);
    const countUses = async () =>
      (
        await ctx.db.kysely
          .selectFrom('upload_use')
          .selectAll()
          .where('target_kind', '=', 'batch')
          .execute()
      ).length;
    expect(await countUses()).toBe(2);
    await ctx.db.kysely.updateTable('batch').set({ finished_at: 1, counts: '{}' }).execute();
    await deleteExpiredLabels({ ctx });
    expect(await countUses()).toBe(0);
  });
});
