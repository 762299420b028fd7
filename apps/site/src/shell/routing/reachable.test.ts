import { afterEach, expect, it, vi } from 'vitest';
import { isServerReachable } from './reachable.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('takes a server that says nothing for one that is not there', async () => {
  const limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: { signal?: AbortSignal }) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('too late'))),
      ),
  );
  const answer = isServerReachable();
  limit.abort();
  expect(await answer).toBe(false);
});

it('takes a server that cannot write for one that is there, and one that starts for none', async () => {
  const respondWith = (text: string) => () => Promise.resolve(new Response(text, { status: 503 }));
  vi.stubGlobal('fetch', respondWith('the disk cannot be written\n'));
  expect(await isServerReachable()).toBe(true);
  vi.stubGlobal('fetch', respondWith('503 正在启动，请几秒后重试\n'));
  expect(await isServerReachable()).toBe(false);
});
