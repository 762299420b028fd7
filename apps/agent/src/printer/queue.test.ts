import type { Lease } from '@yunbiao/contract/gateway';
import { expect, it } from 'vitest';
import { createQueue } from './queue.ts';
import type { Prepared } from './queue.ts';

const lease = (n: number, expiresAt = 10_000): Lease => ({
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
const GOOD: Prepared = { ok: true, bytes: Buffer.from('x') };
const BAD: Prepared = { ok: false, reason: '条码放不下' };

const queueOf = (prepare: (one: Lease) => Prepared, serverNow = () => 5000) => {
  const refused: string[] = [];
  let rooms = 0;
  const queue = createQueue({
    prepare,
    refuse: ({ detailId, state, reason }) => refused.push(`${detailId} ${state} ${reason}`),
    serverNow,
    onRoom: () => (rooms += 1),
  });
  return { queue, refused, rooms: () => rooms };
};

it('tells of the room that labels leave which cannot be drawn', () => {
  const { queue, refused, rooms } = queueOf(() => BAD);
  queue.push(Array.from({ length: 63 }, (_, i) => lease(i)));
  expect(queue.next(0)).toBeNull();
  expect(refused).toHaveLength(63);
  expect(rooms()).toBe(1);
});

it('tells of the room that labels leave whose time is over', () => {
  const { queue, refused, rooms } = queueOf(() => GOOD);
  queue.push([lease(1, 5000), lease(2, 5001)]);
  expect(queue.next(0)?.job.lease.detailId).toBe('2');
  expect(refused).toEqual(['1 cancelled 超过有效期没有发出']);
  expect(rooms()).toBe(1);
});

it('judges a lease by the server’s clock, not by this machine’s', () => {
  const { queue, refused } = queueOf(() => GOOD);
  queue.push([lease(1)]);
  expect(queue.next(86_400_000)?.job.lease.detailId).toBe('1');
  expect(refused).toEqual([]);
});

it('tells of room when a label is started and when one is cancelled, not when nothing leaves', () => {
  const { queue, rooms } = queueOf(() => GOOD);
  queue.push([lease(1), lease(2)]);
  queue.next(0);
  expect(rooms()).toBe(0);
  queue.shift();
  expect(rooms()).toBe(1);
  queue.cancel([{ detailId: '9', attempt: 1 }]);
  expect(rooms()).toBe(1);
  queue.cancel([{ detailId: '2', attempt: 1 }]);
  expect(rooms()).toBe(2);
});
