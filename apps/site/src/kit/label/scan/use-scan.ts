import type { CodeGrade } from '@yunbiao/label/scan';
import { useEffect, useState } from 'react';
import type { DrawnLabel } from '../engine/engine.ts';
import { decodeCodesInWorker, stopDecoder } from './read-codes.ts';

/** Scan results of the codes on a label; `unread` when the decoder is not available. */
export type Scan =
  | { phase: 'reading' }
  | { phase: 'read'; grades: readonly CodeGrade[] }
  | { phase: 'unread' };

/** Debounce delay, ms: a label that changes again within it is not decoded. */
const DEBOUNCE_MS = 400;
/** Maximum number of codes decoded per label; a table can contain hundreds. */
const MAX_CODES = 20;

const runWhenIdle = (act: () => void): void => {
  // Safari does not support it before version 26.
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 2_000 });
  else setTimeout(act, 50);
};

/** Decodes the codes of a drawn label after it has been displayed unchanged for a while. */
export const useCodeScan = (drawing: DrawnLabel | null): Scan => {
  const [finishedScan, setDone] = useState<{ drawn: DrawnLabel; scan: Scan }>();
  useEffect(() => {
    if (!drawing || drawing.symbols.length === 0) return;
    const over = new AbortController();
    const decodeDrawnCodes = async (): Promise<void> => {
      // Decoding is not possible without module workers, or when the security policy forbids them.
      const grades = await decodeCodesInWorker(drawing.listScanCodes(MAX_CODES), over.signal).catch(
        () => null,
      );
      if (over.signal.aborted) return;
      setDone({ drawn: drawing, scan: grades ? { phase: 'read', grades } : { phase: 'unread' } });
    };
    const timer = setTimeout(
      () =>
        runWhenIdle(() => {
          if (!over.signal.aborted) void decodeDrawnCodes();
        }),
      DEBOUNCE_MS,
    );
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [drawing]);
  useEffect(() => stopDecoder, []);
  return finishedScan && finishedScan.drawn === drawing ? finishedScan.scan : { phase: 'reading' };
};
