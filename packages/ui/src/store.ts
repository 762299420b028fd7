import { useSyncExternalStore } from 'react';

/** A value people can watch. Small on purpose: what a page holds comes from its loader, not from here. */
export type Store<T> = {
  get: () => T;
  set: (next: T | ((now: T) => T)) => void;
  subscribe: (listener: () => void) => () => void;
  /** What the server's markup was made with: a part of the page that comes alive late begins with it. */
  served: () => T;
  /** What is held now is what the server's markup was made with. */
  markServed: () => void;
};

export const createStore = <T>(initial: T): Store<T> => {
  let value = initial;
  let served: { value: T } | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      const settled = typeof next === 'function' ? (next as (now: T) => T)(value) : next;
      if (Object.is(settled, value)) return;
      value = settled;
      for (const listener of Array.from(listeners)) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    served: () => (served ? served.value : value),
    markServed: () => {
      served = { value };
    },
  };
};

/** Reads a store and re-renders with it; `pick` must return something stable (a field, not a new object). */
export const useStore = <T, P = T>(
  store: Store<T>,
  pick: (value: T) => P = (value) => value as unknown as P,
): P =>
  useSyncExternalStore(
    store.subscribe,
    () => pick(store.get()),
    () => pick(store.served()),
  );
