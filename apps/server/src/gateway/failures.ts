import { keyHashOf } from '@yunbiao/contract/revocation';

const WINDOW_MS = 60_000;
const MAX_FAILURES = 30;
/** Addresses, and refused keys, that are remembered. */
const MAX_KEPT = 10_000;

export type Failures = {
  /** Whether this very key was refused a moment ago: it need not be looked up again. */
  isRefused: (key: string) => boolean;
  /** Notes a refused key. True: its address has had too many, and should slow down. */
  add: (address: string, key: string) => boolean;
};

/**
 * Counts refused keys by address. Only wrong keys are ever turned away for it: many clients work behind one address,
 * and a good key is found by one look at an index. Keys are 256 random bits; nobody guesses one.
 */
export const createFailures = (now: () => number): Failures => {
  const counts = new Map<string, { since: number; count: number }>();
  const refused = new Map<string, number>();
  const isFresh = (since: number | undefined): boolean =>
    since !== undefined && now() - since < WINDOW_MS;
  return {
    isRefused: (key) => isFresh(refused.get(keyHashOf(key))),
    add: (address, key) => {
      if (counts.size >= MAX_KEPT) counts.clear();
      if (refused.size >= MAX_KEPT) refused.clear();
      refused.set(keyHashOf(key), now());
      const found = counts.get(address);
      const entry = found && isFresh(found.since) ? found : { since: now(), count: 0 };
      counts.set(address, { since: entry.since, count: entry.count + 1 });
      return entry.count >= MAX_FAILURES;
    },
  };
};
