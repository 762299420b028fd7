import type { Context, Outbox } from '@yunbiao/services';

/** Jobs under way at once, and those that may wait. */
const AT_ONCE = 8;
const MOST = 200;
/** Until the answer to whoever asked is out: how long it takes to be sent must tell nothing. */
const LATER_MS = 50;
/** For what is under way at the end. */
const LAST_MS = 10_000;

export type StoppableOutbox = Outbox & { stop: () => Promise<void> };

/**
 * Codes and letters on their way: a few at once, some that wait, and no more. What waits is in memory, as codes must not
 * be stored; what a stop leaves behind is asked for again.
 */
export const createOutbox = (log: Context['log'], laterMs = LATER_MS): StoppableOutbox => {
  const waiting: (() => Promise<void>)[] = [];
  const underWay = new Set<Promise<void>>();
  let isStopped = false;
  const hasRoom = (): boolean => !isStopped && waiting.length < MOST;

  const next = (): void => {
    while (underWay.size < AT_ONCE) {
      const job = waiting.shift();
      if (!job) return;
      const run: Promise<void> = job()
        .catch((error: unknown) => {
          const name = error instanceof Error ? error.name : 'unknown';
          log.error('what was to be sent was not', { name });
        })
        .finally(() => {
          underWay.delete(run);
          next();
        });
      underWay.add(run);
    }
  };

  return {
    hasRoom,
    add: (job) => {
      if (!hasRoom()) return false;
      waiting.push(job);
      setTimeout(next, laterMs);
      return true;
    },
    stop: async () => {
      isStopped = true;
      waiting.length = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LAST_MS);
      });
      await Promise.race([Promise.all(underWay), late]);
      clearTimeout(timer);
    },
  };
};
