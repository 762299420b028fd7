/** Undo history. */
export type History<T> = { past: readonly T[]; now: T; future: readonly T[] };

/** Maximum number of undo steps. Memory stays low because lists share their frames. */
const MAX_STEPS = 100;

export const createHistory = <T>(now: T): History<T> => ({ past: [], now, future: [] });

export const recordUndoStep = <T>({ past, now }: History<T>, next: T): History<T> => ({
  past: [...past, now].slice(-MAX_STEPS),
  now: next,
  future: [],
});

/** Changes the current state without adding an undo step, for example the selection. */
export const replaceCurrentState = <T>(history: History<T>, next: T): History<T> => ({
  ...history,
  now: next,
});

export const undo = <T>(history: History<T>): History<T> => {
  const lastState = history.past.at(-1);
  if (lastState === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    now: lastState,
    future: [history.now, ...history.future],
  };
};

export const redo = <T>(history: History<T>): History<T> => {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future };
};
