import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop after this many items or ms. */
const MAX_ITEMS_BEFORE_YIELD = 50;
const MAX_MS_BEFORE_YIELD = 10;

/**
 * Creates a function, called after each item of a long task, that yields to the event loop at
 * intervals: an item (the formulas and layout of a label, the words of a page) takes from µs to many
 * ms. Inside a transaction on SQLite only work without the database proceeds,
 * because the one connection is in use.
 */
export const createEventLoopYielder = (): (() => Promise<void>) => {
  let [count, since] = [0, performance.now()];
  return async () => {
    count += 1;
    if (count < MAX_ITEMS_BEFORE_YIELD && performance.now() - since < MAX_MS_BEFORE_YIELD) return;
    await setImmediate();
    [count, since] = [0, performance.now()];
  };
};
