import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createS3Store } from './s3-store.ts';
import { createDiskStore, type FileStore } from './store.ts';
import { type S3StandIn, startS3 } from './testing-s3.ts';

const folder = mkdtempSync(join(tmpdir(), 'yb-files-'));
let s3: S3StandIn;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await s3.close();
});

const createBrokenStream = (): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('half of it')),
    pull: (controller) => controller.error(new Error('cut')),
  });

const quick = { pauseMs: 1, partBytes: 4 };

const stores: [string, () => FileStore][] = [
  ['disk', () => createDiskStore(folder)],
  ['S3', () => createS3Store(s3.settings, quick)],
];

describe.each(stores)('the file store: %s', (_name, create) => {
  const store: FileStore = {
    put: (...args) => create().put(...args),
    open: (...args) => create().open(...args),
    stat: (...args) => create().stat(...args),
    delete: (...args) => create().delete(...args),
  };
  const read = async (key: string, range = {}) =>
    new Response((await store.open(key, range)).stream).text();

  it('gives back what was put, whole or in part', async () => {
    await store.put('a/b.txt', Buffer.from('0123456789'));
    expect(await store.stat('a/b.txt')).toEqual({ size: 10 });
    expect(await read('a/b.txt')).toBe('0123456789');
    expect(await read('a/b.txt', { start: 3, end: 5 })).toBe('345');
    expect(await read('a/b.txt', { start: 7 })).toBe('789');
    expect((await store.open('a/b.txt', { start: 3, end: 5 })).size).toBe(10);
    await store.put('a/b.txt', new Blob(['new']).stream());
    expect(await read('a/b.txt')).toBe('new');
    await store.delete('a/b.txt');
    expect(await store.stat('a/b.txt')).toBeNull();
    await store.delete('a/b.txt');
  });

  it('has nothing under a key nobody put', async () => {
    expect(await store.stat('nobody')).toBeNull();
    await expect(store.open('nobody')).rejects.toThrow('no file under nobody');
  });

  it.each([0, 1, 3, 4, 5, 8, 9, 1_000])('stores a stream of %d bytes', async (length) => {
    const bytes = Buffer.from(Array.from({ length }, (_, i) => i % 251));
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (let at = 0; at < length; at += 7) controller.enqueue(bytes.subarray(at, at + 7));
        controller.close();
      },
    });
    await store.put('stream', stream);
    const { stream: back, size } = await store.open('stream');
    expect(size).toBe(length);
    expect(Buffer.from(await new Response(back).arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('keeps what was there when an upload breaks off', async () => {
    await store.put('kept', Buffer.from('old'));
    await expect(store.put('kept', createBrokenStream())).rejects.toThrow('cut');
    expect(await read('kept')).toBe('old');
  });

  it.each(['../x', '/etc/passwd', 'a/../b', 'a//b', '.hidden', 'a\\b', 'A', '', 'a?b', 'a%2e'])(
    'refuses the key %j',
    async (key) => {
      await expect((async () => store.put(key, Buffer.from('x')))()).rejects.toThrow(
        'not a file key',
      );
    },
  );
});

describe('on disk', () => {
  it('leaves no part of an upload that broke off', async () => {
    await expect(createDiskStore(folder).put('c/d', createBrokenStream())).rejects.toThrow('cut');
    expect(readdirSync(join(folder, 'c'))).toEqual([]);
  });
});

describe('in a bucket', () => {
  const store = (limits = {}) => createS3Store(s3.settings, { ...quick, ...limits });

  it('sends a long stream part by part, and takes the parts back when it breaks off', async () => {
    s3.asked.length = 0;
    await store().put('long', new Blob(['0123456789']).stream());
    expect(s3.asked).toEqual([
      'POST /labels/long',
      ...Array.from({ length: 3 }, () => 'PUT /labels/long'),
      'POST /labels/long',
    ]);
    await expect(store().put('long', createBrokenStream())).rejects.toThrow('cut');
    expect(s3.open.size).toBe(0);
    expect(s3.objects.get('long')?.toString()).toBe('0123456789');
  });

  it('tries again when the store stumbles or the line drops, and not for ever', async () => {
    s3.failWith.push(503, 0, 500);
    await store().put('again', Buffer.from('x'));
    expect(s3.objects.get('again')?.toString()).toBe('x');
    s3.failWith.push(503, 503, 503, 503);
    await expect(store().stat('again')).rejects.toThrow('S3 HEAD again: 503');
    expect(s3.failWith).toEqual([]);
  });

  it('says clearly what is wrong with its settings, without the secret', async () => {
    const wrong = [
      [{ secretAccessKey: 'guessed' }, 'SignatureDoesNotMatch'],
      [{ accessKeyId: 'OTHER' }, 'InvalidAccessKeyId'],
      [{ region: 'elsewhere' }, 'InvalidAccessKeyId'],
      [{ bucket: 'nobodys' }, 'NoSuchBucket'],
    ] as const;
    for (const [settings, code] of wrong) {
      const bad = createS3Store({ ...s3.settings, ...settings }, quick);
      const failure: unknown = await bad.check?.().then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ name: 'S3Error', code });
      expect(String(failure)).not.toContain('guessed');
    }
    await store().check?.();
    await expect(
      createS3Store(
        { ...s3.settings, endpoint: 'http://127.0.0.1:1' },
        { ...quick, maxAttempts: 1 },
      ).stat('x'),
    ).rejects.toThrow('not reached');
  });

  it('stops reading from the store when the reader goes away', async () => {
    s3.objects.set('slow', Buffer.alloc(1_000));
    s3.stall = true;
    const before = s3.cut;
    const { stream } = await store().open('slow');
    await stream.cancel();
    await expect.poll(() => s3.cut).toBe(before + 1);
    const leaving = new AbortController();
    const opened = await store().open('slow', {}, leaving.signal);
    leaving.abort();
    await expect(new Response(opened.stream).text()).rejects.toThrow();
    await expect.poll(() => s3.cut).toBe(before + 2);
    s3.stall = false;
  });

  it('puts the bucket into the host name unless told otherwise', async () => {
    const { endpoint } = s3.settings;
    const named = createS3Store(
      { ...s3.settings, endpoint: endpoint.replace('127.0.0.1', 'localhost'), pathStyle: false },
      { ...quick, maxAttempts: 1 },
    );
    s3.asked.length = 0;
    // labels.localhost is a local name only where the resolver supports it; otherwise the request
    // fails.
    await named.stat('x').catch(() => null);
    expect(s3.asked.filter((line) => line.includes('/labels/'))).toEqual([]);
  });
});
