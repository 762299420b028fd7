/** Maximum length of the semaphore's queue, and the error for a caller that finds it full. */
export type SemaphoreQueue = { waiting: number; createRefusal: () => Error };

/**
 * Creates a semaphore: at most `maxConcurrent` jobs run, others wait in FIFO order. Without `queueLimit`
 * the queue is unlimited.
 * @throws the error of `queueLimit.createRefusal` when the queue is full
 */
export const createSemaphore = (maxConcurrent: number, queueLimit?: SemaphoreQueue) => {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < maxConcurrent) running += 1;
    else {
      if (queueLimit && queue.length >= queueLimit.waiting) throw queueLimit.createRefusal();
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
