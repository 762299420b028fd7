import { WORK } from './work-costs.ts';
import type { createTimer, Queue, Waiter } from './work-queue.ts';

/** Of what comes back a second, requests leave this part to print clients that wait. */
const SOCKET_SHARE = 1 / 4;
/** Spare attempts are kept up to so many times what a member begins with. */
const MAX_SPARE_SHARE = 5;

export type Use = 'socket' | 'request';

/** Where one member stands. Units, unless said otherwise. */
export type Bucket = {
  balance: number;
  /** What requests leave to sockets that wait; below zero, what sockets took beyond it. */
  share: number;
  /** Charged for messages about printing, and not earned back. */
  owed: number;
  /** Attempts at labels that earn without having used a place in the quota. */
  spareAttempts: number;
  /** Of the last refill, ms. */
  at: number;
  queues: Record<Use, Queue>;
  timer: ReturnType<typeof createTimer>;
};

export type FlowOptions = {
  now: () => number;
  /** Units a member may spend at once, and gets back a second. */
  burst: number;
  perSecond: number;
  /** Units print clients leave to what people wait for: calls and pages. */
  reserve: number;
  /** Spare attempts a member begins with, and gets back a second. */
  spareAttempts: number;
  spareAttemptsPerSecond: number;
};

/** How printing ended for a member. */
export type Ended = {
  /** Attempts at labels that ended, in whatever way. */
  attempts: number;
  /** Places in the quota they used up. */
  places: number;
};

const toMs = (units: number, rate: number): number =>
  units <= 0 ? 0 : Math.ceil((units * 1_000) / rate);

/** How a bucket fills. */
const createRefill =
  ({ now, burst, perSecond, reserve, spareAttempts, spareAttemptsPerSecond }: FlowOptions) =>
  (bucket: Bucket): void => {
    const passedMs = Math.max(0, now() - bucket.at);
    const added = (passedMs * perSecond) / 1_000;
    bucket.at = now();
    bucket.balance = Math.min(burst, bucket.balance + added);
    const first = bucket.queues.socket.getFirst();
    const max = first ? Math.max(first.units, reserve) : 0;
    bucket.share = Math.min(max, bucket.share + added * SOCKET_SHARE);
    if (bucket.balance >= reserve) bucket.share = Math.max(0, bucket.share);
    if (bucket.spareAttempts < spareAttempts)
      bucket.spareAttempts = Math.min(
        spareAttempts,
        bucket.spareAttempts + (passedMs * spareAttemptsPerSecond) / 1_000,
      );
  };

/**
 * Gives back what messages about printing were charged, as attempts end: the same for each, however it ended, and never
 * more than was charged. An attempt that used no place in the quota takes a spare one, of which there are only so many, so
 * that printing the same label again and again is not free.
 */
const createEarn =
  ({ burst, spareAttempts }: FlowOptions) =>
  (bucket: Bucket, { attempts, places }: Ended): void => {
    const byPlace = Math.min(attempts, places);
    const bySpare = Math.min(attempts - byPlace, Math.floor(bucket.spareAttempts));
    const spareNow = bucket.spareAttempts - bySpare;
    const maxSpare = Math.max(spareNow, spareAttempts * MAX_SPARE_SHARE);
    // A place that was used up stands for one attempt more: the label may have to be printed again.
    bucket.spareAttempts = Math.min(maxSpare, spareNow + byPlace);
    const units = Math.min((byPlace + bySpare) * WORK.label, bucket.owed);
    bucket.owed -= units;
    bucket.balance = Math.min(burst, bucket.balance + units);
  };

/** How a bucket fills and empties, and who may go on from where it stands. */
export const createFlow = (options: FlowOptions) => {
  const { burst, perSecond, reserve } = options;
  const sharePerSecond = perSecond * SOCKET_SHARE;

  /** Until `ahead` units and then `units` are there, ms. */
  const estimate = (bucket: Bucket, use: Use, ahead: number): number => {
    const { balance, share, queues } = bucket;
    if (use === 'socket') return toMs(reserve - balance + ahead, perSecond);
    const rate = queues.socket.isEmpty() ? perSecond : perSecond - sharePerSecond;
    return toMs(Math.max(0, share) - balance + ahead, rate);
  };
  return {
    estimate,
    refill: createRefill(options),
    earn: createEarn(options),
    isServed: ({ balance, share }: Bucket, { units }: Waiter, use: Use): boolean =>
      use === 'request' ? balance >= Math.max(0, share) : balance >= reserve || share >= units,
    /** Print clients go on by what requests leave them, however much these take. */
    estimateBest: (bucket: Bucket, { units }: Waiter, use: Use, ahead: number): number => {
      const byBalance = estimate(bucket, use, ahead);
      if (use === 'request') return byBalance;
      return Math.min(byBalance, toMs(ahead + units - bucket.share, sharePerSecond));
    },
    take: (bucket: Bucket, units: number, use: Use): void => {
      bucket.balance -= units;
      if (use === 'socket') bucket.share -= Math.min(units, Math.max(0, reserve - bucket.balance));
    },
    /** Beyond a full bucket there is nothing to earn back. */
    owe: (bucket: Bucket, units: number): void => {
      bucket.owed = Math.min(burst, bucket.owed + units);
    },
  };
};

export type Flow = ReturnType<typeof createFlow>;
