import { afterEach, expect, it, vi } from 'vitest';
import { isReachable } from './reachable.ts';

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
  const answer = isReachable();
  limit.abort();
  expect(await answer).toBe(false);
});
