/** Maximum time of a work slice before the thread can handle other tasks, ms. */
const SLICE_MS = 12;

/** Yields to other tasks of this thread. */
export const yieldToOtherTasks = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 0));

/**
 * `takeTurn` yields the thread at once. `mayTakeTurn` yields only when the time slice is over, and
 * calls `onTurn` before. Both throw the reason of the signal when it is aborted.
 */
export const createTimeSliceYielder = (signal: AbortSignal) => {
  let until = performance.now() + SLICE_MS;
  const yieldThread = async (): Promise<void> => {
    await yieldToOtherTasks();
    until = performance.now() + SLICE_MS;
    signal.throwIfAborted();
  };
  const yieldThreadIfDue = async (onTurn: () => void): Promise<void> => {
    signal.throwIfAborted();
    if (performance.now() <= until) return;
    onTurn();
    await yieldThread();
  };
  return { yieldNow: yieldThread, yieldIfDue: yieldThreadIfDue };
};
