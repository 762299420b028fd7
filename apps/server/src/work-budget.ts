import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** Units a member may spend at once, and gets back a second. */
const BURST = 20_000;
const PER_SECOND = 2_000;
/** Print clients leave this much to what people wait for: calls and pages. */
const RESERVE = BURST / 4;
/** Members remembered before those whose bucket is full again are forgotten. */
const MAX_IDLE = 10_000;
/** Longest sleep before a waiter looks again, ms: what labels earn comes earlier than time alone would bring it. */
const MAX_SLEEP_MS = 1_000;

export type Use = 'socket' | 'request';

export type Waits = Record<Use, number>;

export type AdmitOptions = {
  memberId: number;
  units: number;
  use: Use;
  /** Aborted: whoever would have to wait is turned away instead. */
  signal?: AbortSignal;
  /** Turned away at once where the wait is longer, ms. */
  maxWaitMs?: number;
};

export type WorkBudget = {
  /** Takes units for work that is done in any case. The balance may fall below zero; what comes next waits for it. */
  charge: (memberId: number, units: number) => void;
  /** Gives units for work the member was promised. */
  credit: (memberId: number, units: number) => void;
  /** ms until the member may go on; 0: now. */
  waitMs: (memberId: number, use: Use) => number;
  /** Takes units as soon as the member may go on. False: turned away, and nothing was taken. */
  admit: (options: AdmitOptions) => Promise<boolean>;
  /** Units taken since the start. */
  spent: () => number;
  /** How often somebody had to wait since the start. */
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

type Bucket = { balance: number; at: number };

export type WorkBudgetOptions = {
  now?: () => number;
  sleep?: ((ms: number) => Promise<void>) | undefined;
  burst?: number;
  perSecond?: number;
  reserve?: number;
};

/**
 * A token bucket a member, in units of work, across everything the member does with this process: sockets of print
 * clients, reconnects, calls, live streams and pages. What is over it waits; nothing is cut off. The time it guards is
 * this process's own, so that several processes need not share it.
 */
export const createWorkBudget = ({
  now = Date.now,
  sleep = (ms) => delay(ms, undefined, { ref: false }),
  burst = BURST,
  perSecond = PER_SECOND,
  reserve = RESERVE,
}: WorkBudgetOptions = {}): WorkBudget => {
  const buckets = new Map<number, Bucket>();
  const waits: Waits = { socket: 0, request: 0 };
  const lanes = createLanes();
  let spent = 0;

  const refill = (bucket: Bucket): void => {
    const passedMs = Math.max(0, now() - bucket.at);
    bucket.balance = Math.min(burst, bucket.balance + (passedMs * perSecond) / 1_000);
    bucket.at = now();
  };
  const forgetIdle = (): void => {
    for (const [memberId, bucket] of buckets) {
      refill(bucket);
      if (bucket.balance >= burst) buckets.delete(memberId);
    }
  };
  const getBucket = (memberId: number): Bucket => {
    const found = buckets.get(memberId);
    if (found) {
      refill(found);
      return found;
    }
    if (buckets.size >= MAX_IDLE) forgetIdle();
    const bucket = { balance: burst, at: now() };
    buckets.set(memberId, bucket);
    return bucket;
  };
  const charge = (memberId: number, units: number): void => {
    getBucket(memberId).balance -= units;
    spent += units;
  };
  const waitMs = (memberId: number, use: Use): number => {
    const missing = (use === 'socket' ? reserve : 0) - getBucket(memberId).balance;
    return missing <= 0 ? 0 : Math.ceil((missing * 1_000) / perSecond);
  };
  const sleepUnless = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
    if (!signal) return sleep(ms);
    let wake = (): void => {};
    const aborted = new Promise<void>((resolve) => {
      wake = resolve;
    });
    signal.addEventListener('abort', wake, { once: true });
    await Promise.race([sleep(ms), aborted]);
    signal.removeEventListener('abort', wake);
  };

  return {
    charge,
    credit: (memberId, units) => {
      const bucket = getBucket(memberId);
      bucket.balance = Math.min(burst, bucket.balance + units);
    },
    waitMs,
    admit: async ({ memberId, units, use, signal, maxWaitMs = Infinity }) => {
      if (use === 'request') await lanes.enter(memberId);
      for (let isFirst = true; ; isFirst = false) {
        const wait = waitMs(memberId, use);
        if (wait === 0) {
          charge(memberId, units);
          return true;
        }
        if (signal?.aborted || wait > maxWaitMs) return false;
        if (isFirst) waits[use] += 1;
        await sleepUnless(Math.min(wait, MAX_SLEEP_MS), signal);
      }
    },
    spent: () => spent,
    waits: () => ({ ...waits }),
  };
};
