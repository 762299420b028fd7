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
  const ask = (): Promise<number> => kept.getOrLoad('common', ['content', 'software'], read);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  kept.invalidate(['download']);
  expect(await ask()).toBe(1);
  kept.invalidate(['software']);
  expect(await ask()).toBe(2);
});

it('does not keep a read that began before a change, whenever it ends', async () => {
  const { kept, read } = setUp();
  let end = (_value: number): void => undefined;
  const slow = kept.getOrLoad(
    'common',
    ['software'],
    () => new Promise<number>((done) => (end = done)),
  );
  kept.invalidate(['software']);
  end(-1);
  expect(await slow).toBe(-1);
  expect(await kept.getOrLoad('common', ['software'], read)).toBe(1);
});

it('keeps neither what failed nor what is refused', async () => {
  const { kept, read } = setUp();
  await expect(kept.getOrLoad('a', [], () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  );
  expect(await kept.getOrLoad('a', [], read)).toBe(1);
  const even = (value: number): boolean => value % 2 === 0;
  const ask = (): Promise<number> => kept.getOrLoad('b', [], read, even);
  expect([await ask(), await ask(), await ask()]).toEqual([2, 2, 2]);
  kept.invalidate([]);
  const odd = (): Promise<number> => kept.getOrLoad('c', [], read, even);
  expect([await odd(), await odd()]).toEqual([3, 4]);
});

it('holds no more than it has room for, whatever names are asked for', async () => {
  const { kept, read } = setUp();
  for (let n = 0; n < 2_000; n += 1) await kept.getOrLoad(`software ${n}`, ['software'], read);
  expect(await kept.getOrLoad('software 0', ['software'], read)).toBe(2_001);
});
