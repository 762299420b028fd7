import { expect, it } from 'vitest';
import { ContentCache } from './content-cache.ts';

const setUp = () => {
  const kept = new ContentCache();
  let reads = 0;
  const read = (): Promise<number> => Promise.resolve((reads += 1));
  return { kept, read };
};

it('reads once for all who ask, until what it shows changes', async () => {
  const { kept, read } = setUp();
  const loadCommon = (): Promise<number> => kept.getOrLoad('common', ['content', 'software'], read);
  expect(await Promise.all([loadCommon(), loadCommon()])).toEqual([1, 1]);
  kept.invalidate(['download']);
  expect(await loadCommon()).toBe(1);
  kept.invalidate(['software']);
  expect(await loadCommon()).toBe(2);
});

it('does not keep a read that began before a change, whenever it ends', async () => {
  const { kept, read } = setUp();
  let ignoreValue = (_value: number): void => undefined;
  const slow = kept.getOrLoad(
    'common',
    ['software'],
    () => new Promise<number>((done) => (ignoreValue = done)),
  );
  kept.invalidate(['software']);
  ignoreValue(-1);
  expect(await slow).toBe(-1);
  expect(await kept.getOrLoad('common', ['software'], read)).toBe(1);
});

it('keeps neither what failed nor what is refused', async () => {
  const { kept, read } = setUp();
  await expect(kept.getOrLoad('a', [], () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  );
  expect(await kept.getOrLoad('a', [], read)).toBe(1);
  const isEven = (value: number): boolean => value % 2 === 0;
  const loadB = (): Promise<number> => kept.getOrLoad('b', [], read, isEven);
  expect([await loadB(), await loadB(), await loadB()]).toEqual([2, 2, 2]);
  kept.invalidate([]);
  const loadC = (): Promise<number> => kept.getOrLoad('c', [], read, isEven);
  expect([await loadC(), await loadC()]).toEqual([3, 4]);
});

it('holds no more than it has room for, whatever names are asked for', async () => {
  const { kept, read } = setUp();
  for (let n = 0; n < 2_000; n += 1) await kept.getOrLoad(`software ${n}`, ['software'], read);
  expect(await kept.getOrLoad('software 0', ['software'], read)).toBe(2_001);
});
