/** How many may wait at a gate, and what the next one is told. */
export type GateLine = { waiting: number; refuse: () => Error };

/**
 * Lets so many work at once; of the others, whoever has waited longest takes the next place.
 * @throws what `line` refuses with, where it is full; without one it has no end
 */
export const createGate = (atOnce: number, line?: GateLine) => {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else {
      if (line && queue.length >= line.waiting) throw line.refuse();
      await new Promise<void>((start) => queue.push(start));
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
