import { useEffect, useState } from 'react';

/** More windows with one template than this share the last one's draft. */
const MAX_TABS = 5;

const nameLock = (name: string, n: number): string => `design:${name}:${n}`;

/** What the draft of a template is called. */
export const designDraft = (alias: string, id: string): string => `design:${alias}:${id}`;

/** What the draft of a window is called. */
export const getDraft = (name: string, tab: number): string =>
  tab === 1 ? name : `${name}:${tab}`;

/** The windows of this template that are closed, from 1; none where a browser cannot tell. */
export const closedTabs = async (name: string): Promise<number[]> => {
  if (!('locks' in navigator)) return [];
  const { held = [] } = await navigator.locks.query();
  const open = new Set(held.map((lock) => lock.name));
  return Array.from({ length: MAX_TABS }, (_, at) => at + 1).filter(
    (n) => !open.has(nameLock(name, n)),
  );
};

/**
 * Which of the windows that have this template open this is, from 1; null until that is known. Each keeps a draft of its
 * own, so that none writes over another's. A browser without locks, as on plain HTTP, says 1.
 */
export const useTab = (name: string): number | null => {
  const [tab, setTab] = useState<number | null>(null);
  useEffect(() => {
    if (!('locks' in navigator)) {
      setTab(1);
      return;
    }
    const over = new AbortController();
    const held = new Promise<void>((resolve) =>
      over.signal.addEventListener('abort', () => resolve()),
    );
    const take = async (n: number): Promise<void> => {
      if (over.signal.aborted) return;
      const isTaken = await navigator.locks.request(
        nameLock(name, n),
        { ifAvailable: true },
        async (lock) => {
          if (!lock && n < MAX_TABS) return false;
          if (!over.signal.aborted) setTab(n);
          if (lock) await held;
          return true;
        },
      );
      if (!isTaken) await take(n + 1);
    };
    void take(1);
    return () => over.abort();
  }, [name]);
  return tab;
};
