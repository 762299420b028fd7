import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TEST_TEMPLATE } from '../../testing.ts';
import { findFirstOverflow, type LabelToCheck, type OverflowCheck } from './find-first-overflow.ts';
import {
  createOverflowFinder,
  findOverflow,
  WorkerEndedError,
  type OverflowRequest,
  type WorkerRequest,
} from './overflow-worker.ts';

const BOX = { xMm: 3, yMm: 2, widthMm: 46, heightMm: 12, rotation: 0 };
const TEXT = { type: 'text', id: 't', sizeMm: 8, weight: 400, align: 'center', fit: 'shrink' };
const text = {
  ...TEXT,
  ...BOX,
  content: '{{品名}}',
};
const looked = {
  template: { ...TEST_TEMPLATE, elements: [text] },
  targets: [{ name: '前台', media: { dpi: 203, offsetXMm: -18 }, reference: { dpi: 203 } }],
} as unknown as OverflowCheck;
const createLabels = (count: number, last: string): LabelToCheck[] =>
  Array.from({ length: count }, (_, index) => ({
    row: index + 1,
    data: { 品名: index === count - 1 ? last : String(index % 100) },
  }));

const createRequest = (some: readonly LabelToCheck[]): OverflowRequest => ({
  ...looked,
  count: some.length,
  iterateLabels: () => some,
});

it('finds the same in a thread of its own as here, several at a time', async () => {
  const found = await Promise.all([
    findOverflow(createRequest(createLabels(600, 'ABCDEFGH'))),
    findOverflow(createRequest(createLabels(450, '1'))),
    findOverflow(createRequest(createLabels(2, 'ABCDEFGH'))),
  ]);
  expect(found).toEqual([
    { name: '前台', row: 600, lost: expect.any(String) },
    null,
    { name: '前台', row: 2, lost: expect.any(String) },
  ]);
});

it('lays many labels out where nobody waits for it', async () => {
  const many = createLabels(2_000, 'ABCDEFGH').map(({ row, data }) => ({
    row,
    data: row < 2_000 ? { 品名: String(row % 100), 备注: String(row) } : data,
  }));
  let isFound = false;
  const finding = findOverflow(createRequest(many)).finally(() => (isFound = true));
  let turns = 0;
  while (!isFound) {
    await setImmediate();
    turns += 1;
  }
  expect(await finding).toMatchObject({ row: 2_000 });
  // Eleven parts were sent to the worker; in all other turns the event loop was free.
  expect(turns).toBeGreaterThan(100);
});

it('gives up, and says so, when there is more than one answer is worth', async () => {
  expect(await findFirstOverflow(looked, createLabels(50, '1'), { laidOut: 10, ms: 1_000 })).toBe(
    'too-many',
  );
  expect(await findFirstOverflow(looked, createLabels(50, '1'), { laidOut: 1_000, ms: 0 })).toBe(
    'too-many',
  );
});

it('counts work, and no time in which others have the machine', async () => {
  const [cpu, clock] = [vi.spyOn(process, 'threadCpuUsage'), vi.spyOn(performance, 'now')];
  onTestFinished(() => {
    cpu.mockRestore();
    clock.mockRestore();
  });
  let [worked, shown] = [0, 0];
  cpu.mockImplementation(() => ({ user: (worked += 1_000), system: 0 }));
  clock.mockImplementation(() => (shown += 60_000));
  const max = { laidOut: 1_000, ms: 10 };
  expect(await findFirstOverflow(looked, createLabels(10, '1'), max)).toBeNull();
  expect(await findFirstOverflow(looked, createLabels(20, 'x'), max)).toBe('too-many');
});

/** Stub threads: record their requests and answer when the test says so. */
const standIns = (limits = { maxConcurrent: 2, timeoutMs: 600_000 }) => {
  class StandIn extends EventEmitter {
    readonly asked: number[] = [];
    terminated = false;
    postMessage({ id, isLast: isWhole }: WorkerRequest): void {
      if (isWhole) this.asked.push(id);
    }
    terminate(): Promise<number> {
      this.terminated = true;
      return Promise.resolve(1);
    }
    ref(): void {}
    unref(): void {}
    answer(): void {
      this.emit('message', { id: this.asked.shift(), cut: null });
    }
  }
  const opened: StandIn[] = [];
  const look = createOverflowFinder(() => {
    const one = new StandIn();
    opened.push(one);
    return one as unknown as Worker;
  }, limits);
  let made = 0;
  const requestCounting = () =>
    look({
      ...looked,
      count: 21,
      iterateLabels: () => {
        made += 1;
        return createLabels(21, '1');
      },
    });
  const waitForTurns = async (): Promise<void> => {
    for (let n = 0; n < 20; n += 1) await setImmediate();
  };
  return { opened, ask: requestCounting, told: waitForTurns, made: () => made };
};

it('has the labels of two looks in memory, and takes the others in their order', async () => {
  const { opened, ask, told, made } = standIns();
  const all = [ask(), ask(), ask(), ask()];
  await told();
  const [thread] = opened;
  expect([thread?.asked, made()]).toEqual([[1, 2], 2]);
  thread?.answer();
  await told();
  expect([thread?.asked, made()]).toEqual([[2, 3], 3]);
  for (let n = 0; n < 3; n += 1) {
    thread?.answer();
    await told();
  }
  expect(await Promise.all(all)).toEqual([null, null, null, null]);
});

it.each(['error', 'messageerror', 'exit'])(
  'takes only those along who were in a thread that ends with %s',
  async (how) => {
    const { opened, ask, told } = standIns();
    const all = [ask(), ask(), ask()];
    await told();
    opened[0]?.emit(how, 1);
    await expect(all[0]).rejects.toBeInstanceOf(WorkerEndedError);
    await expect(all[1]).rejects.toBeInstanceOf(WorkerEndedError);
    await told();
    expect([opened.length, opened[0]?.terminated]).toEqual([2, true]);
    opened[1]?.answer();
    expect(await all[2]).toBeNull();
  },
);

it('ends a thread that does not answer', async () => {
  const { opened, ask } = standIns({ maxConcurrent: 2, timeoutMs: 1 });
  await expect(ask()).rejects.toBeInstanceOf(WorkerEndedError);
  expect(opened[0]?.terminated).toBe(true);
});

it('says so where no thread can be started, and asks for one again the next time', async () => {
  let tries = 0;
  const look = createOverflowFinder(() => {
    tries += 1;
    throw new Error('no more threads');
  });
  const requestOverflow = () => look(createRequest(createLabels(21, '1')));
  for (let n = 0; n < 2; n += 1) {
    const refused = requestOverflow();
    await expect(refused).rejects.toBeInstanceOf(WorkerEndedError);
    await expect(refused).rejects.toMatchObject({ cause: { message: 'no more threads' } });
  }
  expect(tries).toBe(2);
});
