import { hashClientKey } from '@yunbiao/contract/gateway/revocation';
import {
  type Context,
  createWindowRule,
  getRateLimitNetwork,
  createRateLimitCounter,
} from '@yunbiao/services';

const WINDOW_MS = 60_000;
const MAX_FAILURES = 30;
/** Maximum number of remembered networks and rejected keys. */
const MAX_REMEMBERED = 10_000;

export type Failures = {
  /** Whether this key was rejected recently, so that it need not be looked up again. */
  isRefused: (key: string) => boolean;
  /** Records a rejected key. Returns true if its address has had too many and should slow down. */
  recordFailure: (address: string, key: string) => Promise<boolean>;
};

/** Keys with expiration times, in bounded memory. */
const createExpiringKeySet = (now: () => number) => {
  const until = new Map<string, number>();
  return {
    has: (key: string): boolean => (until.get(key) ?? 0) > now(),
    set: (key: string, ms: number): void => {
      if (until.size >= MAX_REMEMBERED) until.clear();
      until.set(key, now() + ms);
    },
  };
};

/**
 * Counts rejected keys by address. Only wrong keys are rejected because of the count: many clients
 * work behind one address, and checking a key takes one index lookup. Keys have 256 random bits and
 * cannot be guessed. The database counts up to the limit per minute; further failures write
 * nothing.
 */
export const createRejectedKeyCounter = (ctx: Context): Failures => {
  const counter = createRateLimitCounter(ctx);
  const refusedKeys = createExpiringKeySet(ctx.now);
  const waiting = createExpiringKeySet(ctx.now);
  return {
    isRefused: (key) => refusedKeys.has(hashClientKey(key)),
    recordFailure: async (address, key) => {
      refusedKeys.set(hashClientKey(key), WINDOW_MS);
      const network = getRateLimitNetwork(address);
      if (waiting.has(network)) return true;
      const counterKey = { kind: 'client-key', subject: network, network };
      const { waitMs } = await counter.consume([
        createWindowRule(counterKey, { max: MAX_FAILURES, windowMs: WINDOW_MS }),
      ]);
      if (waitMs > 0) waiting.set(network, waitMs);
      return waitMs > 0;
    },
  };
};
