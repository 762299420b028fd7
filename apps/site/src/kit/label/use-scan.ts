import type { CodeGrade } from '@yunbiao/label/scan';
import { useEffect, useState } from 'react';
import type { DrawnLabel } from './engine.ts';
import { readCodes, stopReading } from './read-codes.ts';

/** Of the codes of a label; `unread` when the decoder cannot be had. */
export type Scan =
  | { phase: 'reading' }
  | { phase: 'read'; grades: readonly CodeGrade[] }
  | { phase: 'unread' };

/** A person types on: what changes again within this is not read, ms. */
const PAUSE_MS = 400;
/** Codes of a label that are read; a table can hold hundreds. */
const MAX_CODES = 20;

const whenIdle = (act: () => void): void => {
  // Safari had none before version 26.
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 2_000 });
  else setTimeout(act, 50);
};

/** Reads the codes of what is drawn, once it is on the screen and stays. */
export const useScan = (drawn: DrawnLabel | null): Scan => {
  const [done, setDone] = useState<{ drawn: DrawnLabel; scan: Scan }>();
  useEffect(() => {
    if (!drawn || drawn.symbols.length === 0) return;
    const over = new AbortController();
    const read = async (): Promise<void> => {
      // A browser without module workers, or whose policy has none, reads nothing.
      const grades = await readCodes(drawn.codes(MAX_CODES), over.signal).catch(() => null);
      if (over.signal.aborted) return;
      setDone({ drawn, scan: grades ? { phase: 'read', grades } : { phase: 'unread' } });
    };
    const timer = setTimeout(
      () =>
        whenIdle(() => {
          if (!over.signal.aborted) void read();
        }),
      PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [drawn]);
  useEffect(() => stopReading, []);
  return done && done.drawn === drawn ? done.scan : { phase: 'reading' };
};
