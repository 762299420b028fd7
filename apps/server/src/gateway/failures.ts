import { getKeyHash } from '@yunbiao/contract/revocation';
import { type Context, limitWindow, getNetwork, openCounter } from '@yunbiao/services';

const WINDOW_MS = 60_000;
const MAX_FAILURES = 30;
/** Networks that wait, and refused keys, that are remembered. */
const MAX_REMEMBERED = 10_000;

export type Failures = {
  /** Whether this very key was refused a moment ago: it need not be looked up again. */
  isRefused: (key: string) => boolean;
  /** Notes a refused key. True: its address has had too many, and should slow down. */
  add: (address: string, key: string) => Promise<boolean>;
};

/** Times until which something holds, in bounded memory. */
const createMoments = (now: () => number) => {
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
 * Counts refused keys by address. Only wrong keys are ever turned away for it: many clients work behind one address,
 * and a good key is found by one look at an index. Keys are 256 random bits; nobody guesses one. Counted in the database
 * up to the limit of a minute: what comes beyond it writes nothing.
 */
export const createFailures = (ctx: Context): Failures => {
  const counter = openCounter(ctx);
  const refused = createMoments(ctx.now);
  const waiting = createMoments(ctx.now);
  return {
    isRefused: (key) => refused.has(getKeyHash(key)),
    add: async (address, key) => {
      refused.set(getKeyHash(key), WINDOW_MS);
      const network = getNetwork(address);
      if (waiting.has(network)) return true;
      const what = { kind: 'client-key', who: network, network };
      const { waitMs } = await counter.take([
        limitWindow(what, { max: MAX_FAILURES, windowMs: WINDOW_MS }),
      ]);
      if (waitMs > 0) waiting.set(network, waitMs);
      return waitMs > 0;
    },
  };
};
