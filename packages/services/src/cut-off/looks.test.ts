import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TEST_TEMPLATE } from '../testing.ts';
import type { Cut } from './first-cut.ts';
import { createLooks, type CutQuestion, type LookLimits, type RequireWhole } from './looks.ts';
import { ThreadEnded, type ToLook } from './thread.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const outside = { db: { kysely: { isTransaction: false } }, log };
const listLooks = (limits: LookLimits, look: (asked: ToLook) => Promise<Cut | null>) => {
  const withLooks = createLooks(limits, look);
  return <T>(memberId: number, run: (requireWhole: RequireWhole) => Promise<T>) =>
    withLooks(outside, memberId, run);
};

const question = (key: string): CutQuestion => ({
  key,
  template: { ...TEST_TEMPLATE, elements: [] } as never,
  places: [{ name: key, media: { dpi: 203 }, meant: { dpi: 203 } }],
  // More than a few, which would wait for nobody.
  count: 100,
  labels: () => [],
  refuse: () => new Error(`${key} falls off`),
});
const ONE = { each: 1, layouts: 300, members: 1 };
const getKey = ({ places }: Pick<CutQuestion, 'places'>): string => places[0]?.name ?? '';
const settled = async (): Promise<void> => {
  for (let n = 0; n < 20; n += 1) await setImmediate();
};
/** Looks that end when they are told to, by the key of what is looked at. */
const slowLooks = () => {
  const open: { key: string; end: () => void }[] = [];
  const look = async (asked: ToLook): Promise<null> => {
    const { promise, resolve } = Promise.withResolvers<null>();
    open.push({ key: getKey(asked), end: () => resolve(null) });
    return promise;
  };
  return { open, look };
};
const printing = (key: string) => async (requireWhole: RequireWhole) => {
  await requireWhole([question(key)]);
  return `${key} printed`;
};

it('looks between two transactions, and takes only what was looked at as it is', async () => {
  const seen: string[] = [];
  let isOpen = false;
  const withLooks = listLooks(ONE, (asked) => {
    seen.push(`${getKey(asked)} ${isOpen ? 'inside' : 'outside'}`);
    return Promise.resolve(null);
  });
  let setup = 0;
  const result = await withLooks(1, async (requireWhole) => {
    isOpen = true;
    try {
      setup += 1;
      // Somebody changes the setup once, while labels are looked at.
      await requireWhole([question(`setup ${Math.min(setup, 2)}`)]);
      return 'printed';
    } finally {
      isOpen = false;
    }
  });
  expect([result, seen]).toEqual(['printed', ['setup 1 outside', 'setup 2 outside']]);
});

it('prints nothing it could not look at, however often a setup changes', async () => {
  let setup = 0;
  const withLooks = listLooks(ONE, () => Promise.resolve(null));
  const endless = withLooks(1, async (requireWhole) => {
    setup += 1;
    await requireWhole([question(`setup ${setup}`)]);
    return 'printed';
  });
  await expect(endless).rejects.toMatchObject({ code: 409 });
  expect(setup).toBe(4);
});

it('tells what falls off, and lays nothing out where the transaction refuses before', async () => {
  let looks = 0;
  const withLooks = listLooks(ONE, () => {
    looks += 1;
    return Promise.resolve({ name: 'one', lost: 'text', row: 1 });
  });
  await expect(withLooks(1, printing('one'))).rejects.toThrow('one falls off');
  const refused = withLooks(1, async (requireWhole) => {
    if (looks > 0) throw new Error('no quota');
    await requireWhole([question('two')]);
    return 'printed';
  });
  await expect(refused).rejects.toThrow('no quota');
  expect(looks).toBe(1);
});

it('lets a member have one at a time, and others theirs beside it', async () => {
  const { open, look } = slowLooks();
  const withLooks = listLooks({ ...ONE, members: 2 }, look);
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
  const withLooks = listLooks({ each: 9, layouts: 300, members: 1 }, look);
  const many = (key: string, hundreds: number) =>
    withLooks(1, async (requireWhole) => {
      const whole = question(key);
      // Two printers and half as many labels are as much work.
      const places = [...whole.places, ...whole.places];
      await requireWhole([{ ...whole, places, count: 50 * hundreds }]);
      return key;
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

it('lets nobody wait with a few labels, neither for himself nor for others', async () => {
  const { open, look } = slowLooks();
  const withLooks = listLooks(ONE, look);
  const large = withLooks(1, printing('large'));
  await settled();
  const few = (memberId: number) =>
    withLooks(memberId, async (requireWhole) => {
      await requireWhole([{ ...question('few'), count: 20 }]);
      return 'few printed';
    });
  const small = [few(1), few(1), few(1), few(2)];
  await settled();
  expect(open.map(({ key }) => key)).toEqual(['large', 'few', 'few', 'few', 'few']);
  for (const { end } of open.slice(1)) end();
  expect(await Promise.all(small)).toEqual(Array(4).fill('few printed'));
  open[0]?.end();
  expect(await large).toBe('large printed');
});

it('asks again what is to be looked at after a wait, and looks at nothing that is done by then', async () => {
  const { open, look } = slowLooks();
  const withLooks = listLooks({ ...ONE, each: 2, layouts: 900 }, look);
  let [accepted, setup] = ['', 'old'];
  const send = (number: string) =>
    withLooks(1, async (requireWhole) => {
      if (accepted === number) return 'the first answer';
      await requireWhole([question(setup)]);
      accepted = number;
      return 'printed';
    });
  const sent = [send('1'), send('1'), send('2')];
  await settled();
  open[0]?.end();
  expect(await sent[0]).toBe('printed');
  setup = 'new';
  expect(await sent[1]).toBe('the first answer');
  await settled();
  expect(open.map(({ key }) => key)).toEqual(['old', 'new']);
  open[1]?.end();
  expect(await sent[2]).toBe('printed');
});

it('looks within a transaction that somebody else has opened, which is his to undo', async () => {
  const inside = { db: { kysely: { isTransaction: true } }, log };
  let [tries, cut]: [number, Cut | null] = [0, null];
  const withLooks = createLooks(ONE, () => Promise.resolve(cut));
  const print = () =>
    withLooks(inside, 1, (requireWhole) => {
      tries += 1;
      return printing('one')(requireWhole);
    });
  expect(await print()).toBe('one printed');
  expect(tries).toBe(1);
  cut = { name: 'one', lost: 'text', row: 1 };
  await expect(print()).rejects.toThrow('one falls off');
});

it('says that it is busy where the thread ended before it answered, and logs why', async () => {
  const logged: unknown[] = [];
  const withLooks = createLooks(ONE, () =>
    Promise.reject(new ThreadEnded('ended', { cause: 'out of memory' })),
  );
  const error = (_: string, { error: why }: { error?: unknown } = {}) => logged.push(why);
  const lost = withLooks({ ...outside, log: { ...log, error } }, 1, printing('one'));
  await expect(lost).rejects.toMatchObject({ code: 503, data: { retryAfter: 5 } });
  expect(logged).toEqual(['out of memory']);
});
