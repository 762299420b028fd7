import { useEffect, useState } from 'react';
import { formatTabLockName, MAX_TABS } from '../../../kit/design/design-draft.ts';

/**
 * Number of this window among those that have the template open, 1-based; null while unknown. Each
 * window has its own draft, so that none overwrites another's. Without Web Locks (plain HTTP) the
 * number is 1.
 */
export const useTabNumber = (name: string): number | null => {
  const [tab, setTab] = useState<number | null>(null);
  useEffect(() => {
    if (!('locks' in navigator)) {
      setTab(1);
      return;
    }
    const over = new AbortController();
    const untilReleased = new Promise<void>((resolve) =>
      over.signal.addEventListener('abort', () => resolve()),
    );
    const claimTab = async (n: number): Promise<void> => {
      if (over.signal.aborted) return;
      const isClaimed = await navigator.locks.request(
        formatTabLockName(name, n),
        { ifAvailable: true },
        async (lock) => {
          if (!lock && n < MAX_TABS) return false;
          if (!over.signal.aborted) setTab(n);
          if (lock) await untilReleased;
          return true;
        },
      );
      if (!isClaimed) await claimTab(n + 1);
    };
    void claimTab(1);
    return () => over.abort();
  }, [name]);
  return tab;
};
