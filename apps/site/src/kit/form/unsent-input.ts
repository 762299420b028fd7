import { useEffect } from 'react';

const open = new Set<object>();

/** True when a form on the page has unsent input. */
export const hasUnsentInput = (): boolean => open.size > 0;

export const useMarkUnsentInput = (isHeld: boolean): void =>
  useEffect(() => {
    if (!isHeld) return;
    const ownMark = {};
    open.add(ownMark);
    return () => void open.delete(ownMark);
  }, [isHeld]);
