import { WORK_COSTS } from './work-costs.ts';
import type { createTimer, Queue, Waiter } from './work-queue.ts';

/** Fraction of the refill that requests leave to waiting print clients. */
const SOCKET_SHARE = 1 / 4;
/** Maximum number of spare attempts, as a multiple of the initial number. */
const MAX_SPARE_SHARE = 5;

export type BudgetUse = 'socket' | 'request';

/** Balance of one member, in units unless stated otherwise. */
export type Bucket = {
  balance: number;
  /** Units reserved for waiting sockets. Negative when sockets used more than that. */
  socketShare: number;
  /** Units charged for printing messages that `refund` can still return. */
  refundable: number;
  /** Number of ended attempts whose units are returned although they used no label of the quota. */
  spareAttempts: number;
  /** Time of the last refill, ms. */
  refilledAt: number;
  queues: Record<BudgetUse, Queue>;
  timer: ReturnType<typeof createTimer>;
};

export type FlowOptions = {
  now: () => number;
  /** Maximum balance, and units refilled per second. */
  burst: number;
  perSecond: number;
  /**
   * Below this balance print clients are served only from their own share, so that calls and pages
   * come first, units.
   */
  reserve: number;
  /** Initial number of spare attempts, and spare attempts refilled per second. */
  spareAttempts: number;
  spareAttemptsPerSecond: number;
};

/** Print attempts of a member that have ended. */
export type EndedAttempts = {
  /** Number of ended attempts, with any result. */
  attempts: number;
  /** Number of ended attempts that were charged to the monthly quota. */
  chargedAttempts: number;
};

const computeRefillMs = (units: number, rate: number): number =>
  units <= 0 ? 0 : Math.ceil((units * 1_000) / rate);

/** Creates the function that refills a bucket. */
const createRefill =
  ({ now, burst, perSecond, reserve, spareAttempts, spareAttemptsPerSecond }: FlowOptions) =>
  (bucket: Bucket): void => {
    const passedMs = Math.max(0, now() - bucket.refilledAt);
    const addedMs = (passedMs * perSecond) / 1_000;
    bucket.refilledAt = now();
    bucket.balance = Math.min(burst, bucket.balance + addedMs);
    const first = bucket.queues.socket.getFirst();
    const max = first ? Math.max(first.units, reserve) : 0;
    bucket.socketShare = Math.min(max, bucket.socketShare + addedMs * SOCKET_SHARE);
    if (bucket.balance >= reserve) bucket.socketShare = Math.max(0, bucket.socketShare);
    if (bucket.spareAttempts < spareAttempts)
      bucket.spareAttempts = Math.min(
        spareAttempts,
        bucket.spareAttempts + (passedMs * spareAttemptsPerSecond) / 1_000,
      );
  };

/**
 * Refunds charged printing messages when attempts end: the same amount per attempt, regardless of
 * the result, and never more than was charged. An attempt that used no quota place takes a spare
 * attempt. Their number is limited, so that printing the same label repeatedly is not free.
 */
const createRefund =
  ({ burst, spareAttempts }: FlowOptions) =>
  (bucket: Bucket, { attempts, chargedAttempts }: EndedAttempts): void => {
    const byPlace = Math.min(attempts, chargedAttempts);
    const bySpare = Math.min(attempts - byPlace, Math.floor(bucket.spareAttempts));
    const spareNow = bucket.spareAttempts - bySpare;
    const maxSpare = Math.max(spareNow, spareAttempts * MAX_SPARE_SHARE);
    // A label that used quota may have to be printed again: its next attempt is returned too.
    bucket.spareAttempts = Math.min(maxSpare, spareNow + byPlace);
    const units = Math.min((byPlace + bySpare) * WORK_COSTS.label, bucket.refundable);
    bucket.refundable -= units;
    bucket.balance = Math.min(burst, bucket.balance + units);
  };

/** Rules for refilling and charging a bucket and for serving its queues. */
export const createBucketRules = (options: FlowOptions) => {
  const { burst, perSecond, reserve } = options;
  const sharePerSecond = perSecond * SOCKET_SHARE;

  /** Time until the units ahead in the queue are covered, ms. */
  const estimateWaitMs = (bucket: Bucket, use: BudgetUse, aheadMs: number): number => {
    const { balance, socketShare, queues } = bucket;
    if (use === 'socket') return computeRefillMs(reserve - balance + aheadMs, perSecond);
    const rate = queues.socket.isEmpty() ? perSecond : perSecond - sharePerSecond;
    return computeRefillMs(Math.max(0, socketShare) - balance + aheadMs, rate);
  };
  return {
    estimateWaitMs,
    refill: createRefill(options),
    refund: createRefund(options),
    canServe: ({ balance, socketShare }: Bucket, { units }: Waiter, use: BudgetUse): boolean =>
      use === 'request'
        ? balance >= Math.max(0, socketShare)
        : balance >= reserve || socketShare >= units,
    /**
     * Print clients are also served once their own share covers the units, however many calls wait.
     */
    estimateBestWaitMs: (
      bucket: Bucket,
      { units }: Waiter,
      use: BudgetUse,
      aheadMs: number,
    ): number => {
      const byBalance = estimateWaitMs(bucket, use, aheadMs);
      if (use === 'request') return byBalance;
      return Math.min(
        byBalance,
        computeRefillMs(aheadMs + units - bucket.socketShare, sharePerSecond),
      );
    },
    consume: (bucket: Bucket, units: number, use: BudgetUse): void => {
      bucket.balance -= units;
      if (use === 'socket')
        bucket.socketShare -= Math.min(units, Math.max(0, reserve - bucket.balance));
    },
    /** A full bucket cannot be refunded beyond its maximum. */
    addRefundable: (bucket: Bucket, units: number): void => {
      bucket.refundable = Math.min(burst, bucket.refundable + units);
    },
  };
};

export type Flow = ReturnType<typeof createBucketRules>;
