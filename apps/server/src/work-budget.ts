import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  createQueue,
  createTimer,
  type Queue,
  type Sleep,
  sleepAside,
  type Waiter,
} from './work-queue.ts';

/** Units a member may spend at once, and gets back a second. */
const BURST = 20_000;
const PER_SECOND = 2_000;
/** Print clients leave this much to what people wait for: calls and pages. */
const RESERVE = BURST / 4;
/** Members remembered before those whose bucket is full again are forgotten. */
const MAX_IDLE = 10_000;
/** Of what comes back a second, requests leave this part to print clients that wait. */
const SOCKET_SHARE = 1 / 4;

export type Use = 'socket' | 'request';

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
  /** Gives units for work the member was promised. */
  credit: (memberId: number, units: number) => void;
  /** ms until the balance lets the member go on, behind what waits already; 0: now. */
  waitMs: (memberId: number, use: Use) => number;
  /** Takes units as soon as the member may go on, in the order of asking. False: refused, and nothing was taken. */
  admit: (options: AdmitOptions) => Promise<boolean>;
  /** Units taken since the start. */
  spent: () => number;
  /** How many had to wait since the start. */
  waits: () => Waits;
};

/** Looks at the network between two requests of one member: one takes a new connection, the next reads from it. */
const LOOKS = 3;

/** One request of a member begins in a turn of the event loop, however many have come together. */
const createLanes = () => {
  const lanes = new Map<number, Promise<void>>();
  const leave = async (before: Promise<void> | undefined): Promise<void> => {
    await before;
    for (let look = 0; look < LOOKS; look += 1) await nextTurn();
  };
  return {
    enter: async (memberId: number): Promise<void> => {
      const before = lanes.get(memberId);
      const own = leave(before);
      lanes.set(memberId, own);
      void own.then(() => lanes.get(memberId) === own && lanes.delete(memberId));
      await before;
    },
  };
};

type Bucket = {
  balance: number;
  /** What requests leave to sockets that wait; below zero, what sockets took beyond it. */
  share: number;
  at: number;
  queues: Record<Use, Queue>;
  timer: ReturnType<typeof createTimer>;
};

export type WorkBudgetOptions = {
  now?: () => number;
  sleep?: Sleep | undefined;
  burst?: number;
  perSecond?: number;
  reserve?: number;
};

/** How a bucket fills, and who may go on from where it stands. Units and ms. */
const createFlow = ({
  now,
  burst,
  perSecond,
  reserve,
}: Required<Omit<WorkBudgetOptions, 'sleep'>>) => {
  const toMs = (units: number, rate: number): number =>
    units <= 0 ? 0 : Math.ceil((units * 1_000) / rate);
  const sharePerSecond = perSecond * SOCKET_SHARE;

  const isServed = ({ balance, share }: Bucket, { units }: Waiter, use: Use): boolean =>
    use === 'request' ? balance >= Math.max(0, share) : balance >= reserve || share >= units;
  /** Until `ahead` units and then `units` are there, ms. */
  const estimate = (bucket: Bucket, use: Use, ahead: number): number => {
    const { balance, share, queues } = bucket;
    if (use === 'socket') return toMs(reserve - balance + ahead, perSecond);
    const rate = queues.socket.isEmpty() ? perSecond : perSecond - sharePerSecond;
    return toMs(Math.max(0, share) - balance + ahead, rate);
  };
  return {
    isServed,
    estimate,
    /** Print clients go on by what requests leave them, however much these take. */
    estimateBest: (bucket: Bucket, { units }: Waiter, use: Use, ahead: number): number => {
      const byBalance = estimate(bucket, use, ahead);
      if (use === 'request') return byBalance;
      return Math.min(byBalance, toMs(ahead + units - bucket.share, sharePerSecond));
    },
    refill: (bucket: Bucket): void => {
      const passedMs = Math.max(0, now() - bucket.at);
      const added = (passedMs * perSecond) / 1_000;
      bucket.at = now();
      bucket.balance = Math.min(burst, bucket.balance + added);
      const first = bucket.queues.socket.getFirst();
      const max = first ? Math.max(first.units, reserve) : 0;
      bucket.share = Math.min(max, bucket.share + added * SOCKET_SHARE);
      if (bucket.balance >= reserve) bucket.share = Math.max(0, bucket.share);
    },
    take: (bucket: Bucket, units: number, use: Use): void => {
      bucket.balance -= units;
      if (use === 'socket') bucket.share -= Math.min(units, Math.max(0, reserve - bucket.balance));
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
  burst = BURST,
  perSecond = PER_SECOND,
  reserve = RESERVE,
}: WorkBudgetOptions = {}): WorkBudget => {
  const buckets = new Map<number, Bucket>();
  const waits: Waits = { socket: 0, request: 0 };
  const lanes = createLanes();
  const flow = createFlow({ now, burst, perSecond, reserve });
  let spent = 0;

  const forgetIdle = (): void => {
    for (const [memberId, bucket] of buckets) {
      flow.refill(bucket);
      const isIdle = Object.values(bucket.queues).every((queue) => queue.isEmpty());
      if (isIdle && bucket.balance >= burst) buckets.delete(memberId);
    }
  };
  const take = (bucket: Bucket, units: number, use: Use): void => {
    flow.take(bucket, units, use);
    spent += units;
  };
  /** Serves those whose turn has come. */
  const serve = (bucket: Bucket): void => {
    flow.refill(bucket);
    let nextAt = Infinity;
    for (const use of ['socket', 'request'] as const) {
      const queue = bucket.queues[use];
      for (let first = queue.getFirst(); first; first = queue.getFirst()) {
        const isServed = flow.isServed(bucket, first, use);
        if (!isServed && now() < first.deadlineAt) {
          const waitMs = Math.max(1, flow.estimateBest(bucket, first, use, 0));
          nextAt = Math.min(nextAt, now() + waitMs, first.deadlineAt);
          break;
        }
        queue.remove(first);
        if (isServed) take(bucket, first.units, use);
        first.settle(isServed);
      }
    }
    if (nextAt === Infinity) bucket.timer.stop();
    else bucket.timer.set(now(), nextAt);
  };
  const getBucket = (memberId: number): Bucket => {
    const found = buckets.get(memberId);
    if (found) {
      flow.refill(found);
      return found;
    }
    if (buckets.size >= MAX_IDLE) forgetIdle();
    const bucket: Bucket = {
      balance: burst,
      share: 0,
      at: now(),
      queues: { socket: createQueue(), request: createQueue() },
      timer: createTimer(sleep, () => serve(bucket)),
    };
    buckets.set(memberId, bucket);
    return bucket;
  };
  const wait = async (
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
  };

  return {
    charge: (memberId, units, use = 'request') => take(getBucket(memberId), units, use),
    credit: (memberId, units) => {
      const bucket = getBucket(memberId);
      bucket.balance = Math.min(burst, bucket.balance + units);
      serve(bucket);
    },
    waitMs: (memberId, use) => {
      const bucket = getBucket(memberId);
      return flow.estimate(bucket, use, bucket.queues[use].getUnits());
    },
    admit: async ({ memberId, units, use, signal, maxWaitMs = Infinity }) => {
      if (use === 'request') await lanes.enter(memberId);
      const bucket = getBucket(memberId);
      serve(bucket);
      const queue = bucket.queues[use];
      const waiter: Waiter = { units, deadlineAt: now() + maxWaitMs, settle: () => {} };
      if (queue.isEmpty() && flow.isServed(bucket, waiter, use)) {
        take(bucket, units, use);
        return true;
      }
      const waitMs = flow.estimateBest(bucket, waiter, use, queue.getUnits());
      if (signal?.aborted || waitMs > maxWaitMs) return false;
      const isAdmitted = await wait(bucket, waiter, { use, signal });
      // Those that were served together begin in turns, too.
      if (isAdmitted && use === 'request') await lanes.enter(memberId);
      return isAdmitted;
    },
    spent: () => spent,
    waits: () => ({ ...waits }),
  };
};
