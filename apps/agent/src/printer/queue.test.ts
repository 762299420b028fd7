import type { Lease, LeasedLabel } from '@yunbiao/contract/gateway/gateway';
import { expect, it } from 'vitest';
import { createQueue } from './queue.ts';
import type { PrepareResult } from './queue.ts';

const createLease = (n: number, expiresAt = 10_000): Lease => ({
  detailId: String(n),
  attempt: 1,
  localId: 'p1',
  batchNo: 'B1',
  sequence: n,
  copy: 1,
  fence: 1,
  templateKey: 'B1',
  data: {},
  expiresAt,
});
const GOOD: PrepareResult = { ok: true, bytes: Buffer.from('x') };
const BAD: PrepareResult = { ok: false, reason: '条码放不下' };

type Prepare = (lease: Lease, labels: readonly LeasedLabel[]) => PrepareResult;

const getQueue = (
  prepare: Prepare,
  serverNow = () => 5000,
  canPrepare: (labels: readonly LeasedLabel[]) => boolean = () => true,
) => {
  const refused: string[] = [];
  let rooms = 0;
  const queue = createQueue({
    prepare,
    canPrepare,
    reportRefused: ({ detailId, state, reason }) => refused.push(`${detailId} ${state} ${reason}`),
    getServerTime: serverNow,
    onRoom: () => (rooms += 1),
  });
  return { queue, refused, rooms: () => rooms };
};

it('tells of the room that labels leave which cannot be drawn', () => {
  const { queue, refused, rooms } = getQueue(() => BAD);
  queue.push(Array.from({ length: 63 }, (_, i) => createLease(i)));
  expect(queue.peekNext(0)).toBeNull();
  expect(refused).toHaveLength(63);
  expect(rooms()).toBe(1);
});

it('tells of the room that labels leave whose time is over', () => {
  const { queue, refused, rooms } = getQueue(() => GOOD);
  queue.push([createLease(1, 5000), createLease(2, 5001)]);
  expect(queue.peekNext(0)?.job.lease.detailId).toBe('2');
  expect(refused).toEqual(['1 cancelled 超过有效期没有发出']);
  expect(rooms()).toBe(1);
});

it('judges a lease by the server’s clock, not by this machine’s', () => {
  const { queue, refused } = getQueue(() => GOOD);
  queue.push([createLease(1)]);
  expect(queue.peekNext(86_400_000)?.job.lease.detailId).toBe('1');
  expect(refused).toEqual([]);
});

it('tells of room when a label is started and when one is cancelled, not when nothing leaves', () => {
  const { queue, rooms } = getQueue(() => GOOD);
  queue.push([createLease(1), createLease(2)]);
  queue.peekNext(0);
  expect(rooms()).toBe(0);
  queue.shift();
  expect(rooms()).toBe(1);
  queue.cancel([{ detailId: '9', attempt: 1 }]);
  expect(rooms()).toBe(1);
  queue.cancel([{ detailId: '2', attempt: 1 }]);
  expect(rooms()).toBe(2);
});

/** A lease of several labels as one row. */
const createRowLease = (...numbers: number[]): Lease => {
  const [first = 0, ...others] = numbers;
  const beside = others.map((n): LeasedLabel => {
    const { detailId, attempt, sequence, copy, data, expiresAt } = createLease(n);
    return { detailId, attempt, sequence, copy, data, expiresAt };
  });
  return { ...createLease(first), beside };
};
const listNames = (labels: readonly LeasedLabel[] | undefined): string =>
  labels?.map(({ detailId }) => detailId).join('+') ?? '';
/** Renders a row as the names of its labels. */
const prepareNames: Prepare = (_, labels) => ({ ok: true, bytes: Buffer.from(listNames(labels)) });
const drawNext = (queue: ReturnType<typeof createQueue>): string => {
  const next = queue.peekNext(0);
  return next
    ? `${listNames(next.job.labels)}: ${Buffer.from(next.prepared.bytes).toString()}`
    : '';
};

it('takes a row as one, and holds each of its labels', () => {
  const { queue } = getQueue(prepareNames);
  queue.push([createRowLease(1, 2, 3), createRowLease(4)]);
  expect(queue.countJobs()).toBe(2);
  expect(queue.listUnits().map(({ detailId }) => detailId)).toEqual(['1', '2', '3', '4']);
  expect(drawNext(queue)).toBe('1+2+3: 1+2+3');
  queue.shift();
  expect(drawNext(queue)).toBe('4: 4');
});

it('lets a label that cannot be drawn fail alone, and prints the others of its row', () => {
  const { queue, refused } = getQueue((item, labels) => {
    const place = labels.findIndex(({ detailId }) => ['1', '3'].includes(detailId));
    return place < 0
      ? prepareNames(item, labels)
      : { ok: false, reason: '条码放不下', index: place };
  });
  queue.push([createRowLease(1, 2, 3, 4), createRowLease(5)]);
  expect(drawNext(queue)).toBe('2+4: 2+4');
  expect(refused).toEqual(['1 failed 条码放不下', '3 failed 条码放不下']);
});

it('takes a cancelled label out of its row, also when the row is drawn already, and out no further', () => {
  const { queue } = getQueue(prepareNames);
  queue.push([createRowLease(1, 2, 3), createRowLease(4, 5)]);
  queue.drawAhead();
  const createUnit = (n: number) => ({ detailId: String(n), attempt: 1 });
  expect(queue.cancel([createUnit(1), createUnit(5), createUnit(9)])).toEqual([
    { ...createUnit(1), fence: 1 },
    { ...createUnit(5), fence: 1 },
  ]);
  expect(drawNext(queue)).toBe('2+3: 2+3');
  queue.cancel([createUnit(2), createUnit(3)]);
  expect(drawNext(queue)).toBe('4: 4');
});

it('lets a label whose time is over leave its row alone', () => {
  const { queue, refused } = getQueue(prepareNames);
  const late = createRowLease(1, 2, 3);
  queue.push([
    { ...late, beside: late.beside?.map((item) => ({ ...item, expiresAt: 4999 })) ?? [] },
  ]);
  expect(drawNext(queue)).toBe('1: 1');
  expect(refused).toEqual(['2 cancelled 超过有效期没有发出', '3 cancelled 超过有效期没有发出']);
});

it('prints labels one by one that cannot be said of as one row', () => {
  const { queue, refused } = getQueue((item, labels) =>
    labels.length > 1 ? { ok: false, mustSplit: true } : prepareNames(item, labels),
  );
  queue.push([createRowLease(1, 2), createRowLease(3)]);
  const seen: string[] = [];
  for (let next = drawNext(queue); next !== ''; next = drawNext(queue)) {
    seen.push(next);
    queue.shift();
  }
  expect(seen).toEqual(['1: 1', '2: 2', '3: 3']);
  expect(refused).toEqual([]);
});

it('takes of a row that comes again what it does not have', () => {
  const { queue } = getQueue(prepareNames);
  queue.push([createRowLease(1, 2)]);
  queue.push([createRowLease(1, 2, 3)], ({ detailId }) => detailId !== '9');
  queue.push([createRowLease(9, 4)], ({ detailId }) => detailId !== '9');
  expect(queue.listUnits().map(({ detailId }) => detailId)).toEqual(['1', '2', '3', '4']);
});

it('starts nothing behind a label that waits for its picture, and ends it with its time', () => {
  const arrived = new Set<string>();
  let now = 5000;
  const { queue, refused } = getQueue(
    () => GOOD,
    () => now,
    (labels) => labels.every(({ detailId }) => detailId !== '1' || arrived.has(detailId)),
  );
  queue.push([createLease(1), createLease(2)]);
  queue.drawAhead();
  expect([queue.peekNext(0), queue.countJobs(), queue.listUnits().length]).toEqual([null, 0, 2]);
  expect(queue.cancel([{ detailId: '2', attempt: 1 }])).toHaveLength(1);
  queue.push([createLease(3, 99_000)]);
  arrived.add('1');
  expect([queue.countJobs(), queue.peekNext(0)?.job.lease.detailId]).toEqual([2, '1']);
  arrived.clear();
  queue.clearDrawn();
  expect(queue.countJobs()).toBe(0);
  now = 10_000;
  expect([queue.countJobs(), queue.peekNext(0)?.job.lease.detailId]).toEqual([2, '3']);
  expect(refused).toEqual(['1 cancelled 超过有效期没有发出']);
});
