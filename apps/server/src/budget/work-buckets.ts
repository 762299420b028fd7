import type { Bucket, Flow, FlowOptions, BudgetUse } from './work-flow.ts';
import { createWaiterQueue, createTimer, type Sleep } from './work-queue.ts';

/** Maximum number of buckets before full ones are evicted. */
const MAX_IDLE = 10_000;

type BucketsOptions = FlowOptions & {
  flow: Flow;
  sleep: Sleep;
  /** A waiting caller was served. */
  onServed: (bucket: Bucket, units: number, use: BudgetUse) => void;
};

/** Removes full buckets without a waiting caller. */
const evictFullIdleBuckets = (
  buckets: Map<number, Bucket>,
  { flow, burst, spareAttempts }: Pick<BucketsOptions, 'flow' | 'burst' | 'spareAttempts'>,
): void => {
  for (const [memberId, bucket] of buckets) {
    flow.refill(bucket);
    const isIdle = Object.values(bucket.queues).every((queue) => queue.isEmpty());
    const isFull = bucket.balance >= burst && bucket.spareAttempts >= spareAttempts;
    if (isIdle && isFull) buckets.delete(memberId);
  }
};

/** Manages the bucket of each member and serves its queues. */
export const createMemberBuckets = (options: BucketsOptions) => {
  const { flow, sleep, onServed, now, burst, spareAttempts } = options;
  const buckets = new Map<number, Bucket>();

  /**
   * Serves waiting callers in order. Returns the time when the next one can be served, ms on the
   * budget's clock.
   */
  const serveQueue = (bucket: Bucket, use: BudgetUse): number => {
    const queue = bucket.queues[use];
    for (let first = queue.getFirst(); first; first = queue.getFirst()) {
      const isServed = flow.canServe(bucket, first, use);
      if (!isServed && now() < first.deadlineAt) {
        const waitMs = Math.max(1, flow.estimateBestWaitMs(bucket, first, use, 0));
        return Math.min(now() + waitMs, first.deadlineAt);
      }
      queue.remove(first);
      if (isServed) onServed(bucket, first.units, use);
      first.resolve(isServed);
    }
    return Infinity;
  };
  const serveBucket = (bucket: Bucket): void => {
    flow.refill(bucket);
    const nextAt = Math.min(serveQueue(bucket, 'socket'), serveQueue(bucket, 'request'));
    if (nextAt === Infinity) bucket.timer.stop();
    else bucket.timer.set(now(), nextAt);
  };
  const getBucket = (memberId: number): Bucket => {
    const existing = buckets.get(memberId);
    if (existing) {
      flow.refill(existing);
      return existing;
    }
    if (buckets.size >= MAX_IDLE) evictFullIdleBuckets(buckets, options);
    const bucket: Bucket = {
      balance: burst,
      socketShare: 0,
      refundable: 0,
      spareAttempts,
      refilledAt: now(),
      queues: { socket: createWaiterQueue(), request: createWaiterQueue() },
      timer: createTimer(sleep, () => serveBucket(bucket)),
    };
    buckets.set(memberId, bucket);
    return bucket;
  };
  return { getBucket, serve: serveBucket };
};
