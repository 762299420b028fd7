import { useSyncExternalStore } from 'react';

/** Local storage key: alias of the software that a member of this browser used last. */
const LAST_SOFTWARE = 'last-software';

const readLastSoftware = (): string => {
  try {
    return localStorage.getItem(LAST_SOFTWARE) ?? '';
  } catch {
    return '';
  }
};

/** Blocked or full storage only loses the convenience. */
export const storeLastSoftware = (alias: string): void => {
  try {
    localStorage.setItem(LAST_SOFTWARE, alias);
  } catch {
    return;
  }
};

const subscribeToNothing = (): (() => void) => () => undefined;

/** Alias of the software used last; '' on the server and during hydration. */
export const useLastSoftware = (): string =>
  useSyncExternalStore(subscribeToNothing, readLastSoftware, () => '');
