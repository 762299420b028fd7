import { createMemberBuckets } from './work-buckets.ts';
import {
  type Bucket,
  createBucketRules,
  type EndedAttempts,
  type Flow,
  type FlowOptions,
  type BudgetUse,
} from './work-flow.ts';
import { createMemberTurnQueue } from './member-turns.ts';
import { type Sleep, sleepUnref, type Waiter } from './work-queue.ts';

const BURST = 20_000;
const DEFAULTS = {
  burst: BURST,
  perSecond: 2_000,
  reserve: BURST / 4,
  spareAttempts: 10_000,
  spareAttemptsPerSecond: 20,
};

export type WaitCounts = Record<BudgetUse, number>;

export type AdmitOptions = {
  memberId: number;
  units: number;
  use: BudgetUse;
  /** Aborted: rejected instead of waiting further. */
  signal?: AbortSignal;
  /** Maximum wait, ms. Rejected at once if the estimated wait is longer. */
  maxWaitMs?: number;
};

export type WorkBudget = {
  /**
   * Charges units for work that is done in any case. The balance may become negative; later work
   * then waits.
   */
  charge: (memberId: number, units: number, use?: BudgetUse) => void;
  /** Marks charged units as printing work: `refund` returns them when the print attempts end. */
  addRefundable: (memberId: number, units: number) => void;
  /** Refunds charged printing work for ended attempts. */
  refund: (memberId: number, ended: EndedAttempts) => void;
  /** Time until the balance allows work, behind the work that already waits, ms; 0: now. */
  waitMs: (memberId: number, use: BudgetUse) => number;
  /**
   * Charges units when the balance allows it, in order of arrival. Returns false if rejected;
   * nothing is charged then.
   */
  admit: (options: AdmitOptions) => Promise<boolean>;
  /** Units charged since the start. */
  getChargedUnits: () => number;
  /** Number of waits since the start. */
  getWaits: () => WaitCounts;
};

export type WorkBudgetOptions = Partial<FlowOptions> & { sleep?: Sleep | undefined };

/** Queues callers and counts the waits. A wait resolves to false when its signal is aborted. */
const createBudgetWaitQueue = (serve: (bucket: Bucket) => void) => {
  const waits: WaitCounts = { socket: 0, request: 0 };
  return {
    getCounts: (): WaitCounts => ({ ...waits }),
    wait: async (
      bucket: Bucket,
      waiter: Waiter,
      { use, signal }: { use: BudgetUse; signal: AbortSignal | undefined },
    ): Promise<boolean> => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiter.resolve = resolve;
      const abandonWait = (): void => {
        bucket.queues[use].remove(waiter);
        resolve(false);
        serve(bucket);
      };
      signal?.addEventListener('abort', abandonWait, { once: true });
      waits[use] += 1;
      bucket.queues[use].add(waiter);
      serve(bucket);
      const isAdmitted = await promise;
      signal?.removeEventListener('abort', abandonWait);
      return isAdmitted;
    },
  };
};

/** Admits work when the balance allows it, in order of arrival. */
const createWorkAdmission = ({
  now,
  flow,
  buckets,
  consume,
}: {
  now: () => number;
  flow: Flow;
  buckets: ReturnType<typeof createMemberBuckets>;
  consume: (bucket: Bucket, units: number, use: BudgetUse) => void;
}): Pick<WorkBudget, 'admit' | 'getWaits'> => {
  const memberTurns = createMemberTurnQueue();
  const waiting = createBudgetWaitQueue(buckets.serve);
  const admitWork = async (options: AdmitOptions): Promise<boolean> => {
    const { memberId, units, use, signal, maxWaitMs = Infinity } = options;
    if (use === 'request') await memberTurns.enter(memberId);
    const bucket = buckets.getBucket(memberId);
    buckets.serve(bucket);
    const queue = bucket.queues[use];
    const waiter: Waiter = { units, deadlineAt: now() + maxWaitMs, resolve: () => {} };
    if (queue.isEmpty() && flow.canServe(bucket, waiter, use)) {
      consume(bucket, units, use);
      return true;
    }
    const waitMs = flow.estimateBestWaitMs(bucket, waiter, use, queue.getUnits());
    if (signal?.aborted || waitMs > maxWaitMs) return false;
    const isAdmitted = await waiting.wait(bucket, waiter, { use, signal });
    // Callers that are served at the same time start one per turn of the event loop.
    if (isAdmitted && use === 'request') await memberTurns.enter(memberId);
    return isAdmitted;
  };
  return { admit: admitWork, getWaits: waiting.getCounts };
};

/**
 * Token bucket per member, in units of work, for everything the member does in this process:
 * sockets of print clients, reconnects, calls, live streams and pages. Work above the budget waits;
 * no connection is closed. It protects the CPU time of this process, so processes need not share
 * it.
 */
export const createWorkBudget = ({
  now = Date.now,
  sleep = sleepUnref,
  ...limits
}: WorkBudgetOptions = {}): WorkBudget => {
  const flowOptions: FlowOptions = { ...DEFAULTS, ...limits, now };
  const flow = createBucketRules(flowOptions);
  let spentMs = 0;
  /** Takes units even from an empty bucket, and adds them to the total. */
  const chargeBucket = (bucket: Bucket, units: number, use: BudgetUse): void => {
    flow.consume(bucket, units, use);
    spentMs += units;
  };
  const buckets = createMemberBuckets({
    ...flowOptions,
    flow,
    sleep,
    onServed: chargeBucket,
  });
  const admission = createWorkAdmission({ now, flow, buckets, consume: chargeBucket });
  return {
    charge: (memberId, units, use = 'request') =>
      chargeBucket(buckets.getBucket(memberId), units, use),
    addRefundable: (memberId, units) => flow.addRefundable(buckets.getBucket(memberId), units),
    refund: (memberId, ended) => {
      const bucket = buckets.getBucket(memberId);
      flow.refund(bucket, ended);
      buckets.serve(bucket);
    },
    waitMs: (memberId, use) => {
      const bucket = buckets.getBucket(memberId);
      return flow.estimateWaitMs(bucket, use, bucket.queues[use].getUnits());
    },
    admit: admission.admit,
    getChargedUnits: () => spentMs,
    getWaits: admission.getWaits,
  };
};
