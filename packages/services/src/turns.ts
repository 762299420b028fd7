import { setImmediate } from 'node:timers/promises';

/** Others have a turn after so many labels, or so many ms. */
const LABELS_AT_ONCE = 50;
const MS_AT_ONCE = 10;

/**
 * Lets others have a turn from time to time: formulas or the layout of a label may take from µs to many ms. Within a
 * transaction on SQLite those have it who need no database: its one connection is taken.
 */
export const turnTaker = (): (() => Promise<void>) => {
  let [count, since] = [0, performance.now()];
  return async () => {
    count += 1;
    if (count < LABELS_AT_ONCE && performance.now() - since < MS_AT_ONCE) return;
    await setImmediate();
    [count, since] = [0, performance.now()];
  };
};
