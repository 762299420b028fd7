/** Longest stretch of work before others get their turn, ms. */
const SLICE_MS = 12;

/** For other tasks of this thread. */
export const yieldToPage = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * `takeTurn`: gives the thread to others now. `mayTakeTurn`: when the stretch is over, and tells that it does. Both throw what
 * the signal was given up with.
 */
export const createTurns = (signal: AbortSignal) => {
  let until = performance.now() + SLICE_MS;
  const takeTurn = async (): Promise<void> => {
    await yieldToPage();
    until = performance.now() + SLICE_MS;
    signal.throwIfAborted();
  };
  const mayTakeTurn = async (onTurn: () => void): Promise<void> => {
    signal.throwIfAborted();
    if (performance.now() <= until) return;
    onTurn();
    await takeTurn();
  };
  return { takeTurn, mayTakeTurn };
};
