import { request as httpRequest, createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { HEIC_REFUSED, IMAGE_BYTES } from '@yunbiao/contract';
import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import {
  addForumGroup,
  savePost,
  updateProfile,
  getSoftware,
  setForumEntryHidden,
} from '@yunbiao/services';
import {
  addMember,
  addSoftware,
  createTestContext,
  type TestContext,
  type TestMember,
} from '@yunbiao/services/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from './api.ts';
import { parseMultipartBoundary, parseMultipart } from './multipart.ts';

/** A PNG of 1 × 1 px. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

type Envelope = {
  state: string;
  code: number;
  msg: string;
  data: { url: string; fields?: Record<string, string> };
};

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
  let api: ReturnType<typeof createApi>;
  let member: TestMember;

  beforeEach(async () => {
    db = await open();
    ctx = createTestContext(db);
    api = createApi(ctx);
    member = await addMember(ctx, 'sender');
  });

  const post = async (path: string, body: FormData | string, headers = {}) => {
    // As bytes: undici would keep writing a form to a request that the server no longer reads.
    const sent = new Response(body);
    const type = sent.headers.get('content-type') ?? '';
    const response = await api.request(path, {
      method: 'POST',
      headers: { 'X-Token': member.token, 'Content-Type': type, ...headers },
      body: await sent.arrayBuffer(),
    });
    return { status: response.status, reply: (await response.json()) as Envelope };
  };
  const buildFormData = (fields: Record<string, string | File>): FormData => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    return data;
  };
  const createImageFile = (bytes: Uint8Array<ArrayBuffer> = new Uint8Array(DOT), name = 'a.png') =>
    new File([bytes], name);
  const upload = (file = createImageFile(), fields = {}) =>
    post('/user/image', buildFormData({ file, ...fields }));

  describe('sending a picture', () => {
    it('answers its address, which serves it to its member until a text shows it', async () => {
      const { status, reply } = await upload(
        createImageFile(undefined, '../../"<img onerror=1>\r\n.svg'),
      );
      expect([status, reply.code]).toEqual([200, 200]);
      expect(reply.data).toMatchObject({ width: 1, height: 1 });
      const own = { Cookie: `a=b; auto-token=${member.token}` };
      const requestImage = (headers = {}, method = 'GET') =>
        api.request(reply.data.url, { method, headers });
      for (const headers of [{}, { Cookie: 'auto-token=x' }, { 'X-Token': 'x'.repeat(43) }])
        expect((await requestImage(headers)).status).toBe(404);
      expect((await requestImage({ 'X-Token': member.token })).status).toBe(200);
      const response = await requestImage(own);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');
      expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
      const etag = response.headers.get('etag') ?? '';
      const again = await requestImage({ ...own, 'If-None-Match': etag });
      expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
      expect((await requestImage({ 'If-None-Match': etag })).status).toBe(404);
      const head = await requestImage(own, 'HEAD');
      expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);
    });

    it('serves what everybody sees from caches, for a time that fits what shows it', async () => {
      const getCacheControl = async (url: string) =>
        (await api.request(url)).headers.get('cache-control');
      const { data } = (await upload(createImageFile(), { usage: 'avatar' })).reply;
      await updateProfile({ ctx, memberId: member.id, input: { avatar: data.url } });
      expect(await getCacheControl(data.url)).toBe('public, max-age=86400');
      await addSoftware(ctx, 'one');
      const software = await getSoftware(ctx, { alias: 'one' });
      const group = await addForumGroup({ ctx, alias: 'one', name: '打印机', description: '' });
      const shown = (await upload()).reply.data.url;
      const input = { gid: group.id, title: '打印机不走纸', content: `看图 ![](${shown})` };
      const { id } = await savePost({
        ctx,
        software,
        input,
        member: { id: member.id, created_at: 0 },
      });
      expect(await getCacheControl(shown)).toBe('public, max-age=300');
      const { headers } = await api.request(shown);
      await setForumEntryHidden({ ctx, kind: 'post', id, hide: true });
      const known = { 'If-None-Match': headers.get('etag') ?? '', 'X-Token': member.token };
      expect((await api.request(shown, { headers: known })).status).toBe(404);
      expect(await getCacheControl(shown)).toBe('no-store');
    });

    it('is for its use only, and a cover has a call of its own', async () => {
      await upload(createImageFile(), { usage: 'avatar' });
      await post('/user/image/cover', buildFormData({ file: createImageFile() }));
      const rows = await db.kysely.selectFrom('upload').select(['usage', 'member_id']).execute();
      expect(rows).toEqual([
        { usage: 'avatar', member_id: member.id },
        { usage: 'cover', member_id: member.id },
      ]);
      expect((await upload(createImageFile(), { usage: 'cover' })).reply).toMatchObject({
        code: 400,
        data: { fields: { usage: '用途只能是 avatar 或 post' } },
      });
    });

    it('says what is wrong', async () => {
      const heic = new Uint8Array(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'));
      const answers = [
        [await upload(createImageFile(heic)), 415, 415, HEIC_REFUSED],
        [
          await upload(createImageFile(new Uint8Array(Buffer.from('<svg onload=alert(1)>')))),
          415,
          415,
          '只能上传',
        ],
        [await post('/user/image', buildFormData({ usage: 'post' })), 200, 400, '请选择图片'],
        [await post('/user/image', buildFormData({ file: 'text' })), 200, 400, '请选择图片'],
        [
          await post(
            '/user/image',
            buildFormData({ file: createImageFile(), other: createImageFile() }),
          ),
          200,
          400,
          '一次只能传一个文件',
        ],
        [
          await post('/user/image', '{}', { 'Content-Type': 'application/json' }),
          415,
          415,
          'multipart',
        ],
        [
          await post('/user/image', 'broken', {
            'Content-Type': 'multipart/form-data; boundary=x',
          }),
          200,
          400,
          '不完整',
        ],
        [
          await upload(createImageFile(new Uint8Array(IMAGE_BYTES + 30_000))),
          413,
          413,
          '最多 10 MB',
        ],
      ] as const;
      for (const [{ status, reply }, http, code, words] of answers) {
        expect([status, reply.code, reply.msg]).toEqual([
          http,
          code,
          expect.stringContaining(words),
        ]);
      }
      expect(await db.kysely.selectFrom('upload').selectAll().execute()).toEqual([]);
    });

    it('leaves places to others when a member sends many slowly', async () => {
      const other = await addMember(ctx, 'other');
      const endings: (() => void)[] = [];
      const uploadSlowly = (): Promise<Response> =>
        Promise.resolve(
          api.request('/user/image', {
            method: 'POST',
            headers: {
              'X-Token': member.token,
              'Content-Type': 'multipart/form-data; boundary=x',
            },
            body: new ReadableStream({ start: (stream) => endings.push(() => stream.close()) }),
            duplex: 'half',
          } as RequestInit),
        );
      const begun = Array.from({ length: 3 }, uploadSlowly);
      const refused = await Promise.race(begun);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
      const mine = await post('/user/image', buildFormData({ file: createImageFile() }));
      const theirs = await post('/user/image', buildFormData({ file: createImageFile() }), {
        'X-Token': other.token,
      });
      expect([mine.reply.code, theirs.reply.code]).toEqual([429, 200]);
      for (const end of endings) end();
      await Promise.all(begun);
      expect((await upload()).reply.code).toBe(200);
    });

    it('is for members', async () => {
      member.token = '';
      expect((await upload()).reply.code).toBe(-9999);
    });

    it('finds nothing under another address', async () => {
      for (const path of [
        '/uploads/',
        '/uploads/..%2fdownloads%2fa',
        `/uploads/${'a'.repeat(22)}-1x1.webp`,
        '/uploads/a.svg',
      ])
        expect([path, (await api.request(path)).status]).toEqual([path, 404]);
    });
  });

  describe('over the network', () => {
    let server: Server;
    beforeEach(async () => {
      const listener = getRequestListener((request) => api.fetch(request));
      server = createServer((req, res) => void listener(req, res));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });

    /**
     * Sends the start of a picture, then one byte whenever `drip` says so. Resolves with the answer
     * when the server closes the connection.
     */
    const trickle = (token: string, onReply: (status: number, text: string) => void) => {
      const head =
        'POST /user/image HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n' +
        `X-Token: ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n--x`;
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      // Written before the connection is established: on a busy machine the first drip byte would
      // otherwise come first.
      socket.write(head);
      let text = '';
      socket.setEncoding('utf8').on('data', (part: string) => (text += part));
      socket.on('error', () => undefined);
      const drip = setInterval(() => socket.write('.'), 20);
      socket.on('close', () => {
        clearInterval(drip);
        onReply(Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1]), text);
      });
    };

    it('does not wait for a client that sends a byte now and then, and hangs up', async () => {
      api = createApi(ctx, { bodyRates: { large: { bytes: 64_000, ms: 200 } } });
      const others = await Promise.all(
        Array.from({ length: 8 }, (_, n) => addMember(ctx, `slow-${n}`)),
      );
      // All slots are taken.
      const replies = others.flatMap(({ token }) =>
        [1, 2].map(
          () =>
            new Promise<[number, string]>((resolve) =>
              trickle(token, (status, text) => resolve([status, text])),
            ),
        ),
      );
      for (const [status, text] of await Promise.all(replies)) {
        expect(status).toBe(408);
        expect(text).toContain('图片传得太慢');
        expect(text).toMatch(/^connection: close\r$/im);
      }
      expect((await upload()).reply.code).toBe(200);
    });

    it('takes a picture that comes in pieces, each in time', async () => {
      api = createApi(ctx, { bodyRates: { large: { bytes: 1, ms: 1_000 } } });
      const formResponse = new Response(buildFormData({ file: createImageFile() }));
      const bytes = Buffer.from(await formResponse.arrayBuffer());
      const reply = await new Promise<string>((resolve, reject) => {
        const req = httpRequest({
          port: (server.address() as AddressInfo).port,
          host: '127.0.0.1',
          method: 'POST',
          path: '/user/image',
          headers: {
            'X-Token': member.token,
            'Content-Type': formResponse.headers.get('content-type') ?? '',
          },
        });
        req.on('error', reject).on('response', (res) => {
          let body = '';
          res.setEncoding('utf8').on('data', (part: string) => (body += part));
          res.on('end', () => resolve(body));
        });
        const writeNext = (at: number): void => {
          if (at >= bytes.length) return void req.end();
          req.write(bytes.subarray(at, at + 60), () => setImmediate(writeNext, at + 60));
        };
        writeNext(0);
      });
      expect(JSON.parse(reply)).toMatchObject({ code: 200 });
    });

    it('stops reading at the limit, whatever length was promised', async () => {
      let sent = 0;
      const status = await new Promise<number | undefined>((resolve) => {
        const req = httpRequest({
          port: (server.address() as AddressInfo).port,
          host: '127.0.0.1',
          method: 'POST',
          path: '/user/image',
          // Chunked: no Content-Length, and no end.
          headers: {
            'X-Token': member.token,
            'Content-Type': 'multipart/form-data; boundary=x',
          },
        });
        req.on('response', (res) => resolve(res.statusCode));
        req.on('error', () => resolve(undefined));
        const block = Buffer.alloc(1_000_000);
        const pump = (): void => {
          if (req.destroyed || sent > 60_000_000) return;
          sent += block.length;
          req.write(block, pump);
        };
        pump();
      });
      expect(status).toBe(413);
      expect(sent).toBeLessThan(60_000_000);
    });
  });
});

describe('multipart forms', () => {
  const buildMultipart = (...parts: string[]): Buffer =>
    Buffer.from(`${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`);
  const buildField = (name: string, value = 'v') =>
    `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

  it('names its boundary', () => {
    expect(parseMultipartBoundary('multipart/form-data; boundary=----x1')).toBe('----x1');
    expect(parseMultipartBoundary('Multipart/Form-Data;charset=utf-8; boundary="a b"')).toBe('a b');
    expect(parseMultipartBoundary('multipart/form-data')).toBeNull();
    expect(parseMultipartBoundary('application/json; boundary=x')).toBeNull();
    expect(parseMultipartBoundary(`multipart/form-data; boundary=${'x'.repeat(71)}`)).toBeNull();
  });

  it('keeps texts and the bytes of a file as they are', () => {
    const file = `Content-Disposition: form-data; name="file"; filename="图.png"\r\nContent-Type: image/png\r\n\r\n-bogus\r\n--c`;
    const fields = parseMultipart(buildMultipart(buildField('a', '一\r\n二'), file), 'b');
    expect(fields['a']).toBe('一\r\n二');
    expect(fields['file']).toMatchObject({ name: '图.png', type: 'image/png', size: 11 });
  });

  it.each([
    ['nothing', ''],
    ['no boundary', 'hello'],
    ['no end', `--b\r\n${buildField('a')}`],
    ['a part without a name', `--b\r\nContent-Type: a/b\r\n\r\nx\r\n--b--`],
    ['a part without a body', `--b\r\nContent-Disposition: form-data; name="a"\r\n--b--`],
    ['a field twice', buildMultipart(buildField('a'), buildField('a')).toString()],
    [
      'too many fields',
      buildMultipart(...Array.from({ length: 9 }, (_, i) => buildField(`f${i}`))).toString(),
    ],
    ['an endless head', `--b\r\n${'x'.repeat(5_000)}\r\n\r\n\r\n--b--`],
    ['a long text', buildMultipart(buildField('a', 'x'.repeat(10_001))).toString()],
  ])('refuses %s', (_name, text) => {
    expect(() => parseMultipart(Buffer.from(text), 'b')).toThrow(/不完整|只能/);
  });

  it('never makes a prototype of a name', () => {
    const fields = parseMultipart(buildMultipart(buildField('__proto__')), 'b');
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
  });
});
