import { createBuckets } from './work-buckets.ts';
import { type Bucket, createFlow, type Ended, type FlowOptions, type Use } from './work-flow.ts';
import { createLanes } from './work-lanes.ts';
import { type Sleep, sleepAside, type Waiter } from './work-queue.ts';

const BURST = 20_000;
const DEFAULTS = {
  burst: BURST,
  perSecond: 2_000,
  reserve: BURST / 4,
  spareAttempts: 10_000,
  spareAttemptsPerSecond: 20,
};

export type Waits = Record<Use, number>;

export type AdmitOptions = {
  memberId: number;
  units: number;
  use: Use;
  /** Aborted: refused instead of waiting on. */
  signal?: AbortSignal;
  /** Refused at once where the wait would be longer, and at the latest after it, ms. */
  maxWaitMs?: number;
};

export type WorkBudget = {
  /** Takes units for work that is done in any case. The balance may fall below zero; what comes next waits for it. */
  charge: (memberId: number, units: number, use?: Use) => void;
  /** Notes that so many of the units taken were for printing: as attempts end, they are earned back. */
  owe: (memberId: number, units: number) => void;
  /** Gives back, of what printing was charged, what the attempts that ended earn. */
  earn: (memberId: number, ended: Ended) => void;
  /** ms until the balance lets the member go on, behind what waits already; 0: now. */
  waitMs: (memberId: number, use: Use) => number;
  /** Takes units as soon as the member may go on, in the order of asking. False: refused, and nothing was taken. */
  admit: (options: AdmitOptions) => Promise<boolean>;
  /** Units taken since the start. */
  spent: () => number;
  /** How many had to wait since the start. */
  waits: () => Waits;
};

export type WorkBudgetOptions = Partial<FlowOptions> & { sleep?: Sleep | undefined };

/** Who has to wait, and how many have had to. A wait resolves to false as soon as its signal is aborted. */
const createWaiting = (serve: (bucket: Bucket) => void) => {
  const waits: Waits = { socket: 0, request: 0 };
  return {
    count: (): Waits => ({ ...waits }),
    wait: async (
      bucket: Bucket,
      waiter: Waiter,
      { use, signal }: { use: Use; signal: AbortSignal | undefined },
    ): Promise<boolean> => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiter.settle = resolve;
      const leave = (): void => {
        bucket.queues[use].remove(waiter);
        resolve(false);
        serve(bucket);
      };
      signal?.addEventListener('abort', leave, { once: true });
      waits[use] += 1;
      bucket.queues[use].add(waiter);
      serve(bucket);
      const isAdmitted = await promise;
      signal?.removeEventListener('abort', leave);
      return isAdmitted;
    },
  };
};

/**
 * A token bucket a member, in units of work, across everything the member does with this process: sockets of print
 * clients, reconnects, calls, live streams and pages. What is over it waits its turn; nothing is cut off. The time it
 * guards is this process's own, so that several processes need not share it.
 */
export const createWorkBudget = ({
  now = Date.now,
  sleep = sleepAside,
  ...limits
}: WorkBudgetOptions = {}): WorkBudget => {
  const flowOptions: FlowOptions = { ...DEFAULTS, ...limits, now };
  const flow = createFlow(flowOptions);
  const lanes = createLanes();
  let spent = 0;
  const take = (bucket: Bucket, units: number, use: Use): void => {
    flow.take(bucket, units, use);
    spent += units;
  };
  const buckets = createBuckets({ ...flowOptions, flow, sleep, onServed: take });
  const waiting = createWaiting(buckets.serve);

  const admit = async (options: AdmitOptions): Promise<boolean> => {
    const { memberId, units, use, signal, maxWaitMs = Infinity } = options;
    if (use === 'request') await lanes.enter(memberId);
    const bucket = buckets.get(memberId);
    buckets.serve(bucket);
    const queue = bucket.queues[use];
    const waiter: Waiter = { units, deadlineAt: now() + maxWaitMs, settle: () => {} };
    if (queue.isEmpty() && flow.isServed(bucket, waiter, use)) {
      take(bucket, units, use);
      return true;
    }
    const waitMs = flow.estimateBest(bucket, waiter, use, queue.getUnits());
    if (signal?.aborted || waitMs > maxWaitMs) return false;
    const isAdmitted = await waiting.wait(bucket, waiter, { use, signal });
    // Those that were served together begin in turns, too.
    if (isAdmitted && use === 'request') await lanes.enter(memberId);
    return isAdmitted;
  };

  return {
    charge: (memberId, units, use = 'request') => take(buckets.get(memberId), units, use),
    owe: (memberId, units) => flow.owe(buckets.get(memberId), units),
    earn: (memberId, ended) => {
      const bucket = buckets.get(memberId);
      flow.earn(bucket, ended);
      buckets.serve(bucket);
    },
    waitMs: (memberId, use) => {
      const bucket = buckets.get(memberId);
      return flow.estimate(bucket, use, bucket.queues[use].getUnits());
    },
    admit,
    spent: () => spent,
    waits: waiting.count,
  };
};
