import { useSyncExternalStore } from 'react';

const TICK_MS = 5_000;
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const tick = (): void => {
  now = Date.now();
  for (const listener of Array.from(listeners)) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (listeners.size === 1) timer = setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
};

const read = (): number => {
  // A stopped clock is set right on the first look.
  if (listeners.size === 0 || now === 0) now = Math.floor(Date.now() / 1000) * 1000;
  return now;
};

/** What server and browser can agree on before the browser's own zone is known. */
export const FIRST_ZONE = 'Asia/Shanghai';

const never = (): (() => void) => () => undefined;

/**
 * The zone an instant is shown in, wherever it is shown: the viewer's own, which is undefined; on the server and while
 * hydrating that of most viewers. The day of a published thing is China's for everybody: `formatDay`.
 */
export const useZone = (): string | undefined =>
  useSyncExternalStore(
    never,
    () => undefined,
    () => FIRST_ZONE,
  );

/** Epoch ms, moving every 5 s; null on the server and while hydrating, where no clock can be right for both. */
export const useNow = (): number | null => useSyncExternalStore(subscribe, read, () => null);
