/** Readings of one thing, of which only the one begun last counts. */
export const createNewest = <T>() => {
  let newest = 0;
  let last: { turn: number; isOver: Promise<void> } | undefined;

  const read = async (turn: number, load: () => Promise<T>, take: (found: T) => void) => {
    const found = await load();
    if (turn === newest) return take(found);
    // Whoever waits for this one wants to go on with what is true now: that is in the later one.
    if (last && last.turn > turn) await last.isOver;
  };

  return {
    /** Resolves once what counts has been taken, or nothing counts any more. */
    run: (load: () => Promise<T>, take: (found: T) => void): Promise<void> => {
      const turn = ++newest;
      const isOver = read(turn, load, take);
      last = { turn, isOver };
      return isOver;
    },
    /** What is under way does not count. */
    drop: (): void => void newest++,
  };
};
