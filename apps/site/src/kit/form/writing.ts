import { useEffect } from 'react';

const open = new Set<object>();

/** Whether a form on the page holds something that was written and not sent. */
export const isWriting = (): boolean => open.size > 0;

export const useWriting = (isHeld: boolean): void =>
  useEffect(() => {
    if (!isHeld) return;
    const mine = {};
    open.add(mine);
    return () => void open.delete(mine);
  }, [isHeld]);
