/** What can be undone. */
export type History<T> = { past: readonly T[]; now: T; future: readonly T[] };

/** As far back as anybody goes; lists share their frames. */
const MAX_STEPS = 100;

export const getHistory = <T>(now: T): History<T> => ({ past: [], now, future: [] });

export const done = <T>({ past, now }: History<T>, next: T): History<T> => ({
  past: [...past, now].slice(-MAX_STEPS),
  now: next,
  future: [],
});

/** A change that is no step of its own, such as what is chosen. */
export const amended = <T>(history: History<T>, next: T): History<T> => ({ ...history, now: next });

export const undone = <T>(history: History<T>): History<T> => {
  const last = history.past.at(-1);
  if (last === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    now: last,
    future: [history.now, ...history.future],
  };
};

export const redone = <T>(history: History<T>): History<T> => {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future };
};
