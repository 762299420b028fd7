import { useSyncExternalStore } from 'react';

const subscribeToNothing = (): (() => void) => () => undefined;

/**
 * A value of this browser that does not change; `unknown` on the server and during hydration,
 * because a cached page is the same for everyone.
 */
export const useBrowserValue = <T>(read: () => T, unknown: T): T =>
  useSyncExternalStore(subscribeToNothing, read, () => unknown);
