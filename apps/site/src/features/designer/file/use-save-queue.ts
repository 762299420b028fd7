import { useCallback, useRef } from 'react';
import type { Designer } from '../designer.ts';
import type { SaveOptions } from './post-design.ts';
import { hasUnsavedChanges } from './source.ts';

type Send = (how: SaveOptions) => Promise<string | null>;

/**
 * Runs one save at a time. A save requested during another runs after it, or is skipped when
 * nothing has changed since.
 */
export const useSaveQueue = (designer: Designer, sendNow: Send): Send => {
  const pendingSave = useRef<Promise<string | null>>(undefined);
  return useCallback(
    (how) => {
      const former = pendingSave.current;
      const runQueuedSave = async (): Promise<string | null> => {
        const id = await former?.catch(() => null);
        if (
          id &&
          !how.asCopy &&
          !hasUnsavedChanges(designer.file.get(), designer.getDoc().template)
        )
          return id;
        return sendNow(how);
      };
      const pendingRun = runQueuedSave().finally(() => {
        if (pendingSave.current === pendingRun) pendingSave.current = undefined;
      });
      pendingSave.current = pendingRun;
      return pendingRun;
    },
    [designer, sendNow],
  );
};
