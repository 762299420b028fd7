import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createDiskStore } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'yb-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the file store', () => {
  const store = createDiskStore(folder);
  const read = async (key: string, range = {}) =>
    new Response((await store.open(key, range)).stream).text();

  it('gives back what was put, whole or in part', async () => {
    await store.put('a/b.txt', Buffer.from('0123456789'));
    expect(await store.stat('a/b.txt')).toEqual({ size: 10 });
    expect(await read('a/b.txt')).toBe('0123456789');
    expect(await read('a/b.txt', { start: 3, end: 5 })).toBe('345');
    await store.put('a/b.txt', new Blob(['new']).stream());
    expect(await read('a/b.txt')).toBe('new');
    await store.delete('a/b.txt');
    expect(await store.stat('a/b.txt')).toBeNull();
  });

  it('keeps nothing of an upload that broke off', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from('half')),
      pull: (controller) => controller.error(new Error('cut')),
    });
    await expect(store.put('c/d', broken)).rejects.toThrow('cut');
    expect(readdirSync(join(folder, 'c'))).toEqual([]);
  });

  it.each(['../x', '/etc/passwd', 'a/../b', 'a//b', '.hidden', 'a\\b', 'A', ''])(
    'refuses the key %j',
    async (key) => {
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('not a file key');
    },
  );
});
