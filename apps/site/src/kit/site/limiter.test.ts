import { describe, expect, it } from 'vitest';
import { createConcurrencyLimiter } from './limiter.ts';

describe('preloading', () => {
  // @spec preloads-limited
  it('runs at most four at a time, in order, and all of them', async () => {
    const limit = createConcurrencyLimiter(4);
    let running = 0;
    let max = 0;
    const done: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        limit(async () => {
          max = Math.max(max, ++running);
          await new Promise((resolve) => setImmediate(resolve));
          running--;
          done.push(i);
        }),
      ),
    );
    expect(max).toBe(4);
    expect(done).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  it('goes on after a task that failed', async () => {
    const limit = createConcurrencyLimiter(1);
    await expect(limit(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await limit(() => Promise.resolve('next'))).toBe('next');
  });
});
