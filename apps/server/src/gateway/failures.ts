const WINDOW_MS = 60_000;
const MAX_FAILURES = 30;
const MAX_ADDRESSES = 10_000;

/** Counts refused keys by address, so that nobody tries keys at leisure. */
export const createFailures = (
  now: () => number,
): { tooMany: (address: string) => boolean; add: (address: string) => void } => {
  const counts = new Map<string, { since: number; count: number }>();
  const current = (address: string): { since: number; count: number } => {
    const found = counts.get(address);
    return found && now() - found.since < WINDOW_MS ? found : { since: now(), count: 0 };
  };
  return {
    tooMany: (address) => current(address).count >= MAX_FAILURES,
    add: (address) => {
      if (counts.size >= MAX_ADDRESSES) counts.clear();
      const entry = current(address);
      counts.set(address, { since: entry.since, count: entry.count + 1 });
    },
  };
};
