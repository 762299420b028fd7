import type { CallParsed } from '@yunbiao/contract';
import { PICTURE_LIBRARY_BYTES, PICTURE_SIDE } from '@yunbiao/contract/limits/picture';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { readPng } from '@yunbiao/label';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAILY_BYTES } from '../../platform/upload/daily-limit.ts';
import { deleteUnusedUploads } from '../../platform/upload/delete-unused-uploads.ts';
import { findUpload } from '../../platform/upload/find-upload.ts';
import { createJpeg, createPng } from '../../platform/upload/testing-images.ts';
import { saveImage } from '../../platform/upload/save-image.ts';
import { DAY } from '../../platform/time.ts';
import {
  addMember,
  addSoftware,
  addTemplate,
  createTestContext,
  TEST_TEMPLATE,
  type TestContext,
} from '../../testing.ts';
import { deletePictures, movePictures, renamePicture } from './change-pictures.ts';
import { findPictures } from './find-pictures.ts';
import { measureLibrary, requireLibraryRoom } from './library-room.ts';
import { listPictures } from './list-pictures.ts';
import { listTemplatesUsingPictures } from './picture-uses.ts';
import { addTestPicture } from './testing.ts';
import { uploadPicture } from './upload-picture.ts';

describeEachDatabase((open) => {
  let ctx: TestContext;
  let memberId: number;
  let png: Buffer;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    memberId = (await addMember(ctx, 'shop')).id;
    png = await createPng(30, 20);
  });

  const upload = (name: string, { folder = '', bytes = png as Uint8Array, replace = false } = {}) =>
    uploadPicture({ ctx, memberId, name, folder, replace, bytes });
  const add = (name: string, { folder = '', size = 100, owner = memberId } = {}) =>
    addTestPicture(ctx, { memberId: owner, name, folder, size });
  const list = (input: Partial<CallParsed<'pictureList'>> = {}, owner = memberId) =>
    listPictures({
      ctx,
      memberId: owner,
      input: { folder: '', q: '', page: 1, pageSize: 20, ...input },
    });
  const listNames = async (input: Partial<CallParsed<'pictureList'>> = {}) =>
    (await list(input)).list.map(({ name }) => name);
  const find = async (...names: string[]) =>
    (await findPictures({ ctx, memberId, input: { names, ids: [] } })).found.map((found) =>
      'picture' in found ? found.picture.id : found.fault,
    );
  const readStored = async (url: string): Promise<Uint8Array> => {
    const { stream } = await ctx.files.open(url.slice(1));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };

  describe('an uploaded picture', () => {
    it('is stored as a grey PNG, upright, with a small one, both for its owner only', async () => {
      const { url, thumb, tone, ...rest } = await upload('鞋 A.jpg', {
        bytes: await createJpeg(60, 40, 6),
      });
      expect(rest).toMatchObject({ name: '鞋 A.jpg', width: 40, height: 60 });
      expect(tone).toBe('line');
      const { width, height, gray } = readPng(await readStored(url));
      expect([width, height]).toEqual([40, 60]);
      // Red above blue: luma of red is 76, of blue 29.
      expect((gray[0] ?? 0) > 60 && (gray.at(-1) ?? 255) < 45).toBe(true);
      const other = (await addMember(ctx, 'other')).id;
      for (const address of [url, thumb]) {
        const name = address.slice('/uploads/'.length);
        const see = (id: number | null) =>
          findUpload({ ctx, name, getViewerId: () => Promise.resolve(id) });
        expect(await see(memberId)).toMatchObject({ seen: 'own' });
        await expect(see(other)).rejects.toMatchObject({ code: 404 });
        await expect(see(null)).rejects.toMatchObject({ code: 404 });
      }
    });

    it('is scaled to the longest side that a label can use', async () => {
      expect(await upload('a.png', { bytes: await createPng(PICTURE_SIDE * 2, 10) })).toMatchObject(
        {
          width: PICTURE_SIDE,
          height: 5,
        },
      );
    });

    it('is refused by its bytes, whatever its name, and leaves nothing behind', async () => {
      const hostile: [string, Uint8Array, number][] = [
        ['a.png', Buffer.from('<html><script>alert(1)</script>'), 415],
        ['b.png', png.subarray(0, 40), 400],
        [
          'c.png',
          Buffer.concat([
            png.subarray(0, 16),
            Buffer.from([0, 1, 0, 0, 0, 1, 0, 0]),
            png.subarray(24),
          ]),
          400,
        ],
        ['d.png', new Uint8Array(0), 415],
      ];
      for (const [name, bytes, code] of hostile)
        await expect(upload(name, { bytes })).rejects.toMatchObject({ code });
      for (const name of ['', ' . ', 'a/b.png', String.raw`a\b`, 'a\u202Egnp', 'x'.repeat(81)])
        await expect(upload(name)).rejects.toMatchObject({ code: 400 });
      for (const folder of ['..', 'a/../b', 'a/b/c/d/e', 'x'.repeat(121), 'a\u0000'])
        await expect(upload('a.png', { folder })).rejects.toMatchObject({ code: 400 });
      expect(await list()).toMatchObject({ count: 0, usedBytes: 0 });
      expect(await ctx.db.kysely.selectFrom('upload').selectAll().execute()).toEqual([]);
    });

    it('is refused under a name that is taken, or replaces that picture for all who use it', async () => {
      const first = await upload('标.png');
      await expect(upload('标.PNG')).rejects.toMatchObject({ code: 409 });
      const second = await upload('标.PNG', { replace: true, bytes: await createPng(8, 8) });
      expect(second).toMatchObject({ id: first.id, width: 8 });
      expect(second.url).not.toBe(first.url);
      expect(await listNames()).toEqual(['标.PNG']);
      ctx.pass(DAY);
      // The former picture and its small one.
      expect(await deleteUnusedUploads({ ctx })).toMatchObject({ count: 2 });
      expect(await ctx.files.stat(second.url.slice(1))).not.toBeNull();
    });

    it('does not count towards the daily uploads of texts', async () => {
      await add('a.png', { size: DAILY_BYTES });
      await ctx.db.kysely.updateTable('upload').set({ created_at: ctx.now() }).execute();
      await saveImage({ ctx, memberId, usage: 'post', bytes: png });
    });
  });

  describe('the room of a library', () => {
    it('is larger with VIP in any software', async () => {
      const whose = { memberId, now: ctx.now() };
      const { free, vip } = PICTURE_LIBRARY_BYTES;
      expect(await measureLibrary(ctx.db.kysely, whose)).toMatchObject({ maxBytes: free });
      const softwareId = await addSoftware(ctx, 'one');
      const product = await ctx.db.kysely
        .insertInto('product')
        .values({
          software_id: softwareId,
          name: 'VIP',
          level: 1,
          is_free: 0,
          entitlements: '{}',
          price_fen: 100,
          list_price_fen: 100,
          days: 30,
          state: 'on',
          sort: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await ctx.db.kysely
        .insertInto('vip')
        .values({
          member_id: memberId,
          software_id: softwareId,
          product_id: product.id,
          starts_at: ctx.now() - DAY,
          expires_at: ctx.now() + DAY,
          updated_at: ctx.now(),
        })
        .execute();
      expect(await measureLibrary(ctx.db.kysely, whose)).toMatchObject({ maxBytes: vip });
      const later = { memberId, now: ctx.now() + DAY };
      expect(await measureLibrary(ctx.db.kysely, later)).toMatchObject({ maxBytes: free });
    });

    it('is not exceeded by uploads at the same time', async () => {
      const { bytes } = await upload('first.png');
      await add('second.png', { size: PICTURE_LIBRARY_BYTES.free - 2 * bytes });
      const results = await Promise.allSettled([3, 4].map((n) => upload(`${n}.png`)));
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 402 });
    });

    it('comes back with a deletion, and is bounded by the day', async () => {
      const { free } = PICTURE_LIBRARY_BYTES;
      const id = await add('a.png', { size: free });
      const whose = { memberId, now: ctx.now() };
      const require = () =>
        requireLibraryRoom(ctx.db.kysely, whose, { bytes: 1, replacedBytes: null });
      await expect(require()).rejects.toMatchObject({ code: 402 });
      await requireLibraryRoom(ctx.db.kysely, whose, { bytes: 1, replacedBytes: 1 });
      await deletePictures({ ctx, memberId, ids: [id] });
      await require();
      await ctx.db.kysely.updateTable('upload').set({ created_at: ctx.now() }).execute();
      await expect(require()).rejects.toMatchObject({ code: 429 });
    });
  });

  it('is listed by folder, and by name over all folders', async () => {
    await add('鞋.png');
    await add('a_1.png', { folder: '商品图/夏季' });
    await add('ab1.png', { folder: String.raw` 商品图\夏季 ` });
    expect(await list()).toMatchObject({
      total: 1,
      count: 3,
      folders: [{ name: '商品图/夏季', count: 2 }],
    });
    expect(await listNames({ folder: '商品图/夏季' })).toEqual(['a_1.png', 'ab1.png']);
    expect(await listNames({ q: 'A_1' })).toEqual(['a_1.png']);
    expect(await listNames({ folder: '商品图/夏季', page: 2, pageSize: 1 })).toEqual(['ab1.png']);
  });

  it('is renamed and moved, never onto another picture', async () => {
    const id = await add('a.png');
    await add('b.png');
    await expect(renamePicture({ ctx, memberId, id, name: 'B.png' })).rejects.toMatchObject({
      code: 409,
    });
    expect(await renamePicture({ ctx, memberId, id, name: 'A.png' })).toMatchObject({
      name: 'A.png',
    });
    const second = await add('a.png', { folder: '旧' });
    await expect(movePictures({ ctx, memberId, ids: [second], folder: '' })).rejects.toMatchObject({
      code: 409,
    });
    await movePictures({ ctx, memberId, ids: [id], folder: '新' });
    expect(await listNames({ folder: '新' })).toEqual(['A.png']);
  });

  it('belongs to one member: others find, change and delete none of it', async () => {
    const id = await add('a.png');
    const other = (await addMember(ctx, 'other')).id;
    const whose = { ctx, memberId: other };
    expect((await list({ q: 'a' }, other)).list).toEqual([]);
    for (const act of [
      () => renamePicture({ ...whose, id, name: 'b' }),
      () => movePictures({ ...whose, ids: [id], folder: 'x' }),
      () => deletePictures({ ...whose, ids: [id] }),
      () => listTemplatesUsingPictures({ ...whose, ids: [id] }),
    ])
      await expect(act()).rejects.toMatchObject({ code: 404 });
    const { found } = await findPictures({ ...whose, input: { names: ['a'], ids: [id] } });
    expect(found.map((it) => 'fault' in it)).toEqual([true, true]);
    await add('a.png', { owner: other });
    expect(await listNames()).toEqual(['a.png']);
  });

  it('says which templates show it on every label', async () => {
    const id = await add('Logo.png', { folder: '商标' });
    const other = await add('鞋.png');
    const softwareId = await addSoftware(ctx, 'uses');
    const templateId = await addTemplate(ctx, softwareId, memberId);
    const image = { type: 'image', id: 'a', image: 'library', fit: 'contain', dither: 'threshold' };
    const box = { xMm: 1, yMm: 1, widthMm: 9, heightMm: 9, rotation: 0 };
    const elements = [{ ...image, ...box, content: '商标/logo' }];
    const content = JSON.stringify({ ...TEST_TEMPLATE, elements });
    await ctx.db.kysely.updateTable('template').set({ content }).execute();
    const uses = (ids: string[]) => listTemplatesUsingPictures({ ctx, memberId, ids });
    expect(await uses([id, other])).toEqual({
      total: 1,
      templates: [{ id: String(templateId), name: '货位标签' }],
    });
    expect(await uses([other])).toEqual({ total: 0, templates: [] });
  });

  describe('a name in a data row', () => {
    it('finds its picture without case, extension or folder', async () => {
      const id = await add('Shoe.PNG', { folder: '商品图' });
      expect(
        await find('shoe', ' SHOE.png ', '商品图/shoe', String.raw`商品图\Shoe.png`, 'shoe.jpg'),
      ).toEqual([id, id, id, id, '图片库里没有“shoe.jpg”']);
      expect(await find('/shoe', '别的/shoe', '')).toEqual([
        '图片库里没有“/shoe”',
        '图片库里没有“别的/shoe”',
        '图片库里没有“”',
      ]);
    });

    it('is refused when several pictures have it, and the exact name is none of them', async () => {
      const plain = await add('a.png');
      const inFolder = await add('a.png', { folder: '旧' });
      const jpeg = await add('a.jpg');
      expect(await find('/a.png', '旧/a', '/a', 'a', 'a.jpg')).toEqual([
        plain,
        inFolder,
        expect.stringContaining('不止一张：a.jpg、a.png'),
        expect.stringContaining('不止一张'),
        jpeg,
      ]);
    });
  });
});
