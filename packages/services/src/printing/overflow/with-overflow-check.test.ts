import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TEST_TEMPLATE } from '../../testing.ts';
import type { Overflow } from './find-first-overflow.ts';
import {
  createOverflowCheck,
  type OverflowQuestion,
  type CheckLimits,
  type FindUnchecked,
  UncheckedLabels,
} from './with-overflow-check.ts';
import { WorkerEndedError, type OverflowRequest } from './overflow-worker.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const outside = { db: { kysely: { isTransaction: false } }, log };
const listLooks = (
  limits: CheckLimits,
  look: (asked: OverflowRequest) => Promise<Overflow | null>,
) => {
  const withLooks = createOverflowCheck(limits, look);
  return <T>(
    memberId: number,
    run: (findUnchecked: FindUnchecked) => Promise<T | UncheckedLabels>,
  ) => withLooks(outside, memberId, run);
};

const createQuestion = (key: string): OverflowQuestion => ({
  key,
  template: { ...TEST_TEMPLATE, elements: [] } as never,
  targets: [{ name: key, media: { dpi: 203 }, reference: { dpi: 203 } }],
  // More than the small number of labels that skips the queue.
  count: 100,
  iterateLabels: () => [],
  toError: () => new Error(`${key} falls off`),
});
const ONE = { maxPerMember: 1, layouts: 300, maxMembers: 1 };
const getKey = ({ targets }: Pick<OverflowQuestion, 'targets'>): string => targets[0]?.name ?? '';
const waitForTurns = async (): Promise<void> => {
  for (let n = 0; n < 20; n += 1) await setImmediate();
};
/** Checks that end when the test says so, by the key of the checked labels. */
const slowLooks = () => {
  const open: { key: string; end: () => void }[] = [];
  const holdOverflowCheck = async (asked: OverflowRequest): Promise<null> => {
    const { promise, resolve } = Promise.withResolvers<null>();
    open.push({ key: getKey(asked), end: () => resolve(null) });
    return promise;
  };
  return { open, look: holdOverflowCheck };
};
/** A transaction that prints labels once they are checked. */
const createPrint =
  (questions: () => OverflowQuestion[], answer: string) => (findUnchecked: FindUnchecked) =>
    Promise.resolve(findUnchecked(questions()) ?? answer);
const printQuestion = (key: string) => createPrint(() => [createQuestion(key)], `${key} printed`);

it('looks between two transactions, and takes only what was looked at as it is', async () => {
  const seen: string[] = [];
  let isOpen = false;
  const withLooks = listLooks(ONE, (asked) => {
    seen.push(`${getKey(asked)} ${isOpen ? 'inside' : 'outside'}`);
    return Promise.resolve(null);
  });
  let setup = 0;
  const result = await withLooks(1, async (findUnchecked) => {
    isOpen = true;
    await setImmediate();
    setup += 1;
    // The setup changes once, during the check.
    const unchecked = findUnchecked([createQuestion(`setup ${Math.min(setup, 2)}`)]);
    isOpen = false;
    return unchecked ?? 'printed';
  });
  expect([result, seen]).toEqual(['printed', ['setup 1 outside', 'setup 2 outside']]);
});

it('prints nothing it could not look at, however often a setup changes', async () => {
  let setup = 0;
  const withLooks = listLooks(ONE, () => Promise.resolve(null));
  const endless = withLooks(
    1,
    createPrint(() => [createQuestion(`setup ${(setup += 1)}`)], 'printed'),
  );
  await expect(endless).rejects.toMatchObject({ code: 409 });
  expect(setup).toBe(4);
});

it('tells what falls off, and lays nothing out where the transaction refuses before', async () => {
  let looks = 0;
  const withLooks = listLooks(ONE, () => {
    looks += 1;
    return Promise.resolve({ name: 'one', lost: 'text', row: 1 });
  });
  await expect(withLooks(1, printQuestion('one'))).rejects.toThrow('one falls off');
  const refused = withLooks(1, async () => {
    await setImmediate();
    throw new Error('no quota');
  });
  await expect(refused).rejects.toThrow('no quota');
  expect(looks).toBe(1);
});

it('lets a member have one at a time, and others theirs beside it', async () => {
  const { open, look } = slowLooks();
  const withLooks = listLooks({ ...ONE, maxMembers: 2 }, look);
  const [first, second] = [withLooks(1, printQuestion('a')), withLooks(1, printQuestion('b'))];
  await waitForTurns();
  const third = withLooks(1, printQuestion('c'));
  const other = withLooks(2, printQuestion('d'));
  await expect(third).rejects.toMatchObject({ code: 503, data: { retryAfter: 5 } });
  await expect(withLooks(3, printQuestion('e'))).rejects.toMatchObject({ code: 503 });
  // Work that needs no check does not wait.
  expect(await withLooks(1, () => Promise.resolve('printed'))).toBe('printed');
  await waitForTurns();
  expect(open.map(({ key }) => key)).toEqual(['a', 'd']);
  open[1]?.end();
  expect(await other).toBe('d printed');
  open[0]?.end();
  expect(await first).toBe('a printed');
  await waitForTurns();
  open[2]?.end();
  expect(await second).toBe('b printed');
});

it('lets no member keep more labels waiting than a batch or two have', async () => {
  const { open, look } = slowLooks();
  const withLooks = listLooks({ maxPerMember: 9, layouts: 300, maxMembers: 1 }, look);
  const printMany = (key: string, hundreds: number) =>
    withLooks(
      1,
      createPrint(() => {
        const question = createQuestion(key);
        // Two printers with half as many labels are the same amount of work.
        const targets = [...question.targets, ...question.targets];
        return [{ ...question, targets, count: 50 * hundreds }];
      }, key),
    );
  const acceptedPrints = [printMany('a', 9), printMany('b', 2)];
  await waitForTurns();
  await expect(printMany('c', 2)).rejects.toMatchObject({ code: 503 });
  acceptedPrints.push(printMany('d', 1));
  for (let n = 0; n < 3; n += 1) {
    await waitForTurns();
    open[n]?.end();
  }
  expect(await Promise.all(acceptedPrints)).toEqual(['a', 'b', 'd']);
});

it('lets nobody wait with a few labels, neither for himself nor for others', async () => {
  const { open, look } = slowLooks();
  const withLooks = listLooks(ONE, look);
  const large = withLooks(1, printQuestion('large'));
  await waitForTurns();
  const printFew = (memberId: number) =>
    withLooks(
      memberId,
      createPrint(() => [{ ...createQuestion('few'), count: 20 }], 'few printed'),
    );
  const small = [printFew(1), printFew(1), printFew(1), printFew(2)];
  await waitForTurns();
  expect(open.map(({ key }) => key)).toEqual(['large', 'few', 'few', 'few', 'few']);
  for (const { end } of open.slice(1)) end();
  expect(await Promise.all(small)).toEqual(Array(4).fill('few printed'));
  open[0]?.end();
  expect(await large).toBe('large printed');
});

it('asks again what is to be looked at after a wait, and looks at nothing that is done by then', async () => {
  const { open, look } = slowLooks();
  const withLooks = listLooks({ ...ONE, maxPerMember: 2, layouts: 900 }, look);
  let [accepted, setup] = ['', 'old'];
  const send = (number: string) =>
    withLooks(1, async (findUnchecked) => {
      await setImmediate();
      if (accepted === number) return 'the first answer';
      const unchecked = findUnchecked([createQuestion(setup)]);
      if (unchecked) return unchecked;
      accepted = number;
      return 'printed';
    });
  const sent = [send('1'), send('1'), send('2')];
  await waitForTurns();
  open[0]?.end();
  expect(await sent[0]).toBe('printed');
  setup = 'new';
  expect(await sent[1]).toBe('the first answer');
  await waitForTurns();
  expect(open.map(({ key }) => key)).toEqual(['old', 'new']);
  open[1]?.end();
  expect(await sent[2]).toBe('printed');
});

it('does not queue within a transaction of the caller, which would stay open', async () => {
  const inside = { db: { kysely: { isTransaction: true } }, log };
  const { open, look } = slowLooks();
  const withLooks = createOverflowCheck(ONE, look);
  const first = withLooks(inside, 1, printQuestion('one'));
  const second = withLooks(inside, 2, printQuestion('two'));
  await waitForTurns();
  for (const { end } of open) end();
  expect(await Promise.all([first, second])).toEqual(['one printed', 'two printed']);
});

it('tells what falls off within a transaction of the caller', async () => {
  const inside = { db: { kysely: { isTransaction: true } }, log };
  let cut: Overflow | null = null;
  const withLooks = createOverflowCheck(ONE, () => Promise.resolve(cut));
  const print = () => withLooks(inside, 1, printQuestion('one'));
  expect(await print()).toBe('one printed');
  cut = { name: 'one', lost: 'text', row: 1 };
  await expect(print()).rejects.toThrow('one falls off');
});

it('says that it is busy where the thread ended before it answered, and logs why', async () => {
  const logged: unknown[] = [];
  const withLooks = createOverflowCheck(ONE, () =>
    Promise.reject(new WorkerEndedError('ended', { cause: 'out of memory' })),
  );
  const error = (_: string, { error: reason }: { error?: unknown } = {}) => logged.push(reason);
  const lost = withLooks({ ...outside, log: { ...log, error } }, 1, printQuestion('one'));
  await expect(lost).rejects.toMatchObject({ code: 503, data: { retryAfter: 5 } });
  expect(logged).toEqual(['out of memory']);
});
