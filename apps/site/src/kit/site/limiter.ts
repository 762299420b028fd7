/** Semaphore: runs at most `limit` tasks at a time; others wait in order. */
export const createConcurrencyLimiter = (limit: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      // Pass the slot to the next waiting task, so that a new task cannot take it in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
};
