/** Runs requests for the same data. Only the latest request delivers its result. */
export const createLatestRequest = <T>() => {
  let newest = 0;
  let lastRequest: { turn: number; isOver: Promise<void> } | undefined;

  const deliverIfLatest = async (
    turn: number,
    load: () => Promise<T>,
    take: (result: T) => void,
  ) => {
    const result = await load();
    if (turn === newest) return take(result);
    // The caller wants current data, so wait for the later request.
    if (lastRequest && lastRequest.turn > turn) await lastRequest.isOver;
  };

  return {
    /** Resolves when the latest result was delivered, or when no result is valid any more. */
    run: (load: () => Promise<T>, take: (result: T) => void): Promise<void> => {
      const turn = ++newest;
      const isOver = deliverIfLatest(turn, load, take);
      lastRequest = { turn, isOver };
      return isOver;
    },
    /** Ignores the results of running requests. */
    invalidate: (): void => void newest++,
  };
};
