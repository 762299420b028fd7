import { useSyncExternalStore } from 'react';

/** A value people can watch. Small on purpose: what a page holds comes from its loader, not from here. */
export type Store<T> = {
  get: () => T;
  set: (next: T | ((now: T) => T)) => void;
  subscribe: (listener: () => void) => () => void;
};

export const createStore = <T>(initial: T): Store<T> => {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      const settled = typeof next === 'function' ? (next as (now: T) => T)(value) : next;
      if (Object.is(settled, value)) return;
      value = settled;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
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
    () => pick(store.get()),
  );
