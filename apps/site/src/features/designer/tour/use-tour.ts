import { useCallback, useEffect, useState } from 'react';
import { isTourDone, storeTourDone } from './tour-memory.ts';

/** The tour: shown by itself until it is dismissed once in this browser, and when asked for. */
export const useTour = () => {
  const [state, setState] = useState<'closed' | 'first' | 'asked'>('closed');
  useEffect(() => {
    if (!isTourDone()) setState('first');
  }, []);
  /** Key of the tour: each start begins with the first step. */
  const [run, setRun] = useState(0);
  const start = useCallback(() => {
    setState('asked');
    setRun((count) => count + 1);
  }, []);
  const close = useCallback(() => {
    storeTourDone();
    setState('closed');
  }, []);
  /** The tour could not be loaded: it may appear on a later visit. */
  const leave = useCallback(() => setState('closed'), []);
  return { state, run, start, close, leave };
};
