import { useSyncExternalStore } from 'react';

const TICK_MS = 5_000;
let currentMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const updateClockAndNotify = (): void => {
  currentMs = Date.now();
  for (const listener of Array.from(listeners)) listener();
};

const subscribeToClock = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (listeners.size === 1) timer = setInterval(updateClockAndNotify, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
};

const readClockTime = (): number => {
  // Set the time on the first read, because the clock does not run without listeners.
  if (listeners.size === 0 || currentMs === 0) currentMs = Math.floor(Date.now() / 1000) * 1000;
  return currentMs;
};

/** Time zone for server rendering and hydration, before the browser's zone is known. */
export const SERVER_ZONE = 'Asia/Shanghai';

const subscribeToNothing = (): (() => void) => () => undefined;

/**
 * Time zone for displayed instants: undefined for the viewer's own zone, and `SERVER_ZONE` on the
 * server and during hydration. Publication days use China time for all viewers: `formatDay`.
 */
export const useTimeZone = (): string | undefined =>
  useSyncExternalStore(
    subscribeToNothing,
    () => undefined,
    () => SERVER_ZONE,
  );

/**
 * Epoch ms, updated every 5 s. Null on the server and during hydration, where server and browser
 * would differ.
 */
export const useNow = (): number | null =>
  useSyncExternalStore(subscribeToClock, readClockTime, () => null);
