/** Runs at most `limit` tasks at a time; the rest wait in order. */
export const createLimiter = (limit: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      // the place goes straight to the next in line, so that no newcomer takes it in between
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
};
