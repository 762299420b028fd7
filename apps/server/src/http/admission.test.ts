import { expect, it } from 'vitest';
import { QueueFullError, createAdmissionQueue } from './admission.ts';
import { createTurnScheduler } from '../budget/turn-scheduler.ts';

/** Jobs that run until they are released; records the order of their start. */
const createCrowd = (admission: ReturnType<typeof createAdmissionQueue>) => {
  const begun: string[] = [];
  const held: (() => void)[] = [];
  const add = (who: string, name: string, isWanted?: () => boolean): Promise<string> =>
    admission.run(
      who,
      async () => {
        begun.push(name);
        await new Promise<void>((resolve) => held.push(resolve));
        return name;
      },
      isWanted,
    );
  /** Ends the job that has run longest, so that the next one starts. */
  const releaseNext = async (): Promise<void> => {
    held.shift()?.();
    await waitForTurns();
  };
  return { begun, add, next: releaseNext };
};

/** Waits until all pending promises have settled. */
const waitForTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

it('lets a few work at once, and each of those who wait in turn, regardless of who asked for most', async () => {
  const admission = createAdmissionQueue({ maxRunning: 2 });
  const { begun, add, next } = createCrowd(admission);
  const all = [
    ...['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => add('a', name)),
    ...['b1', 'b2'].map((name) => add('b', name)),
    add('c', 'c1'),
  ];
  await waitForTurns();
  expect(begun).toEqual(['a1', 'a2']);
  expect(admission.getLoad()).toEqual({ running: 2, waiting: 6 });
  for (let n = 0; n < 6; n += 1) await next();
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5']);
  await next();
  await next();
  expect(await Promise.all(all)).toHaveLength(8);
  expect(admission.getLoad()).toEqual({ running: 0, waiting: 0 });
});

it('turns away what would wait too long: of one at once, of all the one who has asked for most', async () => {
  const admission = createAdmissionQueue({ maxRunning: 1, maxWaitingPerCaller: 2, maxWaiting: 3 });
  const { begun, add, next } = createCrowd(admission);
  const kept = [add('a', 'a1'), add('a', 'a2')];
  const crowded = add('a', 'a3').catch((error: unknown) => error);
  await expect(add('a', 'a4')).rejects.toThrow(QueueFullError);
  kept.push(add('b', 'b1'), add('c', 'c1'));
  expect(await crowded).toMatchObject({ retryAfterS: 1 });
  // Everyone in the queue has one place: no one has more requests than the newcomer.
  await expect(add('d', 'd1')).rejects.toThrow(QueueFullError);
  await waitForTurns();
  for (let n = 0; n < 4; n += 1) await next();
  expect(await Promise.all(kept)).toEqual(['a1', 'a2', 'b1', 'c1']);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
});

it('does not do what nobody waits for any more', async () => {
  const admission = createAdmissionQueue({ maxRunning: 1 });
  const { begun, add, next } = createCrowd(admission);
  let isThere = true;
  const first = add('a', 'a1');
  const gone = add('a', 'a2', () => isThere).catch((error: unknown) => error);
  const last = add('a', 'a3');
  await waitForTurns();
  isThere = false;
  await next();
  expect(await gone).toBeInstanceOf(QueueFullError);
  await next();
  expect([await first, await last, begun]).toEqual(['a1', 'a3', ['a1', 'a3']]);
});

it('gives a place free again when work fails', async () => {
  const admission = createAdmissionQueue({ maxRunning: 1 });
  const failed = admission.run('a', () => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');
  expect(await admission.run('a', () => Promise.resolve(1))).toBe(1);
});

it('never turns away the next piece of what was let in', async () => {
  const admission = createAdmissionQueue({ maxRunning: 1, maxWaitingPerCaller: 1, maxWaiting: 1 });
  const { add, next } = createCrowd(admission);
  const kept = [add('a', 'a1'), add('a', 'a2')];
  const piece = admission.runAdmitted('b', () => Promise.resolve('b1'));
  await waitForTurns();
  await next();
  await next();
  expect(await piece).toBe('b1');
  expect(await Promise.all(kept)).toEqual(['a1', 'a2']);
});

it('begins no work inside the callback that asks for it', async () => {
  const admission = createAdmissionQueue();
  let isBegun = false;
  const work = admission.run('a', () => Promise.resolve((isBegun = true)));
  await Promise.resolve();
  for (let n = 0; n < 100; n += 1) await Promise.resolve();
  expect(isBegun).toBe(false);
  await work;
});

/** Counts the turns of the event loop while `work` runs. */
const countTurns = async (work: (turns: () => number) => Promise<unknown>): Promise<void> => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work(() => turns);
  isOver = true;
};

it('does one piece after the other, and looks at the network in between', async () => {
  const { pause } = createTurnScheduler({ budgetMs: 0, looks: 3 });
  const order: { name: string; turn: number }[] = [];
  await countTurns(async (turns) => {
    const workInPieces = async (name: string): Promise<void> => {
      for (let piece = 0; piece < 3; piece += 1) {
        await pause();
        order.push({ name: `${name}${piece}`, turn: turns() });
      }
    };
    await Promise.all([workInPieces('a'), workInPieces('b'), workInPieces('c')]);
  });
  const names = order.map(({ name }) => name);
  expect(names).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  const gaps = order.slice(1).map(({ turn }, n) => turn - (order[n]?.turn ?? 0));
  expect(Math.min(...gaps)).toBe(3);
});

it('lets small pieces follow each other, until they have been long enough', async () => {
  const { waitForTurn, pause } = createTurnScheduler({ budgetMs: 1e9 });
  await countTurns(async (turns) => {
    await waitForTurn();
    const before = turns();
    for (let piece = 0; piece < 50; piece += 1) await pause();
    expect(turns()).toBe(before);
    await waitForTurn();
    expect(turns()).toBeGreaterThan(before);
  });
});
