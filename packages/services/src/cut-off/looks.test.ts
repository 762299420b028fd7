import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TEST_TEMPLATE } from '../testing.ts';
import type { Looked } from './first-cut.ts';
import { createLooks, type CutQuestion, type RequireWhole } from './looks.ts';

const question = (key: string): CutQuestion => ({
  key,
  template: { ...TEST_TEMPLATE, elements: [] } as never,
  places: [{ name: key, media: { dpi: 203 }, meant: { dpi: 203 } }],
  labels: () => [],
  refuse: () => new Error(`${key} falls off`),
});
const ONE = { each: 1, labels: 3, members: 1 };
const keyOf = ({ places }: Pick<CutQuestion, 'places'>): string => places[0]?.name ?? '';
const settled = async (): Promise<void> => {
  for (let n = 0; n < 20; n += 1) await setImmediate();
};
/** Looks that end when they are told to, by the key of what is looked at. */
const slowLooks = () => {
  const open: { key: string; end: () => void }[] = [];
  const look = async (asked: Looked): Promise<null> => {
    const { promise, resolve } = Promise.withResolvers<null>();
    open.push({ key: keyOf(asked), end: () => resolve(null) });
    return promise;
  };
  return { open, look };
};
const printing = (key: string) => (requireWhole: RequireWhole) => {
  requireWhole([question(key)]);
  return Promise.resolve(`${key} printed`);
};

it('looks between two transactions, and takes only what was looked at as it is', async () => {
  const seen: string[] = [];
  let isOpen = false;
  const withLooks = createLooks(ONE, (asked) => {
    seen.push(`${keyOf(asked)} ${isOpen ? 'inside' : 'outside'}`);
    return Promise.resolve(null);
  });
  let setup = 0;
  const result = await withLooks(1, async (requireWhole) => {
    isOpen = true;
    try {
      setup += 1;
      // Somebody changes the setup once, while labels are looked at.
      requireWhole([question(`setup ${Math.min(setup, 2)}`)]);
      return await Promise.resolve('printed');
    } finally {
      isOpen = false;
    }
  });
  expect([result, seen]).toEqual(['printed', ['setup 1 outside', 'setup 2 outside']]);
});

it('prints nothing it could not look at, however often a setup changes', async () => {
  let setup = 0;
  const withLooks = createLooks(ONE, () => Promise.resolve(null));
  const endless = withLooks(1, (requireWhole) => {
    setup += 1;
    requireWhole([question(`setup ${setup}`)]);
    return Promise.resolve('printed');
  });
  await expect(endless).rejects.toMatchObject({ code: 409 });
  expect(setup).toBe(4);
});

it('tells what falls off, and lays nothing out where the transaction refuses before', async () => {
  let looks = 0;
  const withLooks = createLooks(ONE, () => {
    looks += 1;
    return Promise.resolve({ name: 'one', lost: 'text', row: 1 });
  });
  await expect(withLooks(1, printing('one'))).rejects.toThrow('one falls off');
  const refused = withLooks(1, (requireWhole) => {
    if (looks > 0) return Promise.reject(new Error('no quota'));
    requireWhole([question('two')]);
    return Promise.resolve('printed');
  });
  await expect(refused).rejects.toThrow('no quota');
  expect(looks).toBe(1);
});

it('lets a member have one at a time, and others theirs beside it', async () => {
  const { open, look } = slowLooks();
  const withLooks = createLooks({ ...ONE, members: 2 }, look);
  const [first, second] = [withLooks(1, printing('a')), withLooks(1, printing('b'))];
  await settled();
  const third = withLooks(1, printing('c'));
  const other = withLooks(2, printing('d'));
  await expect(third).rejects.toMatchObject({ code: 503, data: { retryAfter: 5 } });
  await expect(withLooks(3, printing('e'))).rejects.toMatchObject({ code: 503 });
  // What needs no look waits for nobody.
  expect(await withLooks(1, () => Promise.resolve('printed'))).toBe('printed');
  await settled();
  expect(open.map(({ key }) => key)).toEqual(['a', 'd']);
  open[1]?.end();
  expect(await other).toBe('d printed');
  open[0]?.end();
  expect(await first).toBe('a printed');
  await settled();
  open[2]?.end();
  expect(await second).toBe('b printed');
});

it('lets no member keep more labels waiting than a batch or two have', async () => {
  const { open, look } = slowLooks();
  const withLooks = createLooks({ each: 9, labels: 3, members: 1 }, look);
  const many = (key: string, count: number) =>
    withLooks(1, (requireWhole) => {
      const labels = Array.from({ length: count }, (_, row) => ({ row, data: {} }));
      requireWhole([{ ...question(key), labels: () => labels }]);
      return Promise.resolve(key);
    });
  const taken = [many('a', 9), many('b', 2)];
  await settled();
  await expect(many('c', 2)).rejects.toMatchObject({ code: 503 });
  taken.push(many('d', 1));
  for (let n = 0; n < 3; n += 1) {
    await settled();
    open[n]?.end();
  }
  expect(await Promise.all(taken)).toEqual(['a', 'b', 'd']);
});
