import type { Bucket, Flow, FlowOptions, Use } from './work-flow.ts';
import { createQueue, createTimer, type Sleep } from './work-queue.ts';

/** Members remembered before those whose bucket is full again are forgotten. */
const MAX_IDLE = 10_000;

type BucketsOptions = FlowOptions & {
  flow: Flow;
  sleep: Sleep;
  /** A waiting caller goes on. */
  onServed: (bucket: Bucket, units: number, use: Use) => void;
};

/** The bucket of each member, and whose turn it is. */
export const createBuckets = (options: BucketsOptions) => {
  const { flow, sleep, onServed, now, burst, spareAttempts } = options;
  const buckets = new Map<number, Bucket>();

  const forgetIdle = (): void => {
    for (const [memberId, bucket] of buckets) {
      flow.refill(bucket);
      const isIdle = Object.values(bucket.queues).every((queue) => queue.isEmpty());
      const isFull = bucket.balance >= burst && bucket.spareAttempts >= spareAttempts;
      if (isIdle && isFull) buckets.delete(memberId);
    }
  };
  /** Serves those whose turn has come. Returns when the next one's comes, ms on the budget's clock. */
  const serveQueue = (bucket: Bucket, use: Use): number => {
    const queue = bucket.queues[use];
    for (let first = queue.getFirst(); first; first = queue.getFirst()) {
      const isServed = flow.isServed(bucket, first, use);
      if (!isServed && now() < first.deadlineAt) {
        const waitMs = Math.max(1, flow.estimateBest(bucket, first, use, 0));
        return Math.min(now() + waitMs, first.deadlineAt);
      }
      queue.remove(first);
      if (isServed) onServed(bucket, first.units, use);
      first.settle(isServed);
    }
    return Infinity;
  };
  const serve = (bucket: Bucket): void => {
    flow.refill(bucket);
    const nextAt = Math.min(serveQueue(bucket, 'socket'), serveQueue(bucket, 'request'));
    if (nextAt === Infinity) bucket.timer.stop();
    else bucket.timer.set(now(), nextAt);
  };
  const get = (memberId: number): Bucket => {
    const found = buckets.get(memberId);
    if (found) {
      flow.refill(found);
      return found;
    }
    if (buckets.size >= MAX_IDLE) forgetIdle();
    const bucket: Bucket = {
      balance: burst,
      share: 0,
      owed: 0,
      spareAttempts,
      at: now(),
      queues: { socket: createQueue(), request: createQueue() },
      timer: createTimer(sleep, () => serve(bucket)),
    };
    buckets.set(memberId, bucket);
    return bucket;
  };
  return { get, serve };
};
