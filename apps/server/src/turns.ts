/** Lets a piece of work wait until the others that wait have had their turn, and the network has been looked at. */
export type Pause = () => Promise<void>;

/**
 * Work that takes turns: after `await pause()` one piece goes on in each turn of the event loop. The loop looks at its
 * sockets once a turn, so whatever is answered at once waits for one piece, however much work there is.
 */
export const createTurns = (): Pause => {
  const waiting: (() => void)[] = [];
  let isUnderWay = false;
  const next = (): void => {
    waiting.shift()?.();
    // Those that are made ready in this phase run in the next turn.
    if (waiting.length > 0) setImmediate(next);
    else isUnderWay = false;
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (isUnderWay) return;
      isUnderWay = true;
      setImmediate(next);
    });
};
