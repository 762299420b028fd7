import { useSyncExternalStore } from 'react';

const subscribeToNothing = (): (() => void) => () => undefined;

/**
 * A value of this browser that is read at each render; changes are not announced. `unknown` on the server and during hydration,
 * because a cached page is the same for everyone.
 */
export const useBrowserValue = <T>(read: () => T, unknown: T): T =>
  useSyncExternalStore(subscribeToNothing, read, () => unknown);
