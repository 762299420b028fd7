import { createHash } from 'node:crypto';
import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { addSoftware, createTestContext, type TestContext } from '@yunbiao/services/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from './api.ts';
import { formatAttachmentDisposition, parseRange } from './files.ts';

const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 251));
const sha256 = createHash('sha256').update(bytes).digest('hex');
const fileName = '云标 "安装版" 1.0.zip';

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
  let api: ReturnType<typeof createApi>;
  let url: string;

  beforeEach(async () => {
    db = await open();
    ctx = createTestContext(db);
    api = createApi(ctx);
    const softwareId = await addSoftware(ctx, 'files');
    await ctx.files.put('downloads/a', bytes);
    const { id } = await db.kysely
      .insertInto('download')
      .values({
        software_id: softwareId,
        version: '1.0.0',
        platform: 'windows',
        arch: 'x64',
        title: '安装版',
        file_name: fileName,
        file_key: 'downloads/a',
        size: bytes.length,
        sha256,
        notes: '',
        requirement: '',
        count: 0,
        released_at: ctx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    url = `/files/${id}/${encodeURIComponent(fileName)}`;
  });

  const get = async (headers: Record<string, string> = {}, method = 'GET', from = '10.0.0.1') => {
    const env = { incoming: { socket: { remoteAddress: from } } };
    const response = await api.request(url, { headers, method }, env);
    return { response, body: Buffer.from(await response.arrayBuffer()) };
  };
  const count = async () =>
    (await db.kysely.selectFrom('download').select('count').executeTakeFirstOrThrow()).count;

  describe('a download', () => {
    it('is whole, named for everybody, and counted once', async () => {
      const { response, body } = await get();
      expect(response.status).toBe(200);
      expect(createHash('sha256').update(body).digest('hex')).toBe(sha256);
      expect(response.headers.get('etag')).toBe(`"${sha256}"`);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-disposition')).toContain(
        `filename*=UTF-8''${encodeURIComponent('云标')}%20`,
      );
      expect(await count()).toBe(1);
    });

    it('counts once for an address, however often it starts over within a day', async () => {
      for (let n = 0; n < 5; n += 1) await get();
      await get({ Range: 'bytes=0-99' });
      expect(await count()).toBe(1);
      await get({}, 'GET', '10.0.0.2');
      await get({}, 'GET', '2001:db8::1');
      await get({}, 'GET', '2001:db8::2');
      expect(await count()).toBe(3);
      ctx.pass(86_400_000);
      await get();
      expect(await count()).toBe(4);
    });

    it('goes on where it broke off, without counting again', async () => {
      await get();
      const { response, body } = await get({ Range: 'bytes=600-', 'If-Range': `"${sha256}"` });
      expect([
        response.status,
        response.headers.get('content-range'),
        response.headers.get('content-length'),
      ]).toEqual([206, 'bytes 600-999/1000', '400']);
      expect(body.equals(bytes.subarray(600))).toBe(true);
      expect((await get({ Range: 'bytes=-100' })).body.equals(bytes.subarray(900))).toBe(true);
      expect((await get({ Range: 'bytes=0-0' })).body.length).toBe(1);
      expect(await count()).toBe(1);
    });

    it('starts over when the file is another one by now', async () => {
      const { response, body } = await get({ Range: 'bytes=600-', 'If-Range': '"older"' });
      expect([response.status, body.length]).toEqual([200, 1_000]);
    });

    it('refuses a range outside, and sends nothing that is known already', async () => {
      const outside = await get({ Range: 'bytes=1000-' });
      expect([outside.response.status, outside.response.headers.get('content-range')]).toEqual([
        416,
        'bytes */1000',
      ]);
      expect((await get({ 'If-None-Match': `W/"${sha256}"` })).response.status).toBe(304);
      expect(await count()).toBe(0);
    });

    it('tells its size without the bytes', async () => {
      const { response, body } = await get({}, 'HEAD');
      expect([response.status, response.headers.get('content-length'), body.length]).toEqual([
        200,
        '1000',
        0,
      ]);
      expect(await count()).toBe(0);
    });

    it('is found only under its own name', async () => {
      for (const path of [
        '/files/999999/a.zip',
        `${url}x`,
        '/files/0/a',
        '/files/1e3/a',
        '/files/..%2f..%2fetc/passwd',
      ]) {
        expect([path, (await api.request(path)).status]).toEqual([path, 404]);
      }
    });
  });
});

describe('ranges', () => {
  it.each([
    [null, 'all'],
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=990-2000', { start: 990, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['bytes=-0', 'none'],
    ['bytes=1000-1001', 'none'],
    ['bytes=9-3', 'all'],
    ['bytes=0-1,5-6', 'all'],
    ['items=0-1', 'all'],
    ['bytes=-', 'all'],
  ])('%s', (header, expected) => {
    expect(parseRange(header, 1_000)).toEqual(expected);
  });
});

describe('names', () => {
  it('cannot break out of the header', () => {
    const value = formatAttachmentDisposition('a"\r\nSet-Cookie: x=1\\.zip');
    expect(value).not.toMatch(/[\r\n]/);
    expect(value).toContain('filename="a___Set-Cookie: x=1_.zip"');
  });
});
