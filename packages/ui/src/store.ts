import { useSyncExternalStore } from 'react';

/** An observable value. Kept minimal: page data comes from loaders. */
export type Store<T> = {
  get: () => T;
  set: (next: T | ((now: T) => T)) => void;
  subscribe: (listener: () => void) => () => void;
  /**
   * Value that the server markup was rendered with. Parts of the page that hydrate late start with
   * it.
   */
  getServed: () => T;
  /** Marks the current value as the one used for the server markup. */
  markServed: () => void;
};

export const createStore = <T>(initial: T): Store<T> => {
  let value = initial;
  let getServed: { value: T } | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      const nextValue = typeof next === 'function' ? (next as (now: T) => T)(value) : next;
      if (Object.is(nextValue, value)) return;
      value = nextValue;
      for (const listener of Array.from(listeners)) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getServed: () => (getServed ? getServed.value : value),
    markServed: () => {
      getServed = { value };
    },
  };
};

/**
 * Reads a store and re-renders on changes. `pick` must return a stable value (a field, not a new
 * object).
 */
export const useStore = <T, P = T>(
  store: Store<T>,
  pick: (value: T) => P = (value) => value as unknown as P,
): P =>
  useSyncExternalStore(
    store.subscribe,
    () => pick(store.get()),
    () => pick(store.getServed()),
  );
