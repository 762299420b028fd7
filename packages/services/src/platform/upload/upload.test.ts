import { type CallInput, calls } from '@yunbiao/contract';
import { HEIC_REFUSED } from '@yunbiao/contract/limits/image';
import { type Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { updateProfile } from '../../identity/account/change-info.ts';
import { ServiceError } from '../errors.ts';
import { addMember, createTestContext, type TestContext } from '../../testing.ts';
import { DAY, HOUR } from '../time.ts';
import { DAILY_BYTES } from './daily-limit.ts';
import { saveImage } from './save-image.ts';
import {
  createAnimatedGif,
  createJpeg,
  decodePicture,
  createPng,
  createWebp,
} from './testing-images.ts';

const catchServiceError = async (work: Promise<unknown>): Promise<ServiceError> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('it was not refused');
};

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
  let memberId: number;

  beforeEach(async () => {
    db = await open();
    ctx = createTestContext(db);
    memberId = (await addMember(ctx, 'photographer')).id;
  });

  const save = (bytes: Uint8Array, usage: 'avatar' | 'post' | 'cover' = 'post') =>
    saveImage({ ctx, memberId, usage, bytes });
  const readStored = async (url: string): Promise<Buffer> => {
    const { stream } = await ctx.files.open(url.slice(1));
    return Buffer.from(await new Response(stream).arrayBuffer());
  };
  const listUploadRows = () => db.kysely.selectFrom('upload').selectAll().execute();

  describe('a picture', () => {
    it('is encoded again, upright, without anything but its pixels', async () => {
      const sent = await createJpeg(60, 40, 6);
      expect(sent.includes('GPS 31.2304N')).toBe(true);
      const { url, width, height } = await save(sent);
      expect(url).toMatch(/^\/uploads\/[a-z0-9]{22}-40x60\.webp$/);
      expect([width, height]).toEqual([40, 60]);
      const bytes = await readStored(url);
      expect(bytes.includes('GPS')).toBe(false);
      expect(bytes.includes('EXIF')).toBe(false);
      const picture = await decodePicture(bytes);
      // Stored with red on the left and to be rotated by 90° clockwise: red is at the top.
      expect(picture.getPixel(20, 5)[0]).toBeGreaterThan(200);
      expect(picture.getPixel(20, 55)[2]).toBeGreaterThan(200);
      expect(await listUploadRows()).toMatchObject([
        { member_id: memberId, usage: 'post', width: 40, height: 60, size: bytes.length },
      ]);
    });

    it('is no larger than its use needs', async () => {
      const wide = await createPng(2400, 300);
      expect(await save(wide, 'avatar')).toMatchObject({ width: 256, height: 256 });
      expect(await save(wide, 'cover')).toMatchObject({ width: 1600, height: 200 });
      expect(await save(wide, 'post')).toMatchObject({ width: 2000, height: 250 });
      expect(await save(await createWebp(30, 20), 'post')).toMatchObject({ width: 30, height: 20 });
    });

    it('keeps the first frame of an animation', async () => {
      const { url } = await save(createAnimatedGif());
      expect((await decodePicture(await readStored(url))).getPixel(1, 1)).toEqual([255, 0, 0, 255]);
    });

    it('loses what a second format hides in it', async () => {
      const script = '<script>alert(1)</script>';
      const polyglot = Buffer.concat([await createPng(8, 8), Buffer.from(script)]);
      expect((await readStored((await save(polyglot)).url)).includes('script')).toBe(false);
      const gif = createAnimatedGif();
      const gifJs = Buffer.concat([
        gif.subarray(0, -1),
        Buffer.from('!\xfe\x09=alert();\0;', 'latin1'),
      ]);
      expect((await readStored((await save(gifJs)).url)).includes('alert')).toBe(false);
    });
  });

  describe('what is no picture', () => {
    it.each([
      ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), 415, HEIC_REFUSED],
      ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, '只能上传'],
      ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 415, '只能上传'],
      ['a zip', Buffer.from('PK\x03\x04', 'latin1'), 415, '只能上传'],
      ['a script that begins like a GIF', Buffer.from('GIF89a/*\0\0*/=1;alert(1)//'), 400, '图片'],
      ['nothing', Buffer.alloc(0), 415, '只能上传'],
    ])('is refused: %s', async (_name, bytes, code, words) => {
      const error = await catchServiceError(save(bytes));
      expect(error.code).toBe(code);
      expect(error.message).toContain(words);
      expect(await listUploadRows()).toEqual([]);
    });

    it('is refused when it was cut off, in every format', async () => {
      for (const whole of [
        await createPng(64, 64),
        await createJpeg(640, 640),
        await createWebp(64, 64),
        createAnimatedGif(),
      ]) {
        const error = await catchServiceError(
          save(whole.subarray(0, Math.floor(whole.length * 0.6))),
        );
        expect([400, 415]).toContain(error.code);
      }
      expect(await listUploadRows()).toEqual([]);
    });

    it('is refused by what it declares, before anything is decoded', async () => {
      // 35 bytes that declare four billion pixels.
      const bomb = Buffer.concat([
        createAnimatedGif(65_535, 65_535).subarray(0, 34),
        Buffer.from([0x3b]),
      ]);
      expect(bomb.length).toBe(35);
      expect((await catchServiceError(save(bomb))).message).toContain('65535 × 65535');
      const small = await createPng(8, 8);
      small.writeUInt32BE(5_001, 16);
      small.writeUInt32BE(5_000, 20);
      expect((await catchServiceError(save(small))).message).toContain('5001 × 5000');
    });
  });

  describe('the store', () => {
    it('leaves no row when it is full, and asks to come back', async () => {
      ctx.files.put = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
      expect((await catchServiceError(save(await createPng(8, 8)))).code).toBe(503);
      expect(await listUploadRows()).toEqual([]);
    });

    it('takes so much a day from one member, and says when there is room again', async () => {
      const { url } = await save(await createPng(8, 8));
      await db.kysely
        .updateTable('upload')
        .set({ size: DAILY_BYTES })
        .where('file_key', '=', url.slice(1))
        .execute();
      ctx.pass(HOUR);
      const error = await catchServiceError(save(await createPng(8, 8)));
      expect([error.code, error.message]).toEqual([429, '今天传的图片够多了，请 23 小时后再传']);
      expect(error.data?.retryAfter).toBe(23 * 3600);
      const other = await addMember(ctx, 'other-member');
      await saveImage({ ctx, memberId: other.id, usage: 'post', bytes: await createPng(8, 8) });
      ctx.pass(DAY);
      await save(await createPng(8, 8));
    });
  });

  describe('a profile', () => {
    /** The parsed input, as the API passes it. */
    const change = (sent: CallInput<'changeInfo'>) =>
      updateProfile({ ctx, memberId, input: calls.changeInfo.input.parse(sent) });

    it('takes what is given and leaves the rest', async () => {
      const { url } = await save(await createPng(8, 8), 'avatar');
      await change({ avatar: url, intro: '做标签', company: '小店' });
      expect(await change({ nickname: '周敏' })).toMatchObject({
        nickname: '周敏',
        avatar: url,
        intro: '做标签',
        company: '小店',
      });
      expect(ctx.heard).toContainEqual(['content-changed', { tags: ['forum'] }]);
      expect(await change({ avatar: '-', intro: '-', company: '' })).toMatchObject({
        nickname: '周敏',
        avatar: null,
        intro: '',
        company: '',
      });
    });

    it('shows only pictures of the own, for what they were sent', async () => {
      const mine = await save(await createPng(8, 8), 'post');
      const other = await addMember(ctx, 'other-member');
      const foreign = await saveImage({
        ctx,
        memberId: other.id,
        usage: 'avatar',
        bytes: await createPng(8, 8),
      });
      const messages = [];
      for (const avatar of [
        mine.url,
        foreign.url,
        foreign.url.replace(/[a-z0-9]{4}-/, 'zzzz-'),
        'https://evil.example/a.png',
        '/uploads/../x',
        'javascript:alert(1)',
      ])
        messages.push((await catchServiceError(change({ avatar }))).data);
      // The same answer for all: it does not reveal whether a picture exists.
      expect(new Set(messages.map((data) => JSON.stringify(data)))).toEqual(
        new Set([JSON.stringify({ fields: { avatar: '请重新上传头像' } })]),
      );
    });

    it('does not start with a name of staff either', async () => {
      await addMember(ctx, '云标客服');
      const { nickname } = await db.kysely
        .selectFrom('member')
        .select('nickname')
        .where('username', '=', '云标客服')
        .executeTakeFirstOrThrow();
      expect(nickname).toMatch(/^会员 [0-9A-Z]{7}$/);
    });

    it.each(['云标官方', '官 方 客 服', 'Yun-Biao', 'аdmin', 'ADM1N', '技术支持小王'])(
      'does not let %s speak for the site',
      async (nickname) => {
        expect((await catchServiceError(change({ nickname }))).data?.fields).toHaveProperty(
          'nickname',
        );
        await db.kysely.updateTable('member').set({ official: '云标技术支持' }).execute();
        expect(await change({ nickname })).toMatchObject({ nickname });
      },
    );
  });
});
